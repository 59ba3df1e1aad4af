/** Cases of callers: strangers stay out at every door, preflights come in, and no caller receives the data of another. */
import { guardsOf } from "waymark/advanced";
import type { Answer, Operation, Question, Violation } from "../policy-tests.ts";
import type { RouteCheckContext } from "../context.ts";
import { paramsOf } from "../scratch.ts";
import { describe, expectThat, headerIs, OK, statusIs } from "../violation.ts";

/** A route that refuses strangers refuses them at every door, and answers OPTIONS, which browsers send without credentials. */
export async function strangers(
  operation: Operation,
  context: RouteCheckContext,
): Promise<readonly Violation[]> {
  const { route, sample } = operation;
  const { request = {} } = sample;
  const ask = (question: Question) => operation.ask({ ...question, anonymous: true });
  const answer = await ask({ ...request, firstBytes: route.kind === "stream" });
  const isRefused = guardsOf(route).length > 0 ? answer.status >= 400 : isAboutCaller(answer);
  if (!isRefused) return OK;
  const options = await ask({ method: "OPTIONS" });
  const violations = [...statusIs(options, 204), ...headerIs(options, "Allow", route.allow)];
  for (const door of context.doors.filter(({ reads }) => reads === route.ref)) {
    const { target, question } = door.request(paramsOf(operation), request);
    const other = await context.ask(target, { ...question, anonymous: true });
    violations.push(
      ...expectThat(
        !door.opens(other),
        `no data for strangers, whom ${route.method} ${operation.path} refuses with ${answer.status}`,
        `data of ${route.ref} from ${describe(other)}`,
      ).map((violation) => ({ ...violation, hint: GUARD_HINT })),
    );
  }
  return violations;
}

const GUARD_HINT = "write guards: true in the policy that refuses strangers";

/** Checks that a refusal is about the caller, rather than about the request. */
function isAboutCaller({ status }: Answer): boolean {
  return status === 401 || status === 403;
}

let callersSoFar = 0;

/** Returns a caller that no other request of a check comes from. Its mark is in every header that describes it. */
function newCaller(): { readonly question: Question; readonly marks: readonly string[] } {
  callersSoFar += 1;
  const client = `203.0.113.${callersSoFar % 256}`; // a range for documentation (RFC 5737)
  const mark = `waymark-caller-${callersSoFar}.`;
  const headers = {
    "user-agent": mark,
    cookie: `caller=${mark}`,
    referer: `https://${mark}example`,
  };
  return { question: { client, headers }, marks: [client, mark] };
}

/** The marks of callers, their names, and the addresses of all other requests of a check (RFC 2544). */
const MARKS = /(?:198\.1[89]|203\.0)\.\d+\.\d+|waymark-(?:caller|principal)-\d+\./g;

/** No answer holds the mark of another caller, of this case or of any earlier one. */
export async function callers(operation: Operation): Promise<readonly Violation[]> {
  const [first, second] = [newCaller(), newCaller()];
  await operation.ask(first.question);
  const { body, headers } = await operation.ask(second.question);
  const text = `${Object.values(headers).join("\n")}\n${body.toString("latin1")}`;
  const found = (text.match(MARKS) ?? []).filter((mark) => !second.marks.includes(mark));
  const expected = "an answer that holds nothing of the callers before";
  return expectThat(found.length === 0, expected, found.slice(0, 3).join(", "));
}
