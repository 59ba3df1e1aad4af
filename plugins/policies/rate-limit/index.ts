import {
  definePlugin,
  definePolicy,
  optional,
  ownState,
  toMilliseconds,
  type Call,
  type CompiledPolicy,
  type MaybePromise,
  type SealedRoute,
} from "waymark";
import { clientNetwork } from "waymark/advanced";
import {
  Guarantees,
  Limiter,
  Plans,
  Store,
  type Counter,
  type Limit,
  type Plan,
  type Quota,
} from "waymark/services";
import { z } from "zod";
import { Duration } from "../../../schemas/duration.ts";
import {
  Limits,
  RateLimitPolicyDiscovery,
  SharedRateLimitPolicyDiscovery,
} from "../../../schemas/documents/limits.ts";
import { createCounter } from "../../shared/memory-counter.ts";

declare module "waymark" {
  interface RoutePolicies {
    /** Exempts the route: its requests do not count, as for the site's files. Its answers still have the headers. */
    readonly rateLimit?: "exempt";
  }
  interface ErrorCodes {
    readonly "rate-limit-exceeded": true;
  }
}

const USUAL_LIMIT = 600;

const Options = z.strictObject({
  limit: z
    .int()
    .min(1)
    .default(USUAL_LIMIT)
    .describe("Requests per window and client: an address, or a principal without a plan."),
  window: Duration.refine((window) => {
    const ms = toMilliseconds(window);
    return ms > 0 && ms % 1000 === 0; // the headers have whole seconds
  }, 'the window must be whole seconds, such as "60s"')
    .default("60s")
    .describe("Length of a client's window, in whole seconds."),
  pages: z
    .int()
    .min(1)
    .optional()
    .describe(
      "Pages for people per window and client, counted apart. Default: the limit, or 600 if that is more.",
    ),
});

type Options = z.output<typeof Options>;

/** Clients that are remembered; beyond it the oldest are forgotten. */
const MAX_CLIENTS = 100_000;

const EXCEEDED = "rate-limit-exceeded";
const REFUSAL = {
  status: 429,
  message: "The client has made more requests than its limit allows.",
  cause: "The client has used up the requests of its window.",
  remedy: "Wait as many seconds as `Retry-After` says, and spread the requests from then on.",
};
/** Requests that the limit has let pass, and those it has not. */
interface Decisions {
  allowed: number;
  refused: number;
}
interface State {
  readonly decisions: Decisions;
  readonly networks: Counter;
  /** Counters of principals, apart from networks, so that no number of networks pushes a principal out. */
  readonly principals: Counter;
  /** Networks once more, for pages: neither they nor calls of the API use up what is left of the others. */
  readonly pages: Counter;
}

/** `reference` is wrong (RFC 9211 is about Cache-Status) but part of the contract; `references` has the RFCs that apply. */
const REFERENCES = {
  reference: "RFC 9211",
  references: ["RFC 6585", "RFC 9110, section 10.2.3", "draft-ietf-httpapi-ratelimit-headers-11"],
};
/** Names of the limits in RateLimit and RateLimit-Policy. */
const POLICY = "default";
const PAGES = "pages";

const writes = {
  "X-RateLimit-Limit": "Requests that a client may make per window.",
  "X-RateLimit-Remaining": "Requests left in the client's window.",
  "X-RateLimit-Reset": "Seconds until the client's window ends.",
  "RateLimit-Policy": "The limit in force, by name: its quota and its window in seconds.",
  RateLimit: "What is left of that limit: requests, and seconds until the window ends.",
} as const;

const NETWORK = "client address; an IPv6 address counts as its /64 network";

const policy = definePolicy({
  id: "rate-limit",
  options: Options,
  guards: false,
  needs: { plans: optional(Plans) },
  state: ownState<State>(),
  key: "rateLimit",
  schema: z.literal("exempt"),
  writes,
  compile(
    route,
    { options, use, state, identifiers },
    value,
  ): CompiledPolicy<keyof typeof writes, Quota> | undefined {
    const { declaration, site } = route;
    if (declaration.listener !== undefined) return undefined;
    const everybody = site ? limitOfPages(options) : limitOfCalls(options);
    const isExempt = value === "exempt" || isFile(route);
    // Preflights are free, because browsers send them on their own and a refused one hides every answer.
    // A malformed request has no client.
    const isFree = ({ method, client, principal }: Call) =>
      isExempt || method === "OPTIONS" || (client === "" && principal === undefined);
    const ofNetwork = (call: Call): MaybePromise<Quota> => {
      const counter = site ? state().pages : state().networks;
      return counter[isFree(call) ? "peek" : "take"](
        clientNetwork(call.client),
        call.startedAt,
        everybody,
      );
    };
    const ofCaller = (call: Call): MaybePromise<Quota> => {
      const { principal, startedAt } = call;
      if (principal === undefined) return ofNetwork(call);
      const own = planLimit(use().plans?.of(principal), everybody);
      return state().principals[isFree(call) ? "peek" : "take"](principal.id, startedAt, own);
    };
    const isOneForAll = site || identifiers.length === 0;
    const take = isOneForAll ? ofNetwork : ofCaller;
    return {
      begin: take,
      admit(call, { allowed, of, reset }) {
        const { decisions } = state();
        if (allowed) {
          if (!isFree(call)) decisions.allowed++;
          return undefined;
        }
        decisions.refused++;
        return {
          code: EXCEEDED,
          detail: `A client may make ${of.limit} requests per ${of.windowMs / 1000} seconds; try again in ${reset} s.`,
          retryAfter: reset,
          extensions: { "violated-policies": [of.name] },
        };
      },
      describe: (call, quota) => `limit ${quota.of.limit}, ${left(call, quota)} left`,
      observe(call) {
        for (let unit = 0; unit < call.charged; unit++) void take(call);
      },
      fields: () => ({
        "X-RateLimit-Limit": isOneForAll
          ? String(everybody.limit)
          : (_call, _reply, { of }) => String(of.limit),
        "X-RateLimit-Remaining": (call, _reply, quota) => String(left(call, quota)),
        "X-RateLimit-Reset": (_call, _reply, { reset }) => String(reset),
        // draft-ietf-httpapi-ratelimit-headers-11: lists of strings with parameters.
        "RateLimit-Policy": isOneForAll
          ? policyItem(everybody)
          : (_call, _reply, { of }) => policyItem(of),
        RateLimit: (call, _reply, quota) =>
          `"${quota.of.name}";r=${left(call, quota)};t=${quota.reset}`,
      }),
    };
  },
  statement: ({ options, routes, identifiers, of }) => ({
    name: POLICY,
    limit: options.limit,
    windowSeconds: toMilliseconds(options.window) / 1000,
    ...(routes.some(({ site }) => site) ? { pagesLimit: limitOfPages(options).limit } : {}),
    per: identifiers.length === 0 ? NETWORK : `principal; without a credential, ${NETWORK}`,
    exemptMethods: ["OPTIONS"],
    exemptPaths: routes
      .filter((route) => route.declaration.rateLimit === "exempt" || isFile(route))
      .map(({ path }) => path),
    headers: Object.keys(writes),
    on429: { code: EXCEEDED, status: REFUSAL.status, header: "Retry-After" },
    ...scansOf(of(Guarantees)[Store.id]),
    ...Object(of(Guarantees)[Limiter.id]),
  }),
  conformance: () => import("./conformance.ts"),
});

function limitOfCalls({ limit, window }: Options): Limit {
  return { name: POLICY, limit, windowMs: toMilliseconds(window) };
}

function limitOfPages({ limit, window, pages = Math.max(limit, USUAL_LIMIT) }: Options): Limit {
  return { name: PAGES, limit: pages, windowMs: toMilliseconds(window) };
}

/** Checks for the site's files, such as styles and icons: a page needs all of them, and they are made once. */
function isFile({ document, declaration }: Pick<SealedRoute, "document" | "declaration">): boolean {
  return declaration.asset === true && (document || declaration.redirect !== undefined);
}

/** Returns the limit of a plan; the parts that it leaves out come from the limit of everybody. */
function planLimit(plan: Plan | undefined, everybody: Limit): Limit {
  if (plan === undefined) return everybody;
  const { name, limit = everybody.limit, windowMs = everybody.windowMs } = plan;
  return { name, limit, windowMs };
}

/** Returns how the limiter counts queries that are dearer than others; another limiter may state nothing of it. */
function scansOf(guarantee: unknown): Pick<z.output<typeof RateLimitPolicyDiscovery>, "scans"> {
  return RateLimitPolicyDiscovery.pick({ scans: true }).safeParse(guarantee).data ?? {};
}

/** Returns the requests left, without the requests that the work of this one counts as. */
function left({ charged }: Call, { remaining }: Quota): number {
  return Math.max(0, remaining - charged);
}

function policyItem({ name, limit, windowMs }: Limit): string {
  return `"${name}";q=${limit};w=${windowMs / 1000}`;
}

/** @param discovery the schema of the policy document: if nodes count together, it says more. */
const rateLimit = (
  discovery: typeof RateLimitPolicyDiscovery | typeof SharedRateLimitPolicyDiscovery,
  translations: Record<string, Record<string, string>> = {},
) =>
  definePlugin({
    id: "rate-limit",
    summary: "Limits the requests of each client, and reports how many are left.",
    section: "policies",
    icon: "M3 1.75h10M3 14.25h10M4.5 1.75v2.5L8 8l3.5-3.75v-2.5M4.5 14.25v-2.5L8 8l3.5 3.75v2.5",
    translations,
    options: Options,
    needs: { limiter: optional(Limiter) },
    setup({ limiter }) {
      const counter = (name: string) => limiter?.counter(name) ?? createCounter(MAX_CLIENTS);
      const decisions = { allowed: 0, refused: 0 };
      const state: State = {
        networks: counter("networks"),
        principals: counter("principals"),
        pages: counter("pages"),
        decisions,
      };
      return { state };
    },
    points: [Guarantees],
    policies: [policy],
    metrics: (_use, { state: { decisions } }) => ({
      decisions_total: {
        help: "Requests that counted towards a limit, by whether they were allowed.",
        type: "counter",
        detail: true,
        read: () =>
          Object.entries(decisions).map(([decision, value]) => ({ labels: { decision }, value })),
      },
    }),
    errors: { [EXCEEDED]: REFUSAL },
    schemas: { Limits, RateLimitPolicyDiscovery: discovery },
    routes: {
      showLimits: {
        method: "GET",
        path: "/api/limits",
        summary: "Read how many requests a client may make.",
        returns: Limits,
        document: true,
        publish: { rootLink: "limits" },
        cache: { scope: "public", maxAge: "60s" },
        serverTiming: true,
        relations: { rateLimitPolicy: "showRateLimitPolicy" },
      },
      showRateLimitPolicy: {
        method: "GET",
        path: "/api/rate-limit-policy",
        summary: "Read how requests are counted, and which headers report it.",
        returns: discovery,
        document: true,
        publish: { rootLink: "rateLimitPolicy", capability: "rateLimitPolicyDiscovery" },
        cache: { scope: "public", maxAge: "5m" },
        relations: { limits: "showLimits", retryPolicy: "retry-policy.showRetryPolicy" },
      },
    },
    documents: {
      showLimits: ({ statements }) => Limits.parse(statements["rate-limit"]),
      showRateLimitPolicy: ({ statements }) =>
        discovery.parse({ ...Object(statements["rate-limit"]), ...REFERENCES }),
    },
  });

export default {
  ...rateLimit(RateLimitPolicyDiscovery),
  implementation: {
    async load() {
      const { default: es } = await import("./es.json", { with: { type: "json" } });
      return { default: rateLimit(SharedRateLimitPolicyDiscovery, { es }) };
    },
  },
};
