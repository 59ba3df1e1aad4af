/** The checks of requests to the protocol, and its part of the security policy. */
import { definePolicy, ownState, type Call } from "waymark";
import { toJsonSchema, type Member } from "waymark/advanced";
import { z } from "zod";
import { Options } from "./declarations.ts";

const OWN = "mcp.postMessage";
const SHOWN_BY = "security-headers.showSecurityPolicy";
const METADATA = "oidc.showMetadata";

/** State of the plugin that the policy shares with the handler. */
export interface Refusals {
  /** Calls whose tool was refused because the caller is anonymous. */
  readonly anonymous: WeakSet<Call>;
}

const Stated = z.object({
  endpoint: z.string().describe("Path of the endpoint."),
  origins: z
    .array(z.string())
    .describe("Origins of pages that may send requests, in addition to the service's origin."),
  writes: z.boolean().describe("Whether operations that change something are offered."),
});

/** Host names of this machine: a page of it is as near as any program. */
const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]"]);

export const mcpPolicy = definePolicy({
  id: "mcp",
  guards: false,
  options: Options,
  state: ownState<Refusals>(),
  reads: {
    origin: { description: "Origin of the page that sends the request; others are refused." },
  },
  compile({ ref }, { options: { origins, writes }, href, baseUrl, state }) {
    if (ref === SHOWN_BY) {
      const stated = { endpoint: href(OWN) ?? "", origins, writes };
      const mcp: Member = { schema: toJsonSchema(Stated).root, value: () => stated };
      return { reads: [], members: (outcome) => (outcome === "ok" ? { mcp } : {}) };
    }
    if (ref !== OWN) return undefined;
    const allowed = new Set(origins.map((origin) => new URL(origin).origin));
    return {
      admit(call) {
        const origin = call.header("origin");
        // A preflight does nothing, and its answer is the business of CORS.
        if (origin === undefined || call.method === "OPTIONS") return undefined;
        if (allowed.has(origin) || isOwn(origin, baseUrl())) return undefined;
        return {
          code: "mcp-origin-refused",
          detail: `Pages of ${JSON.stringify(origin.slice(0, 100))} may not send requests here.`,
        };
      },
      // A client of OAuth asks for a token once it is answered 401, and finds there where.
      async around(call, proceed) {
        const end = await proceed();
        const asks = href(METADATA) !== undefined && state().anonymous.has(call);
        return asks ? { refusal: { code: "authentication-required" } } : end;
      },
    };
  },
  conformance: () => import("./conformance.ts"),
});

/** Checks that an origin is the service's or local. A value that is not a URL, such as `null`, is refused. */
function isOwn(origin: string, baseUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { hostname, origin: normal } = new URL(origin);
  return normal === new URL(baseUrl).origin || LOCAL.has(hostname);
}
