/** Bearer tokens of identity providers: JWT access tokens (RFC 9068), checked as RFC 8725 advises. */
import { definePlugin, definePolicy, service, toMilliseconds } from "waymark";
import { Clock } from "waymark/services";
import { configurationUrl, Keys } from "./keys.ts";
import { routes, showMetadata } from "./metadata.ts";
import { Options } from "./options.ts";
import { Tokens } from "./tokens.ts";
import es from "./es.json" with { type: "json" };

const OidcTokens = service<Tokens>("oidcTokens");
const IssuerKeys = service<ReadonlyMap<string, Keys>>("issuerKeys");

const oidc = definePolicy({
  id: "oidc",
  options: Options,
  needs: { tokens: OidcTokens },
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
    recall: (call, { use }) => use().tokens.recall(call.header("authorization")),
    isGenuine: (call, { use }) => use().tokens.isGenuine(call.header("authorization")),
    identify: (call, { use }) => use().tokens.identify(call.header("authorization")),
    issue: async (wanted, { use }) => (await import("./issue.ts")).issueToken(use().tokens, wanted),
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
  translations: { es },
  options: Options,
  testOptions: { issuers: [] },
  needs: { clock: Clock },
  provides: { tokens: OidcTokens, keys: IssuerKeys },

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
    return { keys, tokens };
  },

  policies: [oidc],
  routes,
  documents: { showMetadata },
  health: ({ keys }) => ({
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
  metrics: ({ tokens }) => ({
    remembered_tokens: {
      help: "Verified tokens that are remembered.",
      type: "gauge",
      read: () => tokens.remembered,
    },
  }),
});
