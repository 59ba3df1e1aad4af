import { z } from "zod";
import { headerIs, sameNames, testCase, type Problem } from "../problem.ts";
import type { Answer } from "../client.ts";
import type { Operation, World } from "../world.ts";
import { policyCheck } from "./check.ts";

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

export const cors = policyCheck(Statement, {
  proves: {
    allowedOrigins: [PREFLIGHT, ANSWERS],
    allowedMethods: [PREFLIGHT, "cors: methods"],
    allowPostOn: ["cors: methods"],
    allowedHeaders: [PREFLIGHT],
    exposeHeaders: [ANSWERS],
    preflightMaxAge: [PREFLIGHT],
    allowCredentials: [ANSWERS],
  },
  operation: (op, world, statement) => [
    testCase(PREFLIGHT, () => preflight(op, statement)),
    testCase(ANSWERS, () => answers(op, world, statement)),
  ],
  service: ({ operations }, { allowedMethods, allowPostOn }) => [
    testCase("cors: methods", async () => {
      const posts = operations.filter(({ route }) => route.method === "POST");
      return [
        ...sameNames(
          "the methods of all paths",
          allowedMethods,
          operations.flatMap(({ route }) => route.allow.split(", ")),
        ),
        ...sameNames(
          "the paths that take POST",
          allowPostOn,
          posts.map(({ route }) => route.path),
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

async function preflight(op: Operation, statement: Statement): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const origin of [...statement.allowedOrigins.filter((one) => one !== "*"), STRANGER]) {
    const answer = await op.ask({
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": op.route.method },
    });
    const granted = allowed(origin, statement);
    problems.push(...headerIs(answer, ORIGIN, granted));
    if (granted === undefined) {
      problems.push(...headerIs(answer, "Access-Control-Allow-Methods", undefined));
      continue;
    }
    problems.push(
      ...headerIs(answer, "Access-Control-Allow-Methods", op.route.allow),
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

async function answers(
  op: Operation,
  { target }: World,
  statement: Statement,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  const exposed = lower(statement.exposeHeaders);
  for (const origin of [...statement.allowedOrigins.filter((one) => one !== "*"), STRANGER]) {
    const answer = await op.ask({
      method: "OPTIONS",
      headers: { origin },
    });
    const granted = allowed(origin, statement);
    const credentials = statement.allowCredentials && granted !== undefined ? "true" : undefined;
    problems.push(
      ...headerIs(answer, ORIGIN, granted),
      ...headerIs(answer, "Access-Control-Allow-Credentials", credentials),
      ...headerIs(answer, "Access-Control-Allow-Methods", undefined),
    );
  }
  for (const { answer } of op.recorded) {
    if (answer.sent["origin"] === undefined)
      problems.push(...headerIs(answer, ORIGIN, allowed("", statement)));
    problems.push(
      ...sameNames(
        "Access-Control-Expose-Headers as stated",
        namesIn(answer, "access-control-expose-headers"),
        exposed,
      ),
    );
    // Proxies may add headers that the service knows nothing of.
    if (!target.own) continue;
    const hidden = Object.keys(answer.headers).filter(
      (name) => !SAFE.has(name) && !name.startsWith("access-control-") && !exposed.includes(name),
    );
    problems.push(...sameNames("every header exposed", hidden, []));
  }
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
