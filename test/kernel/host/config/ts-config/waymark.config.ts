import { defineConfig, definePlugin } from "waymark";
import { Clock } from "waymark/services";

const fixedClock = definePlugin({
  id: "fixed-clock",
  summary: "A clock that stands still.",
  provides: { clock: Clock },
  setup: () => ({ clock: { now: () => 0 } }),
});

export default defineConfig({ service: "typed", plugins: { "fixed-clock": fixedClock } });
