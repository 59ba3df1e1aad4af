/** Cases of writes: what they answer is what is there afterwards, and a refused one changes nothing. */
import { guardsOf } from "waymark/advanced";
import type { Answer, Case, Operation, Question, Violation } from "waymark/tools";
import { refusalsOf, type RouteCheckContext } from "../context.ts";
import { isHarmless } from "../sample.ts";
import { creatorOf, make } from "../scratch.ts";
import { describe, expectThat, headerIs, OK, statusIs, testCase } from "../violation.ts";
import { concurrentCase, conditionCase, requiredConditionCase } from "./write-conditions.ts";
import { patchCases } from "./write-patches.ts";
import {
  answersTo,
  isSuccess,
  readState,
  removeAfter,
  requestAt,
  withResource,
} from "./write-resource.ts";
import { refused, strangers } from "./write-refusals.ts";
import { namedStatuses } from "./write-statuses.ts";

/** Kinds of routes without a handler. */
const UNHANDLED: ReadonlySet<string> = new Set(["redirect", "alwaysFails", "stream"]);

export function writeCases(operation: Operation, context: RouteCheckContext): readonly Case[] {
  const { route, sample } = operation;
  if (route.method === "GET" || UNHANDLED.has(route.kind) || sample.request === undefined)
    return [];
  const { represents, answersAs, creates, method, declaration } = route;
  const isRepresentation = answersAs !== undefined && creates === undefined;
  const honorsMinimal = answersAs !== undefined && readsHeaderOf(operation, "prefer");
  const isGuarded = guardsOf(route).length > 0 && !isHarmless(route);
  // A resource without an entity tag may stay as a record, such as a revoked key.
  const isResource = represents !== undefined && creatorOf(context.registry, route) !== undefined;
  const removes = method === "DELETE" && isResource;
  return [
    ...(creates === undefined
      ? []
      : [testCase("write: created", () => created(operation, context))]),
    ...(isRepresentation
      ? [testCase("write: representation", () => represented(operation, context))]
      : []),
    ...(honorsMinimal ? [testCase("write: minimal", () => minimal(operation, context))] : []),
    ...(represents === undefined
      ? []
      : [conditionCase(operation, context), concurrentCase(operation, context)]),
    ...(declaration.preconditions === "required"
      ? [requiredConditionCase(operation, context)]
      : []),
    ...patchCases(operation, context),
    ...(removes ? [testCase("write: removed", () => removed(operation, context))] : []),
    ...(isGuarded ? [testCase("write: strangers", () => strangers(operation, context))] : []),
    ...(isHarmless(route) ? [] : [testCase("write: refused", () => refused(operation, context))]),
    testCase("write: statuses", async () => statuses(operation, context)),
  ];
}

function readsHeaderOf({ route: { policies } }: Operation, name: string): boolean {
  return policies.some(({ policy, compiled }) =>
    (compiled.reads ?? Object.keys(policy.reads ?? {})).includes(name),
  );
}

/** 201 with Location, whose route answers with what was sent back (RFC 9110, section 15.3.2). */
async function created(operation: Operation, context: RouteCheckContext) {
  const { route, path } = operation;
  const made = await make(context.registry, route, path, operation.askAt, IDENTITY);
  if (made.missing !== undefined)
    return [{ expected: "201 with Location", received: made.missing, hint: EXAMPLES }];
  const next = await readState(made.path, context);
  const violations = [
    ...statusIs(next, 200),
    ...(route.answersAs === undefined ? [] : sameRepresentation(made.answer, next)),
  ];
  return removeAfter(made.path, context, violations);
}

const EXAMPLES = "add examples to the schema of the body, with values that the handler takes";
const IDENTITY = { "accept-encoding": "identity" };

/** The tag and the bytes of the next read, so that the client need not read. */
function sameRepresentation(answer: Answer, next: Answer): readonly Violation[] {
  return [
    ...headerIs(answer, "ETag", next.headers["etag"]),
    ...expectThat(
      answer.body.equals(next.body),
      `from ${describe(answer)} the ${next.body.byteLength} bytes that the next GET has`,
      `${answer.body.byteLength} other bytes: ${answer.body.toString().slice(0, 100)}`,
    ),
  ].map((violation) => ({ ...violation, hint: AS_READ }));
}

const AS_READ =
  "return from the handler what the route that reads returns: the same members, values and order";

function represented(operation: Operation, context: RouteCheckContext) {
  return withResource(operation, context, async (path) => {
    const answer = await write(operation, context, path, IDENTITY);
    if (!isSuccess(answer)) return statusIs(answer, ...answersTo(operation, context));
    const next = await readState(path, context);
    return [...statusIs(next, 200), ...sameRepresentation(answer, next)];
  });
}

async function write(
  operation: Operation,
  context: RouteCheckContext,
  path: string,
  headers: Question["headers"],
): Promise<Answer> {
  const request = requestAt(path, operation, context);
  return operation.askAt(path, { ...request, headers: { ...request.headers, ...headers } });
}

/** RFC 7240, section 4.2. */
async function minimal(operation: Operation, context: RouteCheckContext) {
  const headers = { ...IDENTITY, prefer: "return=minimal" };
  const { route } = operation;
  const check = async (answer: Answer, path: string) => {
    const next = await readState(path, context);
    return [
      ...headerIs(answer, "ETag", next.headers["etag"]),
      ...headerIs(answer, "Preference-Applied", "return=minimal"),
      ...headerIs(answer, "Content-Type", undefined),
      ...expectThat(answer.body.byteLength === 0, "no content", `${answer.body.byteLength} bytes`),
    ];
  };
  if (route.creates !== undefined) {
    const made = await make(context.registry, route, operation.path, operation.askAt, headers);
    if (made.missing !== undefined) return OK; // a violation of another case
    return removeAfter(made.path, context, await check(made.answer, made.path));
  }
  return withResource(operation, context, async (path) => {
    const answer = await write(operation, context, path, headers);
    if (!isSuccess(answer)) return statusIs(answer, ...answersTo(operation, context));
    return [...statusIs(answer, 204), ...(await check(answer, path))];
  });
}

/** Gone for the next read and the next removal. */
function removed(operation: Operation, context: RouteCheckContext) {
  const isGone = refusalsOf(operation.route, context).includes(404);
  return withResource(operation, context, async (path) => {
    const answer = await write(operation, context, path, {});
    if (!isSuccess(answer)) return statusIs(answer, ...answersTo(operation, context));
    const next = await readState(path, context);
    const again = await write(operation, context, path, { "if-match": "" });
    return [...statusIs(next, 404, 410), ...(isGone ? statusIs(again, 404, 412) : [])];
  });
}

/** Checks that the route declares every status, or that OpenAPI names it. */
function statuses(operation: Operation, { registry }: RouteCheckContext): readonly Violation[] {
  const { answers, route } = operation;
  const named = namedStatuses(route, registry);
  const others = answers.filter(
    // The first route of a path also has the answers to OPTIONS and to methods that the path does not have.
    ({ answer, route: of }) =>
      of === route && answer.method === route.method && !named.has(answer.status),
  );
  return others.map(({ answer }) => ({
    expected: `one of the statuses that OpenAPI names: ${[...named].toSorted().join(", ")}`,
    received: `status ${answer.status} from ${describe(answer)}`,
    hint: "add the error to the errors of the route, or the status to its statuses",
  }));
}
