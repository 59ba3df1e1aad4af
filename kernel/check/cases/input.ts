/** Queries and request bodies: some that fit, and some that do not. */
import type { Case, Operation, Problem, Question } from "../../../registry/contract/conformance.ts";
import { refuses } from "../refusals.ts";
import { misfitOf, misfitQueries, sampleOf } from "../sample.ts";
import { NONE, testCase } from "../violation.ts";
import type { World } from "../context.ts";

const JSON_BODY = { "content-type": "application/json" } as const;

/** A request that fits the route, or why there is none: on purpose, or because none was found. */
export function sampleRequest(
  { route: { method, declaration } }: Operation,
  { target }: World,
): { readonly request?: Question; readonly notAsked?: string; readonly missing?: Problem } {
  if (method === "GET") return { request: {} };
  // Reading may take a body: what is natural to repeat and deletes or replaces nothing.
  const harmless = method === "POST" && declaration.idempotency === "natural";
  if (!target.own && !harmless && declaration.fails === undefined)
    return { notAsked: "it would change the data of a service that is not ours" };
  if (declaration.body === undefined) return { request: {} };
  const sample = sampleOf(declaration.body);
  if (sample === undefined) {
    const hint = "give the schema of the body examples";
    return { missing: { expected: "a body that its schema accepts", received: "none", hint } };
  }
  return { request: { headers: JSON_BODY, body: JSON.stringify(sample) } };
}

/** Queries that the route's own schema refuses. What whoever pages lists makes of theirs, its own proof asks. */
export function queryCases(op: Operation, world: World): readonly Case[] {
  const { query } = op.route.declaration;
  if (query === undefined) return [];
  return [
    testCase("400 query", async () => {
      const searches = misfitQueries(query).map((misfit) => `${new URLSearchParams(misfit)}`);
      const problems: Problem[] = [];
      for (const search of [...searches, "broken=%zz"])
        problems.push(...refuses(await op.askAt(`${op.path}?${search}`), world, "bad-request"));
      return problems;
    }),
  ];
}

/** Bodies of a wrong size, type, coding, form and content. */
export function bodyCases(op: Operation, world: World): readonly Case[] {
  const { body } = op.route.declaration;
  if (body === undefined) return [];
  const send = async (code: string, headers: Readonly<Record<string, string>>, text: string) =>
    refuses(await op.ask({ headers, body: text }), world, code);
  const misfit = misfitOf(body);
  return [
    testCase("413", () => tooLarge(op, world)),
    testCase("415", async () => [
      ...(await send("unsupported-media-type", { "content-type": "text/plain" }, "{}")),
      ...(await send("unsupported-media-type", {}, "{}")),
      ...(await send("unsupported-media-type", { ...JSON_BODY, "content-encoding": "gzip" }, "{}")),
    ]),
    testCase("400 body", async () => [
      ...(await send("bad-request", JSON_BODY, "{")),
      ...(await send("bad-request", JSON_BODY, "")),
    ]),
    misfit === undefined
      ? { name: "422", notAsked: "its schema accepts everything that was tried" }
      : testCase("422", () =>
          send("unprocessable-content", JSON_BODY, JSON.stringify(misfit.value)),
        ),
  ];
}

/** By what the client announces, and by what it really sends. */
async function tooLarge(op: Operation, world: World): Promise<readonly Problem[]> {
  const limit = Math.min(
    ...op.route.policies.map(({ compiled }) => compiled.maxBodyBytes ?? Number.POSITIVE_INFINITY),
  );
  if (!Number.isFinite(limit)) return NONE;
  const announced = await op.ask({
    headers: { ...JSON_BODY, "content-length": String(limit + 1) },
    withoutBody: true,
  });
  const problems = refuses(announced, world, "payload-too-large");
  if (!world.target.own) return problems;
  const sent = await op.ask({
    headers: { ...JSON_BODY, "transfer-encoding": "chunked" },
    body: " ".repeat(limit + 1),
  });
  return [...problems, ...refuses(sent, world, "payload-too-large")];
}
