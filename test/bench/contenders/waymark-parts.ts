/**
 * Waymark with what the parts of `bare-parts.ts` make up: writes with an idempotency key, bulk requests, uploads, MCP, and
 * with HOOK, the URL of a receiver, webhooks signed with SECRET. STORE names the database.
 */
import { benchRooms } from "./bench-rooms.ts";
import { benchUploads } from "./bench-uploads.ts";
import { benchVisits } from "./bench-visits.ts";
import { createTestServer } from "../../../plugins/tools/testing/index.ts";
import { announce } from "./announce.ts";
import { BASE_URL, LIMIT } from "./job.ts";

const { HOOK, SECRET = "", STORE = "" } = process.env;

const server = await createTestServer({
  config: {
    baseUrl: BASE_URL,
    plugins: {
      "rate-limit": { limit: LIMIT },
      "access-log": { sample: 0 },
      store: { file: STORE },
      idempotency: { enabled: true, maxKeysPerClient: 1_000_000_000 },
      bulk: { enabled: true },
      mcp: true,
      uploads: true,
      "bench-rooms": benchRooms(),
      "bench-visits": benchVisits(),
      "bench-uploads": benchUploads(),
      ...(HOOK !== undefined && {
        webhooks: {
          enabled: true,
          allowHttp: true,
          allowNetworks: ["127.0.0.0/8"],
          subscriptions: { hook: { url: HOOK, secret: SECRET, events: ["visits.*"] } },
        },
      }),
    },
  },
});
announce(Number(new URL(server.origin).port));
