/** Controls who may use a route: everybody, every known caller, or callers with some scopes. */
import {
  definePlugin,
  definePolicy,
  optional,
  ownState,
  type Call,
  type CompiledPolicy,
  type PolicyContext,
  type Refusal,
  type Reply,
  type SealedRoute,
} from "waymark";
import { type Field, type Needs, requiredScopes } from "waymark/advanced";
import { Limiter, Plans, Runtime } from "waymark/services";
import { Attempts, FAILURE_WINDOW_SECONDS } from "./attempts.ts";
import { authentication, REALM } from "./authentication.ts";
import { createIdentify, type Verdict } from "./identify.ts";
import { Options } from "./options.ts";
import { createPlans, plans } from "./plans.ts";
import { requirements } from "./requirements.ts";
import { Access, missingScopes, raise, scopesOf, strictest } from "./levels.ts";
import es from "./es.json" with { type: "json" };

declare module "waymark" {
  interface RoutePolicies {
    /** Callers that may use the route. Default: `"public"`, everybody. With scopes, a principal needs all of them. */
    readonly access?: Access;
  }
  interface ErrorCodes {
    readonly "authentication-required": true;
    readonly "credentials-invalid": true;
    readonly "credentials-ambiguous": true;
    readonly "authentication-throttled": true;
    readonly "insufficient-scope": true;
  }
}

/** Networks whose failures are remembered, some tens of megabytes; beyond it the oldest are forgotten. */
const MAX_NETWORKS = 100_000;

/** Finds the principal, and refuses credentials that do not count, also where none is required. */
const credentials = definePolicy({
  id: "credentials",
  guards: false,
  asksIdentifiers: true,
  options: Options,
  state: ownState<Attempts>(),
  writes: { "WWW-Authenticate": "How to authenticate, and why that failed (RFC 9110, RFC 6750)." },
  compile({ declaration }, context): CompiledPolicy<"WWW-Authenticate", Verdict> {
    const { state, identifiers } = context;
    const challenge = challengeOf(context, scopesOf(declaration.access));
    return {
      begin: createIdentify(identifiers, state),
      admit: (_call, verdict) => refusalOf(verdict),
      describe: ({ principal }) => (principal ? `caller ${principal.id}` : "anonymous"),
      fields: (outcome) => ({ "WWW-Authenticate": outcome === "error" ? challenge : undefined }),
    };
  },
  statement: ({ options: { failures, obtain }, identifiers }) => ({
    realm: REALM,
    ...(obtain === undefined ? {} : { obtain }),
    authMethods: identifiers.map(({ policy: id, description }) => ({
      id,
      description,
      current: true,
    })),
    failures: { limit: failures, windowSeconds: FAILURE_WINDOW_SECONDS },
  }),
  conformance: () => import("./conformance/credentials.ts"),
});

/** Asks for the principal that a route requires. */
const access = definePolicy({
  id: "access",
  guards: true,
  options: Options,
  key: "access",
  schema: Access,
  adjust(route, ref, { require }) {
    const [plugin = ""] = ref.split(".");
    const { writeScope } = route;
    const own: Access | undefined = writeScope === undefined ? undefined : { scopes: [writeScope] };
    const asked = strictest([own, require[plugin], require[ref]]);
    const level = asked && strictest([route.access, asked]);
    return scopesOf(level) === undefined || level === undefined ? route : raise(route, level);
  },
  compile(_route, { identifiers }, value) {
    const required = scopesOf(value);
    if (required === undefined) return undefined;
    return {
      security: { scopes: required },
      varies: [...new Set(identifiers.flatMap(({ headers }) => headers))],
      admit({ principal }) {
        if (principal === undefined) return { code: "authentication-required" };
        const missing = missingScopes(principal, required);
        if (missing.length === 0) return undefined;
        return {
          code: "insufficient-scope",
          detail:
            missing.length > 1
              ? `The credential lacks the scopes ${missing.join(", ")}.`
              : `The credential lacks the scope ${missing.join()}.`,
          extensions: { missingScopes: missing },
        };
      },
    };
  },
  statement: ({ routes }) => ({
    protected: routes.flatMap(({ ref, declaration }) => {
      const scopes = scopesOf(declaration.access);
      return scopes === undefined ? [] : [{ route: ref, scopes }];
    }),
  }),
  conformance: () => import("./conformance/access.ts"),
});

function refusalOf(verdict: Verdict): Refusal | undefined {
  switch (verdict.kind) {
    case "anonymous":
    case "valid":
      return undefined;
    case "invalid":
      return { code: "credentials-invalid" };
    case "several":
      return {
        code: "credentials-ambiguous",
        detail: "The request has more than one credential. Send one of them.",
      };
    case "refused":
      return { code: "authentication-throttled", retryAfter: verdict.retryAfter };
    case "unproved":
      return { code: "service-unavailable", retryAfter: verdict.retryAfter };
  }
}

/** Parts of the context of a policy that a challenge is made of. */
type Challenging = Pick<PolicyContext<unknown, Needs>, "identifiers" | "href" | "baseUrl">;

/**
 * Returns one challenge for each scheme, with the error if there is one (RFC 6750, section 3). With identity providers it
 * leads to their list (RFC 9728, section 5.1).
 */
function challengeOf(
  { identifiers, href, baseUrl }: Challenging,
  required: readonly string[] = [],
): Field {
  const schemes = [...new Set(identifiers.map(({ challenge }) => challenge))];
  const metadata = href("oidc.showMetadata");
  const scope = required.length === 0 ? "" : `, scope="${required.join(" ")}"`;
  const errors: Readonly<Record<string, string>> = {
    "authentication-required": "",
    "credentials-invalid": ', error="invalid_token"',
    "credentials-ambiguous": ', error="invalid_request"',
    "insufficient-scope": `, error="insufficient_scope"${scope}`,
  };
  return (_call: Call, { failure }: Reply) => {
    const error = errors[failure?.code ?? ""];
    if (error === undefined) return undefined;
    const where = metadata === undefined ? "" : `, resource_metadata="${baseUrl()}${metadata}"`;
    return schemes.map((scheme) => `${scheme} realm="${REALM}"${error}${where}`).join(", ");
  };
}

export default definePlugin({
  id: "access",
  summary: "Authenticates callers where a route requires it, and refuses callers without access.",
  translations: { es },
  options: Options,
  needs: { runtime: Runtime, limiter: optional(Limiter) },
  provides: { plans: Plans },
  setup({ limiter, runtime }, { options, log }) {
    const open = openBelow(runtime.registry.routes);
    if (open.length > 0)
      log.warn(
        "routes below a protected path ask for less than it does: name them in access.require, too",
        { routes: open.join(", ") },
      );
    return {
      state: new Attempts({
        limit: options.failures,
        windowMs: FAILURE_WINDOW_SECONDS * 1000,
        maxNetworks: MAX_NETWORKS,
        shared: limiter?.counter("failedAuthentications"),
      }),
      plans: createPlans(options),
    };
  },
  policies: [credentials, access, authentication, plans],
  errors: {
    "authentication-required": {
      status: 401,
      message: "This requires authentication. Send a credential.",
      cause: "The operation is for known callers, and the request has no credential.",
      remedy: "Send a credential of a kind that `WWW-Authenticate` names.",
    },
    "credentials-invalid": {
      status: 401,
      message: "The credential is not valid.",
      cause: "The credential is mistyped, expired, revoked, or made for another service.",
      remedy: "Send a valid credential; the operator can issue a new one.",
    },
    "credentials-ambiguous": {
      status: 400,
      message: "The request has more than one credential.",
      cause: "Several parts of the request prove who sends it, such as a key and a token.",
      remedy: "Send only one of them.",
    },
    "authentication-throttled": {
      status: 429,
      message: "Too many authentications from this network have failed. Wait before the next one.",
      cause: "The network of the client has sent invalid credentials too often.",
      remedy: "Correct the credential, then wait as many seconds as `Retry-After` says.",
      retry: false,
    },
    "insufficient-scope": {
      status: 403,
      message: "The credential does not allow this.",
      cause: "The caller is known, but lacks a scope that the operation requires.",
      remedy: "Ask the operator for the scope. Sending the request again changes nothing.",
    },
  },
  validate: requirements,
});

/** Returns routes that ask for less than one above them, each with that one. */
function openBelow(routes: readonly SealedRoute[]): readonly string[] {
  const asking = routes.filter((route) => requiredScopes(route) !== undefined);
  const guarded = Map.groupBy(asking, ({ path }) => shapeOf(path));
  if (guarded.size === 0) return [];
  return routes.flatMap((route) => {
    const above = pathsAbove(shapeOf(route.path)).flatMap((path) => guarded.get(path) ?? []);
    // Who may not write to a thing may well read what is below it.
    const found = above.find(
      (one) => (one.method === "GET" || one.method === route.method) && asksForLess(route, one),
    );
    return found === undefined ? [] : [`${route.ref} below ${found.ref}`];
  });
}

function asksForLess(route: SealedRoute, above: SealedRoute): boolean {
  const scopes = requiredScopes(route);
  const more = requiredScopes(above) ?? [];
  if (scopes === undefined) return true;
  return scopes.length < more.length && scopes.every((scope) => more.includes(scope));
}

/** Returns the path without the names of its parameters. */
function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, "{}");
}

function pathsAbove(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_part, at) => parts.slice(0, at + 1).join("/") || "/");
}
