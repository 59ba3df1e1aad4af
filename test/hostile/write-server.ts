/** A server in a process of its own whose writes can be cut at any moment. Arguments: the data file, and a webhook's target. */
import { createTestServer } from "waymark/testing";
import ledger from "./ledger.ts";

const [file = ""] = process.argv.slice(2);
const server = await createTestServer({
  config: {
    plugins: {
      ledger,
      store: { file },
      idempotency: { enabled: true },
      "rate-limit": { limit: 1_000_000 },
    },
  },
});
process.once("disconnect", () => process.exit());
process.send?.({ origin: server.origin });
