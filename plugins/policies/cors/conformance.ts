import {
  defineConformance,
  headerIs,
  sameNames,
  testCase,
  type Answer,
  type Operation,
  type Violation,
  type CheckContext,
} from "waymark/conformance";
import { z } from "zod";

const Statement = z.object({
  allowedOrigins: z.array(z.string()),
  allowedMethods: z.array(z.string()),
  allowPostOn: z.array(z.string()),
  allowedHeaders: z.array(z.string()),
  exposeHeaders: z.array(z.string()),
  preflightMaxAge: z.number(),
  allowCredentials: z.boolean(),
});
type Statement = z.output<typeof Statement>;

const PREFLIGHT = "cors: preflight";
const ANSWERS = "cors: answers";
const STRANGER = "https://stranger.example";
const ORIGIN = "Access-Control-Allow-Origin";

const DEPENDS = "depends on the origin that asks";
const PREFLIGHTS = "answers preflights of allowed origins";

export default defineConformance({
  statement: Statement,
  optional: {
    [ORIGIN]: DEPENDS,
    "Access-Control-Allow-Credentials": DEPENDS,
    "Access-Control-Allow-Methods": PREFLIGHTS,
    "Access-Control-Allow-Headers": PREFLIGHTS,
    "Access-Control-Max-Age": PREFLIGHTS,
  },
  covers: {
    allowedOrigins: [PREFLIGHT, ANSWERS],
    allowedMethods: [PREFLIGHT, "cors: methods"],
    allowPostOn: ["cors: methods"],
    allowedHeaders: [PREFLIGHT],
    exposeHeaders: [ANSWERS],
    preflightMaxAge: [PREFLIGHT],
    allowCredentials: [ANSWERS],
  },
  operation: (operation, _context, statement) => [
    testCase(PREFLIGHT, () => preflight(operation, statement)),
  ],
  answers: (operation, context, statement) => [
    testCase(ANSWERS, async () => answers(operation, context, statement)),
  ],
  server: ({ registry: { routes } }, { allowedMethods, allowPostOn }) => [
    testCase("cors: methods", async () => {
      const posts = routes.filter(({ method }) => method === "POST");
      return [
        ...sameNames(
          "the methods of all paths",
          allowedMethods,
          routes.flatMap(({ allow }) => allow.split(", ")),
        ),
        ...sameNames(
          "the paths that take POST",
          allowPostOn,
          posts.map(({ path }) => path),
        ),
      ];
    }),
  ],
});

/** What an origin is told: itself or `*` when it is allowed, nothing otherwise. */
function allowed(origin: string, { allowedOrigins }: Statement): string | undefined {
  if (allowedOrigins.includes("*")) return "*";
  return allowedOrigins.includes(origin) ? origin : undefined;
}

async function preflight(
  operation: Operation,
  statement: Statement,
): Promise<readonly Violation[]> {
  const problems: Violation[] = [];
  for (const origin of [...statement.allowedOrigins.filter((one) => one !== "*"), STRANGER]) {
    // Without the method it is no preflight; what is then answered counts among all answers.
    await operation.ask({ method: "OPTIONS", headers: { origin } });
    const answer = await operation.ask({
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": operation.route.method },
    });
    const granted = allowed(origin, statement);
    problems.push(...headerIs(answer, ORIGIN, granted));
    if (granted === undefined) {
      problems.push(...headerIs(answer, "Access-Control-Allow-Methods", undefined));
      continue;
    }
    problems.push(
      ...headerIs(answer, "Access-Control-Allow-Methods", operation.route.allow),
      ...headerIs(answer, "Access-Control-Max-Age", String(statement.preflightMaxAge)),
      ...sameNames(
        "Access-Control-Allow-Headers as stated",
        namesIn(answer, "access-control-allow-headers"),
        lower(statement.allowedHeaders),
      ),
    );
  }
  return problems;
}

/** What every answer says, by the origin that asked. */
function answers(
  operation: Operation,
  { target }: CheckContext,
  statement: Statement,
): readonly Violation[] {
  const exposed = lower(statement.exposeHeaders);
  const problems = operation.answers.flatMap(({ answer }) => {
    const { origin = "", ...asked } = answer.requestHeaders;
    const granted = allowed(origin, statement);
    const credentials = statement.allowCredentials && granted !== undefined ? "true" : undefined;
    const preflighted = asked["access-control-request-method"] !== undefined;
    // Proxies may add headers that the service knows nothing of.
    const hidden = Object.keys(target.exclusive ? answer.headers : {}).filter(
      (name) => !SAFE.has(name) && !name.startsWith("access-control-") && !exposed.includes(name),
    );
    return [
      ...headerIs(answer, ORIGIN, granted),
      ...headerIs(answer, "Access-Control-Allow-Credentials", credentials),
      ...(preflighted ? [] : headerIs(answer, "Access-Control-Allow-Methods", undefined)),
      ...sameNames(
        "Access-Control-Expose-Headers as stated",
        namesIn(answer, "access-control-expose-headers"),
        exposed,
      ),
      ...sameNames("every header exposed", hidden, []),
    ];
  });
  return problems.slice(0, 3);
}

/** Scripts may read these anyway (WHATWG Fetch, section 2.2.2), or never see them. */
const SAFE: ReadonlySet<string> = new Set([
  "accept",
  "cache-control",
  "connection",
  "content-language",
  "content-length",
  "content-type",
  "expires",
  "keep-alive",
  "last-modified",
  "pragma",
  "transfer-encoding",
]);

function namesIn(answer: Answer, header: string): readonly string[] {
  return lower((answer.headers[header] ?? "").split(/,\s*/).filter((name) => name !== ""));
}

function lower(names: readonly string[]): readonly string[] {
  return names.map((name) => name.toLowerCase());
}
