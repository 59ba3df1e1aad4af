import { definePlugin, definePolicy } from "waymark";
import type { Field, HeaderView } from "waymark/advanced";
import { Capabilities } from "waymark/services";
import { z } from "zod";
import { SecurityPolicyDiscovery } from "../../../schemas/documents/security.ts";
import { listField } from "../header-list.ts";
import { isSandboxed } from "./sandbox.ts";

const AUTH_METHODS = "auth-methods.showAuthMethods";
const CSP = "Content-Security-Policy";

const off = z.literal(false);
const visible = z.string().regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/);

const Options = z.strictObject({
  permissionsPolicy: z
    .union([visible, off])
    .default("camera=(), microphone=(), geolocation=()")
    .describe("Permissions-Policy, a structured dictionary; false leaves it out."),
  referrerPolicy: z
    .union([
      z.enum([
        "no-referrer",
        "no-referrer-when-downgrade",
        "same-origin",
        "origin",
        "strict-origin",
        "origin-when-cross-origin",
        "strict-origin-when-cross-origin",
        "unsafe-url",
      ]),
      off,
    ])
    .default("strict-origin-when-cross-origin")
    .describe("Referrer-Policy; false leaves it out."),
  contentSecurityPolicy: z
    .union([visible, off])
    .default("default-src 'none'; frame-ancestors 'none'")
    .describe(
      "Content-Security-Policy of all answers except pages, which have their own. Raw bytes other than PDF have `sandbox` in addition. false leaves it out.",
    ),
  crossOriginResourcePolicy: z
    .union([z.enum(["cross-origin", "same-site", "same-origin"]), off])
    .default("cross-origin")
    .describe("Cross-Origin-Resource-Policy; false leaves it out."),
});

/** No answer is safer when browsers guess its type. */
const NOSNIFF = "nosniff";

/** Policies added by plugins replace `fallback`. Browsers enforce all of several (CSP Level 3, section 3.1). */
function contentSecurityPolicy(
  fallback: string | undefined,
  added: ReturnType<HeaderView["contributed"]>,
): Field {
  if (added.length === 0) return fallback;
  const field = listField([], added);
  if (typeof field !== "function") return field;
  return (call, reply, state) => field(call, reply, state) ?? fallback;
}

export default definePlugin({
  id: "security-headers",
  summary: "Sends headers that restrict what browsers do with answers.",
  section: "policies",
  icon: "M8 1.5l5.25 2v4c0 3.25-2.1 5.6-5.25 7-3.15-1.4-5.25-3.75-5.25-7v-4z",
  points: [Capabilities],
  options: Options,
  schemas: { SecurityPolicyDiscovery },
  policies: [
    definePolicy({
      id: "security-headers",
      options: Options,
      writes: {
        "Permissions-Policy": "Browser features that the answer may use when shown as a page.",
        "Referrer-Policy": "How much of its address the page sends when a link is followed.",
        "X-Content-Type-Options": "Forbids guessing another media type.",
        [CSP]: "What the answer may load and who may frame it when shown as a page.",
        "Cross-Origin-Resource-Policy": "Which sites may embed the answer.",
      },
      sharedHeaders: [CSP],
      compile: (route, { options }) => ({
        fields(outcome, view) {
          const ownPage = route.kind === "page" && (outcome === "ok" || outcome === "notModified");
          const common = options.contentSecurityPolicy || undefined;
          const isShown = outcome !== "error" && outcome !== "options" && isSandboxed(route);
          const own = common !== undefined && isShown ? `${common}; sandbox` : common;
          const fallback = ownPage ? undefined : own;
          return {
            "Permissions-Policy": options.permissionsPolicy || undefined,
            "Referrer-Policy": options.referrerPolicy || undefined,
            "X-Content-Type-Options": NOSNIFF,
            [CSP]: contentSecurityPolicy(fallback, view.contributed(CSP)),
            "Cross-Origin-Resource-Policy": options.crossOriginResourcePolicy || undefined,
          };
        },
      }),
      // Headers that are switched off are not stated.
      statement({ options: { permissionsPolicy, referrerPolicy, ...others } }) {
        const fixed = { contentTypeOptions: NOSNIFF };
        const headers = { permissionsPolicy, referrerPolicy, ...fixed, ...others };
        return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== false));
      },
      conformance: () => import("./conformance.ts"),
    }),
  ],

  routes: {
    showSecurityPolicy: {
      method: "GET",
      path: "/api/security-policy",
      summary: "Read the security policy: headers, CORS, authentication and contact.",
      returns: SecurityPolicyDiscovery,
      document: true,
      publish: { rootLink: "securityPolicy", capability: "securityPolicyDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
      relations: { authMethods: AUTH_METHODS, cors: "cors.showCors" },
    },
  },

  documents: {
    showSecurityPolicy: ({ statements, of, href, routes }) =>
      SecurityPolicyDiscovery.parse({
        auth: { enabled: of(Capabilities)["auth"] === true, methods: href(AUTH_METHODS) },
        hsts: statements["hsts"],
        cors: statements["cors"],
        securityTxt: routes.find(({ path }) => path === "/.well-known/security.txt")?.path,
        ...Object(statements["security-headers"]),
      }),
  },
});
