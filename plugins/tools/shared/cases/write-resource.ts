/** The resource that a case of a write works on, and its state before and after. */
import type { Answer, CheckContext, Operation, Question, Violation } from "waymark/tools";
import { refusalsOf, sampleAt, successesOf } from "../context.ts";
import { creationOf, make, remove } from "../scratch.ts";
import { describe, expectThat, headerIs, OK, statusIs } from "../violation.ts";

/**
 * Runs a part of a case on a resource made for it, and removes the resource. If none can be made, the resource that was
 * found is used, unless the route removes it.
 */
export async function withResource(
  operation: Operation,
  context: CheckContext,
  act: (path: string) => Promise<readonly Violation[]>,
): Promise<readonly Violation[]> {
  const creation = creationOf(operation, context);
  const made =
    creation && (await make(context.registry, creation.route, creation.path, context.ask));
  if (made?.path === undefined)
    return operation.route.method === "DELETE" ? OK : act(operation.path);
  return removeAfter(made.path, context, await act(made.path));
}

export async function removeAfter(
  path: string,
  context: CheckContext,
  violations: readonly Violation[],
): Promise<readonly Violation[]> {
  await remove(path, context);
  return violations;
}

/** Returns the representation without a coding. */
export function readState(path: string, { ask }: CheckContext): Promise<Answer> {
  return ask(path, { headers: { "accept-encoding": "identity" } });
}

/** Checks that status, ETag and body are unchanged; without an ETag, only the status. */
export async function unchanged(
  before: Answer,
  path: string,
  context: CheckContext,
  by = "a refused write",
): Promise<readonly Violation[]> {
  const after = await readState(path, context);
  // Without a tag, a body may differ each time.
  if (before.headers["etag"] === undefined) return statusIs(after, before.status);
  return [
    ...expectThat(
      after.status === before.status && after.body.equals(before.body),
      `the same answer from ${describe(after)} before and after ${by}`,
      `status ${after.status}: ${after.body.toString().slice(0, 100)}`,
    ),
    ...headerIs(after, "ETag", before.headers["etag"]),
  ];
}

/** Returns a request of the operation that fits the resource at a path. */
export function requestAt(
  path: string,
  { route, sample }: Operation,
  context: CheckContext,
): Question {
  return sampleAt(path, route, context).request ?? sample.request ?? {};
}

export function isSuccess({ status }: Answer): boolean {
  return status < 300;
}

/** Statuses of a request that fits: successes, and refusals that the handler declares. */
export function answersTo({ route }: Operation, context: CheckContext): readonly number[] {
  return [...successesOf(route), ...refusalsOf(route, context)];
}
