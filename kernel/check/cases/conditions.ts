/** Conditional requests (RFC 9110, section 13), for routes whose answers have an entity tag. */
import type { Case, Operation, Problem } from "../../../registry/contract/conformance.ts";
import { headerFits, headerIs, NONE, statusIs, testCase } from "../violation.ts";

/** Describe content, which a 304 does not have (RFC 9110, section 15.4.5). */
const OF_CONTENT = ["Content-Type", "Content-Length", "Content-Encoding", "Content-Digest"];

const CHANGING =
  'take out of the body what differs from answer to answer, or declare cache: "no-store"';

export function conditionCases(op: Operation): readonly Case[] {
  const { method, policies, plans, kind } = op.route;
  if (kind === "redirect" || kind === "fails" || kind === "stream") return [];
  const tagged = plans.ok.bodySlots.some(({ name }) => name === "ETag");
  if (method !== "GET" || !tagged || !policies.some(({ compiled }) => compiled.precondition))
    return [];
  return [
    testCase("ETag", async () => {
      const first = await op.base();
      const changed = headerIs(await op.ask(), "ETag", first.headers["etag"]);
      return [
        ...headerFits(first, "ETag", /^"[!\x23-\x7e]*"$/),
        ...changed.map((problem) => ({ ...problem, hint: CHANGING })),
      ];
    }),
    testCase("304", async () => {
      const { etag = '"none"' } = (await op.base()).headers;
      const lists = [etag, `W/${etag}`, `"another", W/${etag}, "third"`, "*"];
      const problems: Problem[] = [];
      for (const list of lists) problems.push(...(await notModified(op, list)));
      const other = await op.ask({ headers: { "if-none-match": '"another"' } });
      return [...problems, ...statusIs(other, 200)];
    }),
    testCase("412", async () => {
      const { etag = '"none"' } = (await op.base()).headers;
      const asked = async (condition: string, status: number) =>
        statusIs(await op.ask({ headers: { "if-match": condition } }), status);
      return [
        ...(await asked('"another"', 412)),
        // Weak tags never match here (RFC 9110, section 13.1.1).
        ...(await asked(`W/${etag}`, 412)),
        ...(await asked(`"another", ${etag}`, 200)),
        ...(await asked("*", 200)),
      ];
    }),
  ];
}

/** As the 200 would be, without what describes content. */
async function notModified(op: Operation, condition: string): Promise<readonly Problem[]> {
  const full = await op.base();
  const answer = await op.ask({ headers: { "if-none-match": condition } });
  const problems = statusIs(answer, 304);
  if (problems.length > 0) return problems;
  return [
    ...["ETag", "Vary", "Cache-Control"].flatMap((name) =>
      headerIs(answer, name, full.headers[name.toLowerCase()]),
    ),
    ...OF_CONTENT.flatMap((name) => headerIs(answer, name, undefined)),
    ...(answer.body.byteLength === 0
      ? NONE
      : [{ expected: "no content", received: `${answer.body.byteLength} bytes` }]),
  ];
}
