/** A server in a process of its own, which collects its garbage and says what it holds. Needs `--expose-gc`. */
import { createTestServer } from "waymark/testing";

const config = { plugins: { "rate-limit": { limit: 1_000_000 } } };
const server = await createTestServer({ config });

process.on("message", () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ heldBytes: heapUsed + external });
});
process.once("disconnect", () => void server.close());
process.send?.({ origin: server.origin });
