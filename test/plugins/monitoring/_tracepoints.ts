/** Prints the tracepoints that are timed while metrics is on, after that server has stopped, and while metrics is off, as JSON. */
import { tracingChannel } from "node:diagnostics_channel";
import { createTestServer } from "waymark/testing";

const timed = () =>
  ["statement", "transaction", "fetch"].filter(
    (point) => tracingChannel(`waymark.${point}`).start.hasSubscribers,
  );

const watched = await createTestServer({ config: { plugins: { metrics: true } } });
const on = timed();
await watched.close();
const stopped = timed();
const unwatched = await createTestServer({ config: { plugins: { metrics: false } } });
const off = timed();
await unwatched.close();
process.stdout.write(JSON.stringify({ on, stopped, off }));
