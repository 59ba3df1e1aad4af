/** Cases of writes: their answers show the new state, and a refused write changes nothing. */
import { guardsOf } from "waymark/advanced";
import { answersOf } from "../../../shared/operations/answers.ts";
import type { Answer, Operation, Question, Violation } from "../policy-tests.ts";
import { refusalsOf, successesOf, type RouteCheckContext } from "../context.ts";
import { isHarmless } from "../sample.ts";
import { creatorOf, make, paramsOf, remove, type Ask, Unsampled } from "../scratch.ts";
import { describe, expectThat, headerIs, OK, statusIs } from "../violation.ts";
import type { RouteCase } from "./route-case.ts";
import { CONDITIONS, PATCHES } from "./write-conditions.ts";
import {
  IDENTITY,
  isSuccess,
  withResource,
  type Resource,
  type WriteCase,
} from "./write-resource.ts";

const EXAMPLES = "add examples to the schema of the body, with values that the handler takes";
const AS_READ =
  "return from the handler what the route that reads returns: the same members, values and order";

const CASES: readonly WriteCase[] = [
  {
    /** 201 with Location, whose route answers with what was sent back (RFC 9110, section 15.3.2). */
    name: "write: created",
    applies: ({ route }) => route.creates !== undefined,
    makesOwn: true,
    run: created,
  },
  {
    name: "write: representation",
    applies: ({ route }) => route.answersAs !== undefined && route.creates === undefined,
    async run(resource) {
      const answer = await resource.write(IDENTITY);
      if (!isSuccess(answer)) return statusIs(answer, ...resource.statuses);
      const next = await resource.read();
      return [...statusIs(next, 200), ...sameRepresentation(answer, next)];
    },
  },
  ...CONDITIONS,
  ...PATCHES,
  {
    /** Checks that the next read and the next removal find nothing. */
    name: "write: removed",
    // A resource without an entity tag may stay as a record, such as a revoked key.
    applies: ({ route }, { registry }) =>
      route.method === "DELETE" &&
      route.represents !== undefined &&
      route.declaration.acts === undefined &&
      creatorOf(registry, route) !== undefined,
    async run(resource) {
      const isGone = refusalsOf(resource.operation.route, resource.context).includes(404);
      const answer = await resource.write();
      if (!isSuccess(answer)) return statusIs(answer, ...resource.statuses);
      const next = await resource.read();
      const again = await resource.write({ "if-match": "" });
      return [...statusIs(next, 404, 410), ...(isGone ? statusIs(again, 404, 412) : [])];
    },
  },
  {
    name: "write: strangers",
    applies: ({ route }) => guardsOf(route).length > 0 && !isHarmless(route),
    run: strangers,
  },
  {
    name: "write: refused",
    applies: ({ route }) => !isHarmless(route),
    run: refused,
  },
];

/** Kinds of routes without a handler. */
const UNHANDLED: ReadonlySet<string> = new Set(["redirect", "alwaysFails", "stream"]);

function isWritten({ route, sample }: Operation): boolean {
  return route.method !== "GET" && !UNHANDLED.has(route.kind) && sample.request !== undefined;
}

export const WRITES: readonly RouteCase[] = [
  ...CASES.map((one): RouteCase => {
    const isMade: RouteCase["applies"] = (operation, context) =>
      isWritten(operation) && (one.applies?.(operation, context) ?? true);
    return { name: one.name, applies: isMade, run: (...of) => withResource(...of, one) };
  }),
  {
    name: "write: statuses",
    applies: isWritten,
    run: async (operation, context) => statuses(operation, context),
  },
];

/** Makes a resource with a request of the operation, compares the answer with the next read, and removes the resource. */
async function created(resource: Resource): Promise<readonly Violation[]> {
  const { operation, context } = resource;
  const { route, path, askAt } = operation;
  const made = await make(context.registry, route, path, askAt, IDENTITY);
  if (made.missing !== undefined && made.isRefused)
    throw new Unsampled(`${made.missing}; ${EXAMPLES}`);
  if (made.missing !== undefined)
    return [{ expected: "201 with Location", received: made.missing, hint: EXAMPLES }];
  const next = await resource.read(made.path);
  await remove(made.path, context);
  return [
    ...statusIs(next, 200),
    ...(route.answersAs === undefined ? OK : sameRepresentation(made.answer, next)),
  ];
}

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

/** A stranger is refused at every door, and nothing changes: neither the resource, nor the collection it would be in. */
async function strangers(resource: Resource): Promise<readonly Violation[]> {
  const { operation, context, path } = resource;
  const { route } = operation;
  const before = await resource.read();
  const [request = resource.request] = resource.changes(before);
  const answers: Answer[] = [];
  const ask: Ask = async (target, question) => {
    const answer = await operation.askAt(target, { ...question, anonymous: true });
    answers.push(answer);
    return answer;
  };
  // Several bodies, if each would make another resource.
  if (route.creates === undefined) await ask(path, request);
  else await make(context.registry, route, path, ask);
  const violations = [
    ...answers.flatMap(({ status }) =>
      expectThat(status >= 400, "a refusal of strangers", `status ${status}`),
    ),
    ...(await resource.unchanged(before)),
  ];
  const params = paramsOf({ route, path });
  for (const door of context.doors.filter(({ reads }) => reads === route.ref)) {
    const { target, question } = door.request(params, request);
    const other = await context.ask(target, { ...question, anonymous: true });
    violations.push(...(await resource.unchanged(before, `${describe(other)} by a stranger`)));
  }
  return violations;
}

/** Requests that do not fit change nothing. */
async function refused(resource: Resource): Promise<readonly Violation[]> {
  const { request, operation } = resource;
  const { headers = {} } = operation.sample.request ?? {};
  const before = await resource.read();
  const wrong: readonly Question[] = [
    { headers: { ...request.headers, accept: "waymark/none" } },
    { headers: { ...request.headers, "if-match": '"another"' } },
    ...(headers["content-type"] === undefined
      ? []
      : [
          { headers: { ...headers, "content-type": "text/plain" } },
          { body: "{" },
          { body: JSON.stringify(["\u{1F9ED} misfit"]) },
        ]),
  ];
  for (const part of wrong) {
    const answer = await operation.askAt(resource.path, { ...request, ...part });
    // A route without a body, or of one kind, takes some of them.
    if (isSuccess(answer)) return OK;
    const violations = await resource.unchanged(before);
    if (violations.length > 0) return violations;
  }
  return OK;
}

/** Statuses of the connection, the parser and the target that may refuse any request: not statuses of a route. */
const OF_ANY = [308, 408, 414, 431];

/** Checks that the route declares every status, or that its description names it. */
function statuses({ answers, route }: Operation, context: RouteCheckContext): readonly Violation[] {
  const named = new Set([
    ...OF_ANY,
    ...answersOf(route, context.registry).map(({ status }) => Number(status)),
    ...refusalsOf(route, context),
    ...successesOf(route),
    // In place of 200, for Prefer: return=minimal.
    ...(route.answersAs === undefined ? [] : [204]),
  ]);
  named.delete(Number.NaN); // "default"
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
