/**
 * A server in a process of its own, which reports its memory and for how long its event loop was held. With a data file as
 * its argument, all that can be written is.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createTestServer } from "waymark/testing";
import { hostileConfig } from "./config.ts";

const [file] = process.argv.slice(2);
const server = await createTestServer({ config: hostileConfig(file) });
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

process.on("message", (question) => {
  if (question === "reset") delay.reset();
  process.send?.({ longestMs: delay.max / 1e6, rssBytes: process.memoryUsage.rss() });
});
process.once("disconnect", () => void server.close());
process.send?.({ origin: server.origin });
