import {
  defineConformance,
  expectThat,
  headerIs,
  sameNames,
  testCase,
  type Answer,
  type CheckContext,
  type Operation,
} from "waymark/conformance";
import type { z } from "zod";
import { Cors } from "../../../schemas/documents/security.ts";

type CorsStatement = z.output<typeof Cors>;

const METHODS = "cors: methods";
const PREFLIGHT = "cors: preflight";
const ANSWERS = "cors: answers";
const ORIGIN = "Access-Control-Allow-Origin";
const UNKNOWN_ORIGIN = "https://stranger.example";

const DEPENDS = "depends on the origin of the page";
const PREFLIGHTS = "answers preflights of allowed origins";

export default defineConformance({
  statement: Cors,
  optional: {
    [ORIGIN]: DEPENDS,
    "Access-Control-Allow-Credentials": DEPENDS,
    "Access-Control-Allow-Methods": PREFLIGHTS,
    "Access-Control-Allow-Headers": PREFLIGHTS,
    "Access-Control-Max-Age": PREFLIGHTS,
  },
  covers: {
    allowedOrigins: [PREFLIGHT, ANSWERS],
    allowedMethods: [PREFLIGHT, METHODS],
    allowPostOn: [METHODS],
    allowedHeaders: [PREFLIGHT],
    exposeHeaders: [ANSWERS],
    preflightMaxAge: [PREFLIGHT],
    allowCredentials: [ANSWERS],
  },
  server: ({ registry: { routes } }, { allowedMethods, allowPostOn }) => [
    testCase(METHODS, async () => {
      const methods = routes.flatMap(({ allow }) => allow.split(", "));
      const posts = routes.filter(({ method }) => method === "POST").map(({ path }) => path);
      return [
        ...sameNames("the methods of all paths", allowedMethods, methods),
        ...sameNames("the paths that take POST", allowPostOn, posts),
      ];
    }),
  ],
  operation: (operation, _context, statement) => [
    testCase(PREFLIGHT, async () => {
      const origins = statement.allowedOrigins.filter((origin) => origin !== "*");
      const violations = await Array.fromAsync([...origins, UNKNOWN_ORIGIN], async (origin) => {
        // OPTIONS without a method to ask for is an ordinary request, which the case of all answers inspects.
        await operation.ask({ method: "OPTIONS", headers: { origin } });
        const headers = { origin, "access-control-request-method": operation.route.method };
        const answer = await operation.ask({ method: "OPTIONS", headers });
        return preflight(operation, answer, statement);
      });
      return violations.flat();
    }),
  ],
  answers: ({ answers }, { target }, statement) => [
    testCase(ANSWERS, async () =>
      answers.flatMap(({ answer }) => anyAnswer(answer, target, statement)).slice(0, 3),
    ),
  ],
});

function preflight({ route }: Operation, answer: Answer, statement: CorsStatement) {
  const isAllowed = allowedOrigin(answer, statement) !== undefined;
  return [
    ...headerIs(answer, "Access-Control-Allow-Methods", isAllowed ? route.allow : undefined),
    ...headerIs(
      answer,
      "Access-Control-Max-Age",
      isAllowed ? String(statement.preflightMaxAge) : undefined,
    ),
    ...sameNames(
      "Access-Control-Allow-Headers as stated",
      namesIn(answer, "access-control-allow-headers"),
      isAllowed ? lower(statement.allowedHeaders) : [],
    ),
  ];
}

function anyAnswer(
  answer: Answer,
  { exclusive }: CheckContext["target"],
  statement: CorsStatement,
) {
  const allowed = allowedOrigin(answer, statement);
  const credentials = statement.allowCredentials && allowed !== undefined ? "true" : undefined;
  const isPreflight = answer.requestHeaders["access-control-request-method"] !== undefined;
  const exposed = lower(statement.exposeHeaders);
  // Proxies may add headers that the server does not know.
  const hidden = Object.keys(exclusive ? answer.headers : {}).filter(
    (name) => !SAFE.has(name) && !name.startsWith("access-control-") && !exposed.includes(name),
  );
  return [
    ...headerIs(answer, ORIGIN, allowed),
    ...headerIs(answer, "Access-Control-Allow-Credentials", credentials),
    ...(isPreflight ? [] : headerIs(answer, "Access-Control-Allow-Methods", undefined)),
    ...sameNames(
      "Access-Control-Expose-Headers as stated",
      namesIn(answer, "access-control-expose-headers"),
      exposed,
    ),
    ...sameNames("every header exposed", hidden, []),
    ...expectThat(
      statement.allowedOrigins.includes("*") || namesIn(answer, "vary").includes("origin"),
      "Vary: Origin, because origins are listed",
      answer.headers["vary"] ?? "no Vary",
    ),
  ];
}

/** Returns the expected header: the request's origin or `*` if it is allowed, else none. */
function allowedOrigin(
  { requestHeaders: { origin = "" } }: Answer,
  { allowedOrigins }: CorsStatement,
): string | undefined {
  return allowedOrigins.find((allowed) => allowed === "*" || allowed === origin);
}

/** Scripts may read these anyway (WHATWG Fetch, section 2.2.2), or never see them. */
const SAFE: ReadonlySet<string> = new Set(
  `accept cache-control connection content-language content-length content-type expires keep-alive last-modified
  pragma transfer-encoding`.split(/\s+/),
);

function namesIn(answer: Answer, header: string): readonly string[] {
  return lower((answer.headers[header] ?? "").split(/,\s*/).filter((name) => name !== ""));
}

function lower(names: readonly string[]): readonly string[] {
  return names.map((name) => name.toLowerCase());
}
