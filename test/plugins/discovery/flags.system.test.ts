/** Each flag of /api/capabilities is what can be observed of it, and is flipped by its fact (B2). */
import { describe, expect, it } from "vitest";
import { definePlugin, definePolicy, type Plugin, type WaymarkConfig } from "waymark";
import preset from "waymark/preset";
import { dependentsOf } from "../../../plugins/tools/shared/closure/index.ts";
import { FLAGS } from "../../../plugins/discovery/flags.ts";
import { draw, seed } from "../../_draw.ts";
import { type Ask, json, startServer } from "../../_setup.ts";
import { header, read, start, status } from "../../conformance/truth-probe.ts";

type Observe = (ask: Ask) => Promise<boolean>;

const serves =
  (path: string, init?: RequestInit): Observe =>
  async (ask) =>
    (await status(ask, path, init)) < 400;
const sends =
  (name: string, path = "/api/ping", headers: Record<string, string> = {}): Observe =>
  async (ask) =>
    (await header(ask, name, path, { headers })) !== "";
const has =
  (path: string, ...keys: (string | number)[]): Observe =>
  async (ask) =>
    (await read(ask, path, ...keys)) !== undefined;
const typed =
  (path: string, mediaType: string): Observe =>
  async (ask) =>
    (await header(ask, "content-type", path, { headers: { accept: mediaType } })).startsWith(
      mediaType,
    );
const links =
  (rel: string): Observe =>
  async (ask) =>
    (await header(ask, "link", "/api/ping")).includes(`rel="${rel}"`);
const streams: Observe = async (ask) => {
  const answer = await ask("/api/events");
  await answer.body?.cancel();
  return answer.headers.get("content-type") === "text/event-stream";
};
const authenticates: Observe = async (ask) => {
  const methods = (await read(ask, "/api/auth-methods", "methods")) as {
    id: string;
    current: boolean;
  }[];
  return methods.some(({ id, current }) => id !== "none" && current);
};
const supported =
  (path: string): Observe =>
  async (ask) =>
    (await read(ask, path, "supported")) === true;

/** A plugin's option that takes the fact away, and where the fact is seen. */
type Row = readonly [off: WaymarkConfig["plugins"], observed: Observe];

/** Switches off some plugins, and with them their dependents. */
const off = (...ids: string[]) =>
  Object.fromEntries([...dependentsOf(preset, ids)].map((id) => [id, false]));
/** The flag of a document at `path`, served by one plugin. */
const documents = (path: string, id: string): Row => [off(id), serves(path)];
const https = { "x-forwarded-proto": "https", "x-forwarded-host": "api.example" };

const ROWS: Readonly<Record<string, Row>> = {
  openapi: documents("/api/openapi", "openapi"),
  locales: documents("/api/locales", "locales"),
  rateLimitHeaders: [off("rate-limit"), sends("x-ratelimit-limit")],
  schemas: documents("/api/schemas", "schemas"),
  apiVersioning: [off("root"), has("/api", "apiVersion")],
  sse: [off("events"), streams],
  metrics: documents("/api/metrics", "metrics"),
  graphql: documents("/api/graphql?query={__typename}", "graphql"),
  serverTiming: [off("server-timing"), sends("server-timing", "/api/version")],
  securityTxt: documents("/.well-known/security.txt", "security-txt"),
  problemDetails: [off("problem-details"), typed("/api/nothing", "application/problem+json")],
  sparseFieldsets: [
    off("lists"),
    async (ask) => (await read(ask, "/api/probes?fields=id&limit=1", "_meta", "count")) === 1,
  ],
  contentDigest: [off("digest"), sends("content-digest", "/api/version")],
  wantDigest: [off("digest"), sends("content-digest", "/api/health", { "want-digest": "sha-256" })],
  traceContext: [off("trace-context"), sends("traceparent")],
  exposeHeaders: [off("cors"), sends("access-control-expose-headers")],
  preferHeader: [
    off("lists"),
    sends("preference-applied", "/api/probes", { prefer: "return=minimal" }),
  ],
  auditStub: documents("/api/audit", "audit"),
  profileLink: [off("schemas"), links("profile")],
  wellKnownChangeLog: documents("/.well-known/change-log", "changelog"),
  apiPlayground: documents("/developers/playground.js", "developers"),
  usageStub: documents("/api/usage", "usage"),
  sunsetHeader: [{ ...off("legacy"), probe: false }, sends("sunset", "/api/legacy/health")],
  stability: [off("root"), has("/api", "stability")],
  wellKnownApiDiscovery: documents("/.well-known/api-discovery", "api-discovery"),
  hsts: [off("hsts"), sends("strict-transport-security", "/api/ping", https)],
  recommended: [off("root"), has("/api", "recommended", 0)],
  permissionsPolicy: [
    { "security-headers": { permissionsPolicy: false } },
    sends("permissions-policy"),
  ],
  referrerPolicy: [{ "security-headers": { referrerPolicy: false } }, sends("referrer-policy")],
  conformsTo: [off("root"), has("/api", "conformsTo", 0)],
  retryAfterOn429: [
    off("rate-limit", "rate-limit-demo"),
    sends("retry-after", "/api/rate-limit-demo"),
  ],
  readinessProbe: documents("/api/ready", "ready"),
  requestInfo: documents("/api/request-info", "request-info"),
  listMeta: [off("lists"), has("/api/probes", "_meta", "count")],
  hateoasBodyLinks: [off("links"), has("/api/ping", "_links")],
  observability: documents("/api/observability", "observability"),
  openapiYaml: [off("openapi"), typed("/api/openapi", "application/yaml")],
  apiVersionLifecycle: documents("/api/versions", "root"),
  conformsToEndpoint: documents("/api/conforms-to", "conforms-to"),
  authMethods: documents("/api/auth-methods", "auth-methods"),
  encodingDiscovery: documents("/api/encoding", "encoding"),
  corsDiscovery: documents("/api/cors", "cors"),
  retryPolicyDiscovery: documents("/api/retry-policy", "retry-policy"),
  mediaTypesDiscovery: documents("/api/media-types", "media-types"),
  wellKnownPathsDiscovery: documents("/api/well-known-paths", "well-known-paths"),
  linkRelationsDiscovery: documents("/api/link-relations", "links"),
  sizeLimitsDiscovery: documents("/api/size-limits", "size-limits"),
  preferDiscovery: documents("/api/prefer", "prefer"),
  idempotencyDiscovery: documents("/api/idempotency", "idempotency"),
  cachePolicyDiscovery: documents("/api/cache-policy", "cache"),
  paginationDiscovery: documents("/api/pagination", "lists"),
  deprecationPolicyDiscovery: [
    { ...off("deprecation", "legacy"), probe: false },
    serves("/api/deprecation-policy"),
  ],
  sloDiscovery: documents("/api/slo", "slo"),
  queryPolicyDiscovery: documents("/api/query-policy", "lists"),
  webhooksDiscovery: documents("/api/webhooks", "webhooks"),
  acceptPolicyDiscovery: documents("/api/accept-policy", "accept-policy"),
  bulkPolicyDiscovery: documents("/api/bulk-policy", "bulk-policy"),
  errorsPolicyDiscovery: documents("/api/errors-policy", "errors"),
  timingPolicyDiscovery: documents("/api/timing-policy", "server-timing"),
  securityPolicyDiscovery: documents("/api/security-policy", "security-headers"),
  documentationDiscovery: documents("/api/documentation", "documentation"),
  rateLimitPolicyDiscovery: documents("/api/rate-limit-policy", "rate-limit"),
  conditionalRequestsDiscovery: documents("/api/conditional-requests", "cache"),
  resiliencePolicyDiscovery: documents("/api/resilience-policy", "resilience-policy"),
  consistencyPolicyDiscovery: documents("/api/consistency-policy", "consistency-policy"),
};

/** Nothing of the preset provides these. */
const ABSENT: Readonly<Record<string, Observe>> = {
  webhooks: supported("/api/webhooks"),
  bulk: supported("/api/bulk-policy"),
  auth: authenticates,
};

async function flagsOf(ask: Ask): Promise<Readonly<Record<string, boolean>>> {
  return (await read(ask, "/api/capabilities", "capabilities")) as Record<string, boolean>;
}

describe("every flag is what is observed, and flips with it", () => {
  it.each(draw(Object.entries(ROWS), 20))(
    `%s, with SEED=${seed}`,
    async (flag, [without, observed]) => {
      for (const [plugins, on] of [
        [{}, true],
        [without ?? {}, false],
      ] as const) {
        const ask = await start(plugins);
        const seen = { flag: (await flagsOf(ask))[flag], observed: await observed(ask) };
        expect(seen).toEqual({ flag: on, observed: on });
      }
    },
  );

  it.each(Object.entries(ABSENT))("%s is neither said nor seen", async (flag, observed) => {
    const ask = await start({});
    expect([(await flagsOf(ask))[flag], await observed(ask)]).toEqual([false, false]);
  });

  it("leaves no flag out", () => {
    expect([...Object.keys(ROWS), ...Object.keys(ABSENT)].toSorted()).toEqual(FLAGS.toSorted());
  });
});

describe("a flag follows what plugins of others do", () => {
  /** Flags with some plugins of the preset off, and another one on. */
  async function flagsWith(plugin: Plugin, ...without: string[]) {
    const server = await startServer({
      plugins: [...preset, plugin],
      config: { plugins: off(...without) },
    });
    const { capabilities } = await json<{ capabilities: Record<string, boolean> }>(
      await server.fetch("/api/capabilities"),
    );
    return capabilities;
  }
  const base = { id: "foreign", summary: "Does what a plugin of the preset does." } as const;
  const writing = (name: string) =>
    definePolicy({
      id: "foreign",
      writes: { [name]: "As the other one." },
      compile: () => ({ fields: () => ({ [name]: "1" }) }),
    });

  it.each([
    ["hsts", "hsts", "Strict-Transport-Security"],
    ["rateLimitHeaders", "rate-limit", "X-RateLimit-Limit"],
    ["traceContext", "trace-context", "traceparent"],
    ["exposeHeaders", "cors", "Access-Control-Expose-Headers"],
    ["contentDigest", "digest", "Content-Digest"],
    ["permissionsPolicy", "security-headers", "Permissions-Policy"],
    ["referrerPolicy", "security-headers", "Referrer-Policy"],
  ])("%s: without %s, %s", async (flag, id, name) => {
    const capabilities = await flagsWith(definePlugin({ ...base, policies: [writing(name)] }), id);
    expect(capabilities[flag]).toBe(true);
  });

  it("T7: metrics, with another plugin at its path", async () => {
    const metrics = definePlugin({
      ...base,
      routes: {
        readMetrics: {
          method: "GET",
          path: "/api/metrics",
          summary: "Read measurements.",
          text: { mediaType: "text/plain" },
          cache: "no-store",
        },
      },
      handlers: () => ({ readMetrics: () => "up 1" }),
    });
    expect((await flagsWith(metrics, "metrics"))["metrics"]).toBe(true);
  });

  it("auth, with a policy that states how to authenticate", async () => {
    const authMethods = [{ id: "key", description: "A key.", current: true }];
    const policy = definePolicy({
      id: "key",
      compile: () => undefined,
      statement: () => ({ authMethods }),
    });
    const capabilities = await flagsWith(definePlugin({ ...base, policies: [policy] }));
    expect(capabilities["auth"]).toBe(true);
  });

  it.each(["webhooks", "bulk", "auth", "atlas"])("%s, contributed", async (flag) => {
    const capabilities = await flagsWith(definePlugin({ ...base, capabilities: { [flag]: true } }));
    expect(capabilities[flag]).toBe(true);
    // Flags that only a plugin knows come last.
    expect(Object.keys(capabilities).slice(0, FLAGS.length)).toEqual(FLAGS);
  });
});
