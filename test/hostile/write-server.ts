/** A server in a process of its own whose writes can be cut at any moment. Arguments: the data file, and a webhook's target. */
import { createTestServer } from "waymark/testing";
import ledger from "./ledger.ts";

const [file = "", url = ""] = process.argv.slice(2);
const server = await createTestServer({
  config: {
    plugins: {
      ledger,
      store: { file },
      idempotency: { enabled: true },
      webhooks: {
        enabled: true,
        allowHttp: true,
        allowNetworks: ["127.0.0.0/8"],
        maxAttempts: 50,
        timeout: "500ms",
        backoff: { base: "20ms", max: "200ms" },
        subscriptions: { all: { url, secret: `whsec_${Buffer.alloc(32, 7).toString("base64")}` } },
      },
      "rate-limit": { limit: 1_000_000 },
    },
  },
});
process.once("disconnect", () => process.exit());
process.send?.({ origin: server.origin });
