import { definePlugin } from "waymark";
import { Clock } from "waymark/services";

export default definePlugin({
  id: "clock",
  summary: "The time of day.",
  provides: { clock: Clock },
  setup: () => ({ clock: { now: () => Date.now() } }),
});
