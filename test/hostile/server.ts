/** A server in a process of its own, which reports its memory and for how long its event loop was held. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createTestServer } from "waymark/testing";

const UNLIMITED = 1_000_000;

const server = await createTestServer({
  config: { plugins: { "rate-limit": { limit: UNLIMITED } } },
});
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

process.on("message", (question) => {
  if (question === "reset") delay.reset();
  process.send?.({ longestMs: delay.max / 1e6, rssBytes: process.memoryUsage.rss() });
});
process.once("disconnect", () => void server.close());
process.send?.({ origin: server.origin });
