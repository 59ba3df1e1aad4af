/** Cross-origin access for browsers (WHATWG Fetch, section 3.3). */
import {
  definePlugin,
  definePolicy,
  type Call,
  type CompiledPolicy,
  type Outcome,
  type StatementContext,
} from "waymark";
import { spellHeader, type Field, type HeaderView } from "waymark/advanced";
import { z } from "zod";
import { Cors } from "../../../schemas/documents/security.ts";
import { listField } from "../header-list.ts";

const Origin = z
  .string()
  .refine(isOrigin, 'an origin is "*", or scheme and authority such as "https://app.example"');

const Options = z
  .strictObject({
    origins: z
      .array(Origin)
      .min(1)
      .default(["*"])
      .describe('Origins that may read answers: a list, or only "*" for all.'),
    allowCredentials: z
      .boolean()
      .default(false)
      .describe("Whether listed origins may send cookies and credentials."),
  })
  .refine(({ origins }) => origins.length === 1 || !origins.includes("*"), {
    path: ["origins"],
    message: '"*" cannot be combined with other origins',
  })
  .refine(({ origins, allowCredentials }) => !allowCredentials || !origins.includes("*"), {
    path: ["allowCredentials"],
    message: 'credentials need a list of origins; browsers refuse them with "*"',
  });
type Options = z.output<typeof Options>;

/** Browsers may remember a preflight for two hours, after which Chromium asks again in any case. */
const MAX_AGE_SECONDS = 7200;

/** Response headers that every page may read anyway. */
const SAFELISTED = new Set([
  "cache-control",
  "content-language",
  "content-length",
  "content-type",
  "expires",
  "last-modified",
  "pragma",
]);

/** Request headers that only browsers set. Without `accept` and `content-type`, whose values may need permission. */
const FORBIDDEN = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "cookie",
  "date",
  "expect",
  "host",
  "origin",
  "referer",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "via",
]);

const EXPOSE = "Access-Control-Expose-Headers";
const ALLOW = "Access-Control-Allow-Headers";

const WRITES = {
  "Access-Control-Allow-Origin": "Which origins may read the answer.",
  [EXPOSE]: "Response headers that scripts of other origins may read.",
  "Access-Control-Allow-Credentials": "Whether the answer may be read with credentials.",
  "Access-Control-Allow-Methods": "Answers a preflight: methods of the path.",
  [ALLOW]: "Answers a preflight: request headers that may be sent.",
  "Access-Control-Max-Age": "Answers a preflight: seconds it may be remembered.",
} as const;

function compile({ origins, allowCredentials }: Options): CompiledPolicy<keyof typeof WRITES> {
  const allowsAll = origins.includes("*");
  const allowedOrigins = new Set(origins);
  const allowed = (call: Call): string | undefined => {
    if (allowsAll) return "*";
    const origin = call.header("origin");
    return origin !== undefined && allowedOrigins.has(origin) ? origin : undefined;
  };
  const isPreflight = (call: Call): boolean =>
    call.header("access-control-request-method") !== undefined && allowed(call) !== undefined;
  return {
    // The preflight header only matters to OPTIONS, which no route documents.
    ...(allowsAll
      ? { reads: [] }
      : { reads: ["origin"], varies: ["origin"], variesOnOptions: ["origin"] }),
    fields(outcome: Outcome, view: HeaderView) {
      const preflight = (field: Field): Field => {
        if (outcome !== "options" || field === undefined) return undefined;
        return (call, reply, state) => {
          if (!isPreflight(call)) return undefined;
          if (typeof field === "function") return field(call, reply, state);
          return typeof field === "string" ? field : field.ofBody(reply);
        };
      };
      return {
        "Access-Control-Allow-Origin": allowsAll ? "*" : allowed,
        [EXPOSE]: exposedField(view),
        "Access-Control-Allow-Credentials": allowCredentials
          ? (call) => (allowed(call) === undefined ? undefined : "true")
          : undefined,
        "Access-Control-Allow-Methods": preflight((call) => call.allow),
        [ALLOW]:
          outcome === "options"
            ? preflight(listField(sendable(view), view.contributed(ALLOW)))
            : undefined,
        "Access-Control-Max-Age": preflight(String(MAX_AGE_SECONDS)),
      };
    },
  };
}

/** Response headers that scripts could not read otherwise. */
const exposed = once(({ written }) =>
  written.filter(
    (name) =>
      !SAFELISTED.has(name.toLowerCase()) && !name.toLowerCase().startsWith("access-control-"),
  ),
);

/** A shared string for all routes to which nothing is added, as it is long. */
const exposedByAll = once((names) => [exposed(names).join(", ")]);

function exposedField(view: HeaderView): Field {
  const added = view.contributed(EXPOSE);
  return added.length === 0 ? exposedByAll(view)[0] : listField(exposed(view), added);
}

/** Request headers that scripts can send. A response header of the same name has the same spelling. */
const sendable = once(({ read, written }) =>
  read
    .filter((name) => !FORBIDDEN.has(name) && !/^(?:access-control|proxy|sec)-/.test(name))
    .map((name) => spellHeader(name, written)),
);

type Names = Pick<HeaderView, "read" | "written">;

/** Remembers the last list: sealing asks for each route and outcome, always with the same names. */
function once(list: (names: Names) => readonly string[]): (names: Names) => readonly string[] {
  let last: (Names & { readonly list: readonly string[] }) | undefined;
  return ({ read, written }) => {
    if (last?.read !== read || last.written !== written) {
      last = { read, written, list: list({ read, written }) };
    }
    return last.list;
  };
}

function isOrigin(text: string): boolean {
  return text === "*" || (URL.canParse(text) && new URL(text).origin === text);
}

function statement({ options, routes, view }: StatementContext<Options>) {
  const added = (header: string): readonly string[] =>
    routes
      .flatMap((route) => route.policies.flatMap(({ compiled }) => compiled.contributes ?? []))
      .flatMap(({ header: name, value }) =>
        name === header && typeof value === "string" ? [value] : [],
      );
  const posts = routes.filter(({ method }) => method === "POST");
  return {
    allowedOrigins: options.origins,
    allowedMethods: [...new Set(routes.flatMap(({ allow }) => allow.split(", ")))],
    allowPostOn: [...new Set(posts.map(({ path }) => path))],
    allowedHeaders: [...new Set([...sendable(view), ...added(ALLOW)])],
    exposeHeaders: [...new Set([...exposed(view), ...added(EXPOSE)])],
    preflightMaxAge: MAX_AGE_SECONDS,
    allowCredentials: options.allowCredentials,
  };
}

export default definePlugin({
  id: "cors",
  summary: "Lets pages of other origins read answers.",
  section: "policies",
  icon: "M1.75 5.25h12M11 2.5l2.75 2.75L11 8M14.25 11h-12M5 8.25 2.25 11 5 13.75",
  options: Options,
  schemas: { Cors },
  policies: [
    definePolicy({
      id: "cors",
      options: Options,
      reads: {
        origin: { description: "The origin of the page that sends the request." },
        "access-control-request-method": { description: "Makes an OPTIONS request a preflight." },
      },
      writes: WRITES,
      sharedHeaders: [EXPOSE, ALLOW],
      // Pages that an operator opens are not to read what only operators may.
      compile: ({ declaration }, { options }) =>
        declaration.listener === undefined ? compile(options) : undefined,
      statement,
      conformance: () => import("./conformance.ts"),
    }),
  ],

  routes: {
    showCors: {
      method: "GET",
      path: "/api/cors",
      summary: "Read which requests pages of other origins may send.",
      returns: Cors,
      document: true,
      publish: { rootLink: "cors", capability: "corsDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: { showCors: ({ statements }) => Cors.parse(statements["cors"]) },
});
