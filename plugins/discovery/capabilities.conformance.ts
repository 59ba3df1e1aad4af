import {
  asObject,
  defineConformance,
  expectThat,
  OK,
  ownAnswers,
  readObject,
  testCase,
  type Answer,
  type CheckContext,
} from "waymark/conformance";
import type { Plugin } from "waymark";
import { requiredScopes } from "waymark/advanced";
import { Capabilities } from "waymark/services";

type Evidence = (answer: Answer) => boolean;

const has =
  (name: string, value = /./): Evidence =>
  ({ headers }) =>
    value.test(headers[name.toLowerCase()] ?? "");
const serves =
  (path: string): Evidence =>
  ({ target, status }) =>
    target === path && status < 400;
const member =
  (name: string): Evidence =>
  (answer) =>
    answer.status < 400 &&
    answer.body.includes(`"${name}":`) &&
    readObject(answer)[name] !== undefined;

/** Sent over HTTPS only, which most checks do not use. */
const HSTS = "hsts";

/** Evidence by flag: the answer that is there if and only if the flag is true. */
const EVIDENCE: Readonly<Record<string, Evidence>> = {
  rateLimitHeaders: has("x-ratelimit-limit"),
  serverTiming: has("server-timing"),
  contentDigest: has("content-digest"),
  wantDigest: has("vary", /\bwant-digest\b/i),
  traceContext: has("traceparent"),
  exposeHeaders: has("access-control-expose-headers"),
  preferHeader: has("preference-applied"),
  profileLink: has("link", /rel="profile"/),
  sunsetHeader: has("sunset"),
  permissionsPolicy: has("permissions-policy"),
  referrerPolicy: has("referrer-policy"),
  problemDetails: has("content-type", /^application\/problem\+json/),
  openapiYaml: has("content-type", /^application\/openapi\+yaml/),
  sse: has("content-type", /^text\/event-stream/),
  metrics: serves("/api/metrics"),
  apiPlayground: serves("/developers/playground.js"),
};

/** The same for flags that are false even if another plugin has such an answer for a reason of its own. */
const ONE_WAY: Readonly<Record<string, Evidence>> = {
  openapi: member("openapi"),
  apiVersioning: member("apiVersion"),
  stability: member("stability"),
  recommended: member("recommended"),
  conformsTo: member("conformsTo"),
  listMeta: member("_meta"),
  hateoasBodyLinks: member("_links"),
  sparseFieldsets: ({ target, status }) => /[?&]fields=/.test(target) && status === 200,
  retryAfterOn429: ({ status, headers }) => status === 429 && headers["retry-after"] !== undefined,
  wellKnownChangeLog: serves("/.well-known/change-log"),
  webhooks: (answer) => readObject(answer)["supported"] === true && serves("/api/webhooks")(answer),
};

export default defineConformance({
  covers: {},
  after: (context) => [
    testCase("capabilities: flags", async () => {
      const answers = context.operations.flatMap((operation) =>
        operation.answers.map(({ answer }) => answer),
      );
      const flags = Object.keys({ ...EVIDENCE, ...context.registry.of(Capabilities) });
      const violations = await Array.fromAsync(flags, (flag) => compare(flag, answers, context));
      return violations.flat();
    }),
  ],
});

async function compare(flag: string, answers: readonly Answer[], context: CheckContext) {
  const { [flag]: isSet = false } = context.registry.of(Capabilities);
  const isExact = EVIDENCE[flag] !== undefined;
  if (!isSet && !isExact) return OK;
  const shows = EVIDENCE[flag] ?? ONE_WAY[flag] ?? headerOf(flag, context);
  const isSeen = shows === undefined ? await isServed(flag, context) : answers.some(shows);
  if (isSeen === undefined)
    return [
      {
        expected: `an answer that shows ${flag}, which is true`,
        received: "no route publishes it, and no header",
        hint: `let the route that it is about publish it: publish: { capability: "${flag}" }; or name its header: { sends: "…" }`,
      },
    ];
  const mayBeUnseen = !isExact && !isSeen && !context.target.exclusive;
  return expectThat(
    mayBeUnseen || isSeen === isSet,
    `${flag} to be ${isSeen}, as the answers are`,
    String(isSet),
  );
}

/** Returns the header that a plugin names as its flag's, if it does. */
function headerOf(flag: string, { registry }: CheckContext): Evidence | undefined {
  for (const { plugin, enabled, options } of registry.installed) {
    const { capabilities = {} }: Plugin = plugin;
    if (!enabled) continue;
    // The options were validated with the plugin's own schema.
    const flags =
      typeof capabilities === "function" ? capabilities(options as never) : capabilities;
    const { sends } = asObject(flags[flag]);
    if (typeof sends === "string" && flag !== HSTS) return has(sends);
  }
  return undefined;
}

/** Checks that routes that publish the flag answer, or reads a request of its own; undefined if there is no evidence. */
async function isServed(flag: string, context: CheckContext): Promise<boolean | undefined> {
  const { operations, registry, target, ask } = context;
  const routes = registry.routes.filter(
    ({ declaration }) => declaration.publish?.capability === flag,
  );
  if (routes.length > 0) {
    const asked = operations
      .filter(({ route }) => routes.includes(route))
      .flatMap((operation) =>
        ownAnswers(operation).filter(({ method }) => method === operation.route.method),
      );
    // A route without a path, or of a plugin that did not start, is a failure elsewhere.
    return asked.length === 0 || asked.some(({ status }) => status < 300 || isRefusal(status));
  }
  const [first] = operations;
  if (flag === HSTS && first !== undefined) {
    const headers = { "x-forwarded-proto": "https", host: "service.example" };
    const isSecure = target.origin.startsWith("https:");
    if (!target.exclusive && !isSecure) return true; // it is sent over HTTPS only
    const answer = await ask(first.target, { method: "HEAD", ...(isSecure ? {} : { headers }) });
    return has("strict-transport-security")(answer);
  }
  if (flag === "auth") {
    const guarded = operations.find(({ route }) => requiredScopes(route) !== undefined) ?? first;
    if (guarded === undefined) return undefined;
    const headers = { authorization: "Bearer waymark-forged" };
    const { method } = guarded.route;
    const { status } = await ask(guarded.target, { method, headers, anonymous: true });
    return status === 401;
  }
  return undefined;
}

/** Checks that a status says that the route is there, and not for this caller. */
function isRefusal(status: number): boolean {
  return status === 401 || status === 403;
}
