/** Cases of conditional requests (RFC 9110, section 13), for routes whose answers have an entity tag. */
import type { Case, Operation } from "waymark/tools";
import { expectThat, headerFits, headerIs, statusIs, testCase } from "../violation.ts";

/** Describe content, which a 304 does not have (RFC 9110, section 15.4.5). */
const CONTENT_HEADERS = ["Content-Type", "Content-Length", "Content-Encoding", "Content-Digest"];

export function conditionCases(operation: Operation): readonly Case[] {
  const { method, policies, plans, kind } = operation.route;
  if (kind === "redirect" || kind === "alwaysFails" || kind === "stream") return [];
  const isTagged = plans.ok.bodySlots.some(({ name }) => name === "ETag");
  if (method !== "GET" || !isTagged || !policies.some(({ compiled }) => compiled.precondition))
    return [];
  return [
    testCase("ETag", async () => {
      const first = await operation.base();
      const changed = headerIs(await operation.ask(), "ETag", first.headers["etag"]);
      const hint =
        'remove from the body what differs between answers, or declare cache: "no-store"';
      return [
        ...headerFits(first, "ETag", /^"[!\x23-\x7e]*"$/),
        ...changed.map((violation) => ({ ...violation, hint })),
      ];
    }),
    testCase("304", async () => {
      const { etag = '"none"' } = (await operation.base()).headers;
      const lists = [etag, `W/${etag}`, `"another", W/${etag}, "third"`, "*"];
      const violations = await Array.fromAsync(lists, (list) => notModified(operation, list));
      const other = await operation.ask({ headers: { "if-none-match": '"another"' } });
      return [...violations.flat(), ...statusIs(other, 200)];
    }),
    testCase("412", async () => {
      const { etag = '"none"' } = (await operation.base()).headers;
      const expected = [
        ['"another"', 412],
        [`W/${etag}`, 412], // weak tags never match here (RFC 9110, section 13.1.1)
        [`"another", ${etag}`, 200],
        ["*", 200],
      ] as const;
      const violations = await Array.fromAsync(expected, async ([condition, status]) =>
        statusIs(await operation.ask({ headers: { "if-match": condition } }), status),
      );
      return violations.flat();
    }),
  ];
}

/** Checks for a 304 with the headers of the 200, without headers that describe content. */
async function notModified(operation: Operation, condition: string) {
  const full = await operation.base();
  const answer = await operation.ask({ headers: { "if-none-match": condition } });
  const violations = statusIs(answer, 304);
  if (violations.length > 0) return violations;
  return [
    ...["ETag", "Vary", "Cache-Control"].flatMap((name) =>
      headerIs(answer, name, full.headers[name.toLowerCase()]),
    ),
    ...CONTENT_HEADERS.flatMap((name) => headerIs(answer, name, undefined)),
    ...expectThat(answer.body.length === 0, "no content", `${answer.body.length} bytes`),
  ];
}
