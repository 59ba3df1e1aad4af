/**
 * A server in a process of its own, which reports its memory and for how long its event loop was held. With a data file as
 * its argument, all that can be written is.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createTestServer } from "waymark/testing";
import ledger from "./ledger.ts";

const UNLIMITED = 1_000_000;

const [file] = process.argv.slice(2);
const writable = { writable: true };
const enabled = { enabled: true };
const written = {
  brains: writable,
  integrations: writable,
  locales: writable,
  offices: writable,
  bulk: enabled,
  idempotency: { ...enabled, maxKeysPerClient: UNLIMITED },
  ledger,
};
const server = await createTestServer({
  config: {
    plugins: {
      ...(file === undefined ? {} : { ...written, store: { file } }),
      "rate-limit": { limit: UNLIMITED },
    },
  },
});
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

process.on("message", (question) => {
  if (question === "reset") delay.reset();
  process.send?.({ longestMs: delay.max / 1e6, rssBytes: process.memoryUsage.rss() });
});
process.once("disconnect", () => void server.close());
process.send?.({ origin: server.origin });
