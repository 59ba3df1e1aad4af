/** Bearer tokens of identity providers: JWT access tokens (RFC 9068), checked as RFC 8725 advises. */
import { definePlugin, definePolicy, ownState, toMilliseconds } from "waymark";
import { Clock, RootLinks } from "waymark/services";
import { configurationUrl, Keys } from "./keys.ts";
import { routes, showMetadata } from "./metadata.ts";
import { Options } from "./options.ts";
import { Tokens } from "./tokens.ts";
import es from "./es.json" with { type: "json" };

const oidc = definePolicy({
  id: "oidc",
  options: Options,
  state: ownState<{ readonly tokens: Tokens }>(),
  reads: { authorization: { description: "Bearer and an access token." } },
  identifies: {
    description: "An access token (JWT) of an identity provider, as a bearer token.",
    scheme: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
    challenge: "Bearer",
    describe({ issuers }) {
      const names = issuers.map(({ issuer }) => issuer).join(" or ");
      const [only, ...others] = issuers;
      const description = `An access token (JWT) of ${names}, as a bearer token.`;
      return only === undefined || others.length > 0 || only.jwksUri !== undefined
        ? { description }
        : {
            description,
            scheme: { type: "openIdConnect", openIdConnectUrl: configurationUrl(only.issuer) },
          };
    },
    recall: (call, { state }) => state().tokens.recall(call.header("authorization")),
    isGenuine: (call, { state }) => state().tokens.isGenuine(call.header("authorization")),
    identify: (call, { state }) => state().tokens.identify(call.header("authorization")),
    issue: async (wanted, { state }) =>
      (await import("./issue.ts")).issueToken(state().tokens, wanted),
  },
  compile: () => undefined,
  statement: ({ options: { issuers } }) => ({
    issuers: issuers.map(({ issuer, audience, algorithms, acceptPlainJwt }) => ({
      issuer,
      audience,
      algorithms,
      types: acceptPlainJwt ? ["at+jwt", "JWT"] : ["at+jwt"],
    })),
  }),
  conformance: () => import("./conformance.ts"),
});

export default definePlugin({
  id: "oidc",
  summary: "Identifies callers by access tokens of identity providers.",
  icon: "M1.75 3h12.5v10H1.75zM5.5 5.75a1.25 1.25 0 1 0 0 2.5 1.25 1.25 0 0 0 0-2.5zM3.75 10.75a1.75 1.75 0 0 1 3.5 0M10 6.5h2M10 9.5h2",
  points: [RootLinks],
  translations: { es },
  options: Options,
  testOptions: { issuers: [] },
  needs: { clock: Clock },

  setup({ clock }, { options, log, defer }) {
    const closing = new AbortController();
    defer(() => closing.abort());
    const tokens = new Tokens(clock);
    const keys = new Map<string, Keys>();
    for (const issuer of options.issuers) {
      const own = new Keys({
        issuer: issuer.issuer,
        jwksUri: issuer.jwksUri,
        maxAgeMs: toMilliseconds(options.keysMaxAge),
        cooldownMs: toMilliseconds(options.cooldown),
        signal: closing.signal,
        log,
      });
      tokens.trust(issuer, own);
      keys.set(issuer.issuer, own);
      own.refresh(); // not awaited: the server starts while an issuer is away
    }
    return { state: { keys, tokens } };
  },

  policies: [oidc],
  routes,
  documents: { showMetadata },
  health: (_use, { state: { keys } }) => ({
    issuers: {
      title: { en: "Sign-in", es: "Inicio de sesión" },
      check() {
        for (const one of keys.values()) one.refresh();
        const failing = [...keys].flatMap(([issuer, one]) => (one.failing ? [issuer] : []));
        return failing.length === 0
          ? { status: "ok" }
          : { status: "degraded", detail: `The keys of ${failing.join(", ")} cannot be read.` };
      },
    },
  }),
  metrics: (_use, { state: { tokens } }) => ({
    remembered_tokens: {
      help: "Verified tokens that are remembered.",
      type: "gauge",
      read: () => tokens.remembered,
    },
  }),
});
