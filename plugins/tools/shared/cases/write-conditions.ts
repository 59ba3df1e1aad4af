/** Cases of conditional writes (RFC 9110, section 13): evaluated against the resource, and never between two writers. */
import type { Answer, Case, CheckContext, Operation, Question, Violation } from "waymark/tools";
import { expectThat, OK, refuses, statusIs, testCase } from "../violation.ts";
import { changesAt } from "./write-changes.ts";
import {
  answersTo,
  isSuccess,
  readState,
  requestAt,
  unchanged,
  withResource,
} from "./write-resource.ts";

/** Returns the request with a condition that replaces the condition of the sample, if any. */
function under(request: Question, condition: Readonly<Record<string, string>>): Question {
  const { "if-match": _, ...headers } = request.headers ?? {};
  return { ...request, headers: { ...headers, ...condition } };
}

export function conditionCase(operation: Operation, context: CheckContext): Case {
  return testCase("write: conditions", () =>
    withResource(operation, context, async (path) => {
      const before = await readState(path, context);
      if (before.status !== 200) return statusIs(before, 200);
      const request = requestAt(path, operation, context);
      const ask = (condition: Readonly<Record<string, string>>) =>
        operation.askAt(path, under(request, condition));
      const { etag } = before.headers;
      const refused: readonly Readonly<Record<string, string>>[] = [
        { "if-match": '"another"' },
        { "if-none-match": "*" },
        { "if-match": "*", "if-none-match": "*" },
        ...(etag === undefined
          ? []
          : [
              { "if-match": `W/${etag}` }, // weak tags never match here (RFC 9110, section 13.1.1)
              { "if-none-match": `"another", ${etag}` },
            ]),
      ];
      for (const condition of refused) {
        const violations = [
          ...refuses(await ask(condition), context, "precondition-failed"),
          ...(await unchanged(before, path, context)),
        ];
        if (violations.length > 0) return violations;
      }
      return accepted(operation, context, path, request);
    }),
  );
}

/** Each of these holds for the state that it is sent for; a route that removes can try one. */
async function accepted(
  operation: Operation,
  context: CheckContext,
  path: string,
  request: Question,
): Promise<readonly Violation[]> {
  const forms = [(tag: string) => `"another", ${tag}`, (tag: string) => tag, () => "*"];
  const tried = operation.route.method === "DELETE" ? forms.slice(0, 1) : forms;
  for (const form of tried) {
    const { etag = "*" } = (await readState(path, context)).headers;
    const condition = { "if-match": etag === "*" ? etag : form(etag) };
    const answer = await operation.askAt(path, under(request, condition));
    const violations = statusIs(answer, ...answersTo(operation, context));
    if (violations.length > 0) return violations;
  }
  return OK;
}

/** RFC 6585, section 3. */
export function requiredConditionCase(operation: Operation, context: CheckContext): Case {
  return testCase("write: required condition", () =>
    withResource(operation, context, async (path) => {
      const before = await readState(path, context);
      const answer = await operation.askAt(path, under(requestAt(path, operation, context), {}));
      return [
        ...refuses(answer, context, "precondition-required"),
        ...(await unchanged(before, path, context)),
      ];
    }),
  );
}

/** Writers that name the same state at the same time. */
const WRITERS = 8;

export function concurrentCase(operation: Operation, context: CheckContext): Case {
  return testCase("write: concurrent", () =>
    withResource(operation, context, async (path) => {
      const before = await readState(path, context);
      const { etag } = before.headers;
      if (etag === undefined || before.status !== 200) return OK;
      for (const change of changesAt(path, before, operation, context)) {
        const request = under(change, { "if-match": etag });
        const answers = await Promise.all(
          Array.from({ length: WRITERS }, () => operation.askAt(path, request)),
        );
        const after = await readState(path, context);
        if (after.headers["etag"] !== etag || answers.some(isLost)) return oneWins(answers);
      }
      return OK; // no change that the handler takes
    }),
  );
}

function isLost({ status }: Answer): boolean {
  return status === 412;
}

function oneWins(answers: readonly Answer[]): readonly Violation[] {
  const [first, ...winners] = answers.filter(isSuccess);
  const others = answers.filter((answer) => !isSuccess(answer));
  return [
    ...expectThat(
      first !== undefined && winners.length === 0,
      `one of ${WRITERS} writers with the same If-Match to succeed`,
      `${answers.length - others.length} have`,
    ).map((violation) => ({ ...violation, hint: ONE_TRANSACTION })),
    // Where the first has removed it, there is nothing left to compare with.
    ...others.flatMap((answer) => statusIs(answer, 412, 404)),
  ];
}

const ONE_TRANSACTION =
  "read and write in one transaction: with tables of the store, or transaction: true, it is the kernel's";
