/** Cases of writes that are refused: nothing changes, at any door. */
import type { Answer, Operation, Question, Violation } from "waymark/tools";
import { paramsOf, type RouteCheckContext } from "../context.ts";
import { make, type Ask } from "../scratch.ts";
import { describe, expectThat, OK } from "../violation.ts";
import { changesAt } from "./write-changes.ts";
import { isSuccess, readState, requestAt, unchanged, withResource } from "./write-resource.ts";

/** Runs a part of a case at the collection that a request adds to, or at a resource of its own. */
function onTarget(
  operation: Operation,
  context: RouteCheckContext,
  act: (path: string) => Promise<readonly Violation[]>,
): Promise<readonly Violation[]> {
  return operation.route.creates === undefined
    ? withResource(operation, context, act)
    : act(operation.path);
}

/** A stranger is refused at every door, and nothing changes: neither the resource, nor the collection it would be in. */
export function strangers(operation: Operation, context: RouteCheckContext) {
  const { route } = operation;
  return onTarget(operation, context, async (path) => {
    const before = await readState(path, context);
    const [change] = changesAt(path, before, operation, context);
    const request = change ?? requestAt(path, operation, context);
    const answers = await askAsStranger(operation, context, path, request);
    const violations = [
      ...answers.flatMap(({ status }) =>
        expectThat(status >= 400, "a refusal of strangers", `status ${status}`),
      ),
      ...(await unchanged(before, path, context)),
    ];
    const params = paramsOf({ route, path });
    for (const door of context.doors.filter(({ reads }) => reads === route.ref)) {
      const { target, question } = door.request(params, request);
      const other = await context.ask(target, { ...question, anonymous: true });
      const by = `${describe(other)} by a stranger`;
      violations.push(...(await unchanged(before, path, context, by)));
    }
    return violations;
  });
}

/** Returns the answers to the request, or to several that would each make another resource. */
async function askAsStranger(
  operation: Operation,
  { registry }: RouteCheckContext,
  path: string,
  request: Question,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const ask: Ask = async (target, question) => {
    const answer = await operation.askAt(target, { ...question, anonymous: true });
    answers.push(answer);
    return answer;
  };
  if (operation.route.creates === undefined) await ask(path, request);
  else await make(registry, operation.route, path, ask);
  return answers;
}

/** Requests that do not fit change nothing. */
export function refused(operation: Operation, context: RouteCheckContext) {
  const { headers = {} } = operation.sample.request ?? {};
  const type = headers["content-type"];
  const act = async (path: string): Promise<readonly Violation[]> => {
    const before = await readState(path, context);
    const request = requestAt(path, operation, context);
    const questions: readonly Question[] = [
      { ...request, headers: { ...request.headers, accept: "waymark/none" } },
      { ...request, headers: { ...request.headers, "if-match": '"another"' } },
      ...(type === undefined
        ? []
        : [
            { ...request, headers: { ...headers, "content-type": "text/plain" } },
            { ...request, body: "{" },
            { ...request, body: JSON.stringify(["\u{1F9ED} misfit"]) },
          ]),
    ];
    for (const question of questions) {
      const answer = await operation.askAt(path, question);
      // A route without a body, or of one kind, takes some of them.
      if (isSuccess(answer)) return OK;
      const violations = await unchanged(before, path, context);
      if (violations.length > 0) return violations;
    }
    return OK;
  };
  return onTarget(operation, context, act);
}
