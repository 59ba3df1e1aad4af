/**
 * The law of truth, by mutation: for each option that a policy document mentions, what is published and what is done
 * change together. Observations come from answers alone, never from the registry.
 */
import { describe, expect, it } from "vitest";
import { json, jsonRequest, type Ask } from "../_setup.ts";
import {
  header,
  largest,
  maxAgeOf,
  read,
  start,
  status,
  those,
  type Settings,
} from "./truth-probe.ts";

const PREFLIGHT = { origin: "https://a.example", "access-control-request-method": "GET" };
const preflight = (origin: string): RequestInit => ({
  method: "OPTIONS",
  headers: { ...PREFLIGHT, origin },
});
const proxied: RequestInit = {
  headers: { "x-forwarded-proto": "https", "x-forwarded-host": "api.example" },
};
const posting = (text: string): RequestInit => jsonRequest("POST", { text });
const overhead = JSON.stringify({ text: "" }).length;

interface Row {
  /** Two settings that differ in one thing. */
  readonly settings: readonly [Settings, Settings];
  readonly published: (ask: Ask) => Promise<unknown>;
  readonly observed: (ask: Ask) => Promise<unknown>;
}

/** Settings with two values of one option. */
const option = (plugin: string, name: string, first: unknown, second: unknown): Row["settings"] => [
  { [plugin]: { [name]: first } },
  { [plugin]: { [name]: second } },
];
const switched = (plugin: string): Row["settings"] => [{}, { [plugin]: false }];

const limits = option("rate-limit", "limit", 3, 5);
const windows = option("rate-limit", "window", "30s", "90s");
/** How many requests are let through. */
const countAllowed = async (ask: Ask) => {
  let allowed = 0;
  while ((await status(ask, "/api/probe")) === 200) allowed++;
  return allowed;
};
const windowOf = async (ask: Ask) =>
  Number(/w=(\d+)/.exec(await header(ask, "ratelimit-policy", "/api/ping"))?.[1]);
/** The entry of the cache policy for the probe. */
const probeEntry = async (ask: Ask) => {
  const cacheable = await read(ask, "/api/cache-policy", "cacheable");
  return (cacheable as { path: string; maxAge: number }[]).find(
    ({ path }) => path === "/api/probe",
  );
};
/** Whether a document lists the probe. */
const listsProbe = (ask: Ask, path: string, ...keys: string[]) =>
  read(ask, path, ...keys).then((paths) => (paths as string[]).includes("/api/probe"));

const ROWS: Readonly<Record<string, Row>> = {
  "the rate limit": {
    settings: limits,
    published: (ask) => read(ask, "/api/rate-limit-policy", "limit"),
    observed: async (ask) => (await countAllowed(ask)) + 1, // the document counted too
  },
  "the rate limit, in /api/limits": {
    settings: limits,
    published: (ask) => read(ask, "/api/limits", "limit"),
    observed: async (ask) => Number(await header(ask, "x-ratelimit-limit", "/api/ping")),
  },
  "its window": {
    settings: windows,
    published: (ask) => read(ask, "/api/rate-limit-policy", "windowSeconds"),
    observed: windowOf,
  },
  "its window, in /api/limits": {
    settings: windows,
    published: (ask) => read(ask, "/api/limits", "windowSeconds"),
    observed: windowOf,
  },
  "the longest URL": {
    settings: option("size-limits", "maxUrlLength", 100, 120),
    published: (ask) => read(ask, "/api/size-limits", "maxUrlLength"),
    observed: (ask) =>
      largest(
        [99, 100, 101, 119, 120, 121],
        async (length) => (await status(ask, `/api/ping?${"x".repeat(length - 10)}`)) === 200,
      ),
  },
  "the largest body": {
    settings: option("size-limits", "maxRequestPayloadBytes", 100, 200),
    published: (ask) => read(ask, "/api/size-limits", "maxRequestPayloadBytes"),
    observed: (ask) =>
      largest([99, 100, 101, 199, 200, 201], async (bytes) => {
        const answer = await status(ask, "/api/probe/echo", posting("x".repeat(bytes - overhead)));
        return answer !== 413;
      }),
  },
  "the page size": {
    settings: option("lists", "defaultPageSize", 1, 2),
    published: (ask) => read(ask, "/api/pagination", "defaultPageSize"),
    observed: (ask) => read(ask, "/api/offices", "_meta", "count"),
  },
  "the largest page": {
    settings: [
      { lists: { defaultPageSize: 1, maxPageSize: 3 } },
      { lists: { defaultPageSize: 1, maxPageSize: 5 } },
    ],
    published: (ask) => read(ask, "/api/pagination", "maxPageSize"),
    observed: (ask) =>
      largest(
        [1, 2, 3, 4, 5, 6],
        async (limit) => (await status(ask, `/api/brains?limit=${limit}`)) === 200,
      ),
  },
  "the lists that can be queried": {
    settings: switched("probes"),
    published: async (ask) =>
      ((await read(ask, "/api/query-policy", "applicableEndpoints")) as string[]).includes(
        "/api/probes",
      ),
    observed: async (ask) =>
      (await read(ask, "/api/probes?filter[id]=b&fields=id&sort=-id", "_meta", "count")) === 1,
  },
  "the origins let in": {
    settings: option(
      "cors",
      "origins",
      ["https://a.example"],
      ["https://a.example", "https://b.example"],
    ),
    published: (ask) => read(ask, "/api/cors", "allowedOrigins"),
    observed: (ask) =>
      those(
        ["https://a.example", "https://b.example", "https://c.example"],
        async (origin) =>
          (await header(ask, "access-control-allow-origin", "/api/ping", {
            headers: { origin },
          })) === origin,
      ),
  },
  "all origins or one, in /api/security-policy": {
    settings: option("cors", "origins", ["*"], ["https://a.example"]),
    published: (ask) => read(ask, "/api/security-policy", "cors", "allowedOrigins"),
    observed: async (ask) => [
      await header(ask, "access-control-allow-origin", "/api/ping", { headers: PREFLIGHT }),
    ],
  },
  "whether credentials are let in": {
    settings: [
      { cors: { origins: ["https://a.example"] } },
      { cors: { origins: ["https://a.example"], allowCredentials: true } },
    ],
    published: (ask) => read(ask, "/api/cors", "allowCredentials"),
    observed: async (ask) =>
      (await header(ask, "access-control-allow-credentials", "/api/ping", {
        headers: PREFLIGHT,
      })) === "true",
  },
  "the headers that scripts may read": {
    settings: switched("digest"),
    published: (ask) => read(ask, "/api/cors", "exposeHeaders"),
    observed: async (ask) =>
      (await header(ask, "access-control-expose-headers", "/api/ping")).split(", "),
  },
  "the headers that scripts may send": {
    settings: switched("digest"),
    published: (ask) => read(ask, "/api/cors", "allowedHeaders"),
    observed: async (ask) =>
      (
        await header(ask, "access-control-allow-headers", "/api/ping", preflight("https://a.test"))
      ).split(", "),
  },
  "the content codings": {
    settings: option("encoding", "codings", ["gzip"], ["gzip", "br", "zstd"]),
    published: (ask) => read(ask, "/api/encoding", "encodings"),
    observed: async (ask) => [
      "identity",
      ...(await those(
        ["gzip", "br", "zstd"],
        async (coding) =>
          (await header(ask, "content-encoding", "/api/openapi", {
            headers: { "accept-encoding": coding },
          })) === coding,
      )),
    ],
  },
  "the content codings, in /api/accept-policy": {
    settings: switched("encoding"),
    published: (ask) => read(ask, "/api/accept-policy", "acceptEncoding", "supported"),
    observed: async (ask) => [
      "identity",
      ...(await those(
        ["gzip", "br"],
        async (coding) =>
          (await header(ask, "content-encoding", "/api/openapi", {
            headers: { "accept-encoding": coding },
          })) === coding,
      )),
    ],
  },
  "the smallest body that is encoded": {
    settings: option("encoding", "minBytes", 1, 100_000_000),
    published: async (ask) => (await read(ask, "/api/encoding", "minBytes")) === 1,
    observed: async (ask) =>
      (await header(ask, "content-encoding", "/api/openapi", {
        headers: { "accept-encoding": "gzip" },
      })) === "gzip",
  },
  "the age of HSTS": {
    settings: option("hsts", "maxAge", "1d", "2d"),
    published: (ask) => read(ask, "/api/security-policy", "hsts", "maxAgeSeconds"),
    observed: async (ask) =>
      maxAgeOf(await header(ask, "strict-transport-security", "/api/ping", proxied)),
  },
  "the rest of HSTS": {
    settings: option("hsts", "includeSubDomains", false, true),
    published: (ask) => read(ask, "/api/security-policy", "hsts", "value"),
    observed: (ask) => header(ask, "strict-transport-security", "/api/ping", proxied),
  },
  "the permissions policy": {
    settings: option("security-headers", "permissionsPolicy", "camera=()", "usb=()"),
    published: (ask) => read(ask, "/api/security-policy", "permissionsPolicy"),
    observed: (ask) => header(ask, "permissions-policy", "/api/ping"),
  },
  "the referrer policy, also left out": {
    settings: option("security-headers", "referrerPolicy", "no-referrer", false),
    published: async (ask) => (await read(ask, "/api/security-policy", "referrerPolicy")) ?? "",
    observed: (ask) => header(ask, "referrer-policy", "/api/ping"),
  },
  "how long an answer may be kept": {
    settings: option("probe", "maxAge", "7s", "9s"),
    published: async (ask) => (await probeEntry(ask))?.maxAge,
    observed: async (ask) => maxAgeOf(await header(ask, "cache-control", "/api/probe")),
  },
  "whether an answer may be kept": {
    settings: option("probe", "stored", true, false),
    published: (ask) => listsProbe(ask, "/api/cache-policy", "noStore"),
    observed: async (ask) => (await header(ask, "cache-control", "/api/probe")) === "no-store",
  },
  "where a condition saves an answer": {
    settings: option("probe", "stored", true, false),
    published: (ask) => listsProbe(ask, "/api/conditional-requests", "endpoints"),
    observed: async (ask) =>
      (await status(ask, "/api/probe", { headers: { "if-none-match": "*" } })) === 304,
  },
  "what readers can count on": {
    settings: switched("cache"),
    published: (ask) => read(ask, "/api/consistency-policy", "staleReadsAllowed"),
    observed: async (ask) => maxAgeOf(await header(ask, "cache-control", "/api/offices")) > 0,
  },
  "which answers tell how long they took": {
    settings: option("probe", "timed", false, true),
    published: (ask) => listsProbe(ask, "/api/timing-policy", "endpoints"),
    observed: async (ask) => (await header(ask, "server-timing", "/api/probe")) !== "",
  },
  "the end of a route": {
    settings: option("probe", "sunset", "2030-01-01", "2031-01-01"),
    published: async (ask) => {
      const routes = await read(ask, "/api/deprecation-policy", "routes");
      return (routes as { path: string; sunset: string }[]).find(
        ({ path }) => path === "/api/probe",
      )?.sunset;
    },
    observed: async (ask) =>
      new Date(await header(ask, "sunset", "/api/probe")).toISOString().slice(0, 10),
  },
  "which preferences are honoured": {
    settings: switched("lists"),
    published: (ask) => read(ask, "/api/prefer", "preferences", 0, "honored"),
    observed: async (ask) =>
      (await header(ask, "preference-applied", "/api/offices", {
        headers: { prefer: "return=minimal" },
      })) === "return=minimal",
  },
  "the form of errors": {
    settings: switched("problem-details"),
    published: async (ask) =>
      (await read(ask, "/api/errors-policy", "problemDetailsAccept")) ?? "application/json",
    observed: (ask) =>
      header(ask, "content-type", "/api/nothing", {
        headers: { accept: "application/problem+json" },
      }),
  },
  "the name of a request": {
    settings: switched("request-id"),
    published: async (ask) =>
      (await read(ask, "/api/errors-policy", "requestIdHeader")) !== undefined,
    observed: async (ask) => (await header(ask, "x-request-id", "/api/ping")) !== "",
  },
  "the media types": {
    settings: switched("openapi"),
    published: async (ask) =>
      ((await read(ask, "/api/media-types", "produce")) as string[]).includes("application/yaml"),
    observed: async (ask) =>
      (await header(ask, "content-type", "/api/openapi", {
        headers: { accept: "application/yaml" },
      })) === "application/yaml",
  },
  "the well-known paths": {
    settings: switched("security-txt"),
    published: async (ask) =>
      ((await read(ask, "/api/well-known-paths", "paths")) as { name: string }[]).some(
        ({ name }) => name === "security.txt",
      ),
    observed: async (ask) => (await status(ask, "/.well-known/security.txt")) === 200,
  },
  "whom to tell about a weakness": {
    settings: switched("security-txt"),
    published: (ask) => read(ask, "/api/security-policy", "securityTxt"),
    observed: async (ask) =>
      (await status(ask, "/.well-known/security.txt")) === 200
        ? "/.well-known/security.txt"
        : undefined,
  },
  "the relations": {
    settings: switched("changelog"),
    published: async (ask) =>
      ((await read(ask, "/api/link-relations", "relations")) as { rel: string }[]).some(
        ({ rel }) => rel === "feed",
      ),
    observed: async (ask) =>
      (await read(ask, "/api/deprecation-policy", "_links", "feed")) !== undefined,
  },
};

describe("what is published is what is done, before and after a change", () => {
  it.each(Object.entries(ROWS))("%s", async (_what, { settings, published, observed }) => {
    const found: unknown[] = [];
    for (const plugins of settings) {
      const ask = await start(plugins);
      const said = await published(ask);
      expect(said).toEqual(await observed(ask));
      found.push(said);
    }
    expect(found[0]).not.toEqual(found[1]);
  });
});

describe("a policy goes with its document, its headers and its flag", () => {
  it.each([
    ["rate-limit", "/api/rate-limit-policy", "X-RateLimit-Limit", "rateLimitPolicyDiscovery"],
    ["links", "/api/link-relations", "Link", "linkRelationsDiscovery"],
    ["cache", "/api/cache-policy", "Cache-Control", "cachePolicyDiscovery"],
    ["cache", "/api/conditional-requests", "ETag", "conditionalRequestsDiscovery"],
    ["cors", "/api/cors", "Access-Control-Allow-Origin", "corsDiscovery"],
    ["security-headers", "/api/security-policy", "Referrer-Policy", "securityPolicyDiscovery"],
    ["server-timing", "/api/timing-policy", "Server-Timing", "timingPolicyDiscovery"],
    ["deprecation", "/api/deprecation-policy", "Sunset", "deprecationPolicyDiscovery"],
  ])("%s: %s", async (plugin, document, name, flag) => {
    // Routes that declare a policy's key cannot do without it.
    for (const on of [true, false]) {
      const ask = await start(on ? { probe: { timed: true } } : { probe: false, [plugin]: false });
      expect(await status(ask, document)).toBe(on ? 200 : 404);
      const { capabilities } = await json<{ capabilities: Record<string, boolean> }>(
        await ask("/api/capabilities"),
      );
      expect(capabilities[flag]).toBe(on);
      const seen = await header(ask, name, on ? "/api/probe" : "/api/version");
      expect(seen !== "").toBe(on);
    }
  });
});

describe("notices and objectives follow their options", () => {
  it.each([
    ["slo", { availabilityPercent: 99 }, "/api/slo", ["objectives", 0, "target"], 99],
    ["slo", { latencyP99: "1s" }, "/api/slo", ["objectives", 1, "target"], 1000],
    [
      "deprecation",
      { noticePeriodMonths: 6 },
      "/api/deprecation-policy",
      ["noticePeriodMonths"],
      6,
    ],
  ])("%s %j", async (plugin, options, document, keys, expected) => {
    expect(await read(await start({}), document, ...keys)).not.toEqual(expected);
    expect(await read(await start({ [plugin]: options }), document, ...keys)).toEqual(expected);
  });
});
