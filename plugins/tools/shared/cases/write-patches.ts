/** Cases of patches: JSON Merge Patch (RFC 7396) and JSON Patch (RFC 6902). */
import { bodiesOf } from "waymark/advanced";
import type { Answer, Case, CheckContext, Operation, Violation } from "waymark/tools";
import { readObject, readPointers } from "../read.ts";
import { fits } from "../sample.ts";
import { jsonRequest } from "../scratch.ts";
import { describe, expectThat, OK, statusIs, testCase } from "../violation.ts";
import { changesAt, JSON_PATCH, MERGE_PATCH } from "./write-changes.ts";
import { answersTo, isSuccess, readState, unchanged, withResource } from "./write-resource.ts";

export function patchCases(operation: Operation, context: CheckContext): readonly Case[] {
  const { route } = operation;
  const { [MERGE_PATCH]: merge, [JSON_PATCH]: operations } = bodiesOf(route.declaration);
  if (route.method !== "PATCH") return [];
  return [
    ...(merge !== undefined && fits(merge, {})
      ? [testCase("write: merge patch", () => mergePatch(operation, context))]
      : []),
    ...(operations !== undefined && fits(operations, CONFLICTS.test)
      ? [testCase("write: JSON patch", () => jsonPatch(operation, context))]
      : []),
  ];
}

const ABSENT = "/waymark-check-absent";

/** Operations that apply to no resource. */
const CONFLICTS = {
  test: [{ op: "test", path: "", value: { "waymark-check": "another resource" } }],
  remove: [{ op: "remove", path: ABSENT }],
  copy: [{ op: "copy", from: ABSENT, path: ABSENT }],
};

/** Returns a condition, for routes that require one. */
function conditionOf({ route }: Operation): Readonly<Record<string, string>> {
  return route.declaration.preconditions === "required" ? { "if-match": "*" } : {};
}

async function send(operation: Operation, path: string, type: string, body: unknown) {
  const request = jsonRequest(type, body);
  const headers = { ...request.headers, ...conditionOf(operation) };
  return operation.askAt(path, { ...request, headers });
}

/** A patch of one member leaves the others as they are, and an empty one all. */
function mergePatch(operation: Operation, context: CheckContext) {
  return withResource(operation, context, async (path) => {
    const before = await readState(path, context);
    const empty = await send(operation, path, MERGE_PATCH, {});
    const violations = statusIs(empty, ...answersTo(operation, context));
    if (violations.length > 0) return violations;
    for (const change of changesAt(path, before, operation, context)) {
      if (change.headers?.["content-type"] !== MERGE_PATCH) continue;
      const patch = readObject({ body: Buffer.from(change.body ?? "") });
      if (Object.keys(patch).length === 0) continue;
      const answer = await send(operation, path, MERGE_PATCH, patch);
      if (isSuccess(answer)) return onlyChanged(patch, before, await readState(path, context));
    }
    return OK;
  });
}

/** Members that the patch does not name are still there; their values may follow from others. */
function onlyChanged(
  patch: Readonly<Record<string, unknown>>,
  before: Answer,
  after: Answer,
): readonly Violation[] {
  const left = readObject(after);
  const lost = Object.keys(readObject(before)).filter(
    (name) => left[name] === undefined && patch[name] === undefined,
  );
  return expectThat(
    after.status === 200 && lost.length === 0,
    `a resource with all of its members after a patch of ${Object.keys(patch).join(", ")}`,
    after.status === 200 ? `one without ${lost.join(", ")}` : `status ${after.status}`,
  );
}

/** A patch that does not apply is 409 with the index of the operation, and the operations before it are undone. */
function jsonPatch(operation: Operation, context: CheckContext) {
  return withResource(operation, context, async (path) => {
    const before = await readState(path, context);
    const first = changesAt(path, before, operation, context)
      .filter(({ headers }) => headers?.["content-type"] === JSON_PATCH)
      .map(({ body = "[]" }) => JSON.parse(body) as readonly unknown[]) // as it was made
      .find((operations) => operations.length > 0);
    for (const conflict of Object.values(CONFLICTS)) {
      const operations = [...(first ?? []), ...conflict];
      const answer = await send(operation, path, JSON_PATCH, operations);
      const violations = [
        ...statusIs(answer, 409),
        ...namesOperation(answer, operations.length - 1),
        ...(await unchanged(before, path, context, "a patch that does not apply")),
      ];
      if (violations.length > 0) return violations;
    }
    return OK;
  });
}

function namesOperation(answer: Answer, index: number): readonly Violation[] {
  const pointers = readPointers(answer);
  return expectThat(
    pointers.some((one) => new RegExp(`^/${index}(?:/|$)`).test(String(one))),
    `the pointer /${index} of the operation that does not apply, from ${describe(answer)}`,
    pointers.length === 0 ? "no pointer" : pointers.join(", "),
  );
}
