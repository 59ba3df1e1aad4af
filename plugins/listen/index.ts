import { definePlugin } from "waymark";
import { Listening } from "waymark/services";
import { openListeners } from "./open.ts";

export default definePlugin({
  id: "listen",
  summary:
    "Opens the listeners: a Unix socket, TLS with HTTP/2, the PROXY protocol, and one for operators.",
  provides: { listening: Listening },
  setup: () => ({ listening: { open: openListeners } }),
});
