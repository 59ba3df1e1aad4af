/** Headers of answers against the plans that were sealed for them. */
import { KERNEL_HEADERS, plannedNames } from "../../registry/compile.ts";
import type { SealedRoute } from "../../registry/registry.ts";
import type { Answer } from "./client.ts";
import { headerFits, headerIs, type Problem } from "./problem.ts";
import { outcomeOf, type Recorded } from "./world.ts";

/** A preflight that was granted. */
const preflight = ({ sent, headers }: Answer) =>
  sent["access-control-request-method"] !== undefined &&
  headers["access-control-allow-origin"] !== undefined;
const never = () => false;

/** When a planned header that is made per request must be there; those not named here: always. */
const REQUIRED: Readonly<Record<string, (answer: Answer) => boolean>> = {
  "Access-Control-Allow-Origin": never, // depends on the origin: the cors checks ask
  "Access-Control-Allow-Credentials": never,
  "Access-Control-Allow-Methods": preflight,
  "Access-Control-Allow-Headers": preflight,
  "Access-Control-Max-Age": preflight,
  "Content-Digest": never, // where it is wanted: the digest checks ask
  "Content-Encoding": never,
  "Content-Security-Policy": never,
  Link: never, // only where there is something to lead to: the links checks ask
  "Preference-Applied": never,
  "Repr-Digest": never,
  "Strict-Transport-Security": never, // over HTTPS alone: the hsts checks ask
  tracestate: ({ sent }) => sent["tracestate"] !== undefined,
};

/** Fields of the connection, and what the kernel adds to single refusals. */
const UNPLANNED = new Set([
  ...KERNEL_HEADERS.map((name) => name.toLowerCase()),
  "accept",
  "connection",
  "keep-alive",
  "transfer-encoding",
]);

export interface HeaderRules {
  /** Nothing in front of the service may have added headers. */
  readonly exact: boolean;
  /** Whether the checks know when the policy leaves out headers. */
  knows(policy: string): boolean;
}

export interface HeaderVerdict {
  readonly problems: readonly Problem[];
  /** Headers of policies the checks do not know that were not there. */
  readonly absent: readonly string[];
}

/** Whether an answer has every header of its plan, and no other. */
export function checkHeaders({ answer, route }: Recorded, rules: HeaderRules): HeaderVerdict {
  const plan = route.plans[outcomeOf(answer)];
  const problems: Problem[] = [];
  const absent: string[] = [];
  for (let at = 0; at < plan.fixed.length; at += 2)
    problems.push(...headerIs(answer, plan.fixed[at] ?? "", plan.fixed[at + 1]));
  for (const { name, policy } of [...plan.bodySlots, ...plan.slots]) {
    if (answer.headers[name.toLowerCase()] !== undefined) continue;
    if (!rules.knows(policy)) absent.push(`${name} (policy ${policy})`);
    else if (REQUIRED[name]?.(answer) ?? true) problems.push(...headerFits(answer, name, /./));
  }
  problems.push(...headerFits(answer, "Date", IMF_FIXDATE));
  if (rules.exact) problems.push(...surplus(answer, route));
  for (const name of answer.repeated)
    problems.push({ expected: `${name} once`, received: `${name} more than once` });
  return { problems, absent };
}

/** RFC 9110, section 5.6.7. */
const IMF_FIXDATE = /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/;

function surplus(answer: Answer, route: SealedRoute): readonly Problem[] {
  const planned = new Set(
    plannedNames(route.plans[outcomeOf(answer)]).map((name) => name.toLowerCase()),
  );
  return Object.keys(answer.headers)
    .filter((name) => !planned.has(name) && !UNPLANNED.has(name))
    .flatMap((name) => headerIs(answer, name, undefined));
}
