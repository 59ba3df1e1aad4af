/**
 * Waymark with every plugin. Environment: FAST_PATH=off leaves h3 alone; LIMITED=on refuses every request but the first;
 * SAMPLE is the share of requests that the access log has, `off` takes the plugin away; STORE is the file or the URL of a
 * database; PROXY=trusted believes what loopback forwards; STREAMS is the number of event streams it holds; IDENTITY=on
 * knows callers by badges, IDENTITY=required asks for one on the list, or for a token of ISSUER, or with IDENTITY=keys for
 * a key of the database, IDENTITY=public-keys knows such keys and leaves the list to everybody; ROOMS=on adds rows that
 * are written, KEYS=on those that are written with an idempotency key; REDIS is where limits are counted for all nodes;
 * COLLECTOR is where traces go, and TRACES their share.
 */
import { benchBadges } from "./bench-badges.ts";
import { benchRooms } from "./bench-rooms.ts";
import { benchVisits } from "./bench-visits.ts";
import { benchEvents, publishTick } from "./bench-events.ts";
import { createTestServer } from "../../../plugins/tools/testing/index.ts";
import { announce } from "./announce.ts";
import { BASE_URL, LIMIT } from "./job.ts";

const {
  FAST_PATH,
  SAMPLE = "0",
  STORE,
  PROXY,
  STREAMS,
  IDENTITY,
  ISSUER,
  ROOMS,
  KEYS,
  REDIS,
  COLLECTOR,
  TRACES = "1",
} = process.env;
const required =
  IDENTITY === "on" || IDENTITY === "public-keys" ? {} : { "offices.listOffices": "authenticated" };

const server = await createTestServer({
  fastPath: FAST_PATH !== "off",
  config: {
    baseUrl: BASE_URL,
    ...(PROXY === "trusted" ? { trustedProxies: ["127.0.0.1"] } : {}),
    plugins: {
      "rate-limit": { limit: LIMIT },
      "access-log": SAMPLE === "off" ? false : { sample: Number(SAMPLE) },
      ...(STORE === undefined
        ? {}
        : { store: STORE.startsWith("postgres:") ? { url: STORE } : { file: STORE } }),
      ...(IDENTITY === undefined
        ? {}
        : {
            access: { require: required },
            ...(IDENTITY.endsWith("keys") ? { "api-keys": {} } : {}),
            ...(ISSUER === undefined
              ? { "bench-badges": benchBadges() }
              : { oidc: { issuers: [{ issuer: ISSUER, audience: BASE_URL, jwksUri: ISSUER }] } }),
          }),
      ...(ROOMS === undefined ? {} : { "bench-rooms": benchRooms() }),
      ...(KEYS === undefined
        ? {}
        : {
            "bench-visits": benchVisits(),
            idempotency: { enabled: true, maxKeysPerClient: 1_000_000_000 },
          }),
      ...(REDIS === undefined ? {} : { redis: { url: REDIS } }),
      ...(COLLECTOR === undefined ? {} : { otel: { url: COLLECTOR, sample: Number(TRACES) } }),
      ...(STREAMS === undefined
        ? {}
        : {
            events: { maxPerClient: Number(STREAMS), maxStreams: Number(STREAMS) },
            "bench-events": benchEvents(),
          }),
    },
  },
});
announce(Number(new URL(server.origin).port), { publish: publishTick });
