/** Headers of answers against the plans that were sealed for them. */
import { KERNEL_HEADERS, plannedNames } from "../../registry/seal/compile.ts";
import type {
  Answer,
  PolicyProof,
  Problem,
  Recorded,
} from "../../registry/contract/conformance.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { headerFits, headerIs } from "./violation.ts";
import { outcomeOf } from "./context.ts";

/** Fields of the connection, and what the kernel adds to single refusals. */
const UNPLANNED = new Set([
  ...KERNEL_HEADERS.map((name) => name.toLowerCase()),
  "connection",
  "keep-alive",
  "transfer-encoding",
]);

export interface HeaderRules {
  /** Nothing in front of the service may have added headers. */
  readonly exact: boolean;
  /** By policy id: they say which headers of a plan may be absent. */
  readonly proofs: ReadonlyMap<string, PolicyProof>;
}

export interface HeaderVerdict {
  readonly problems: readonly Problem[];
  /** Headers of policies without a proof that were not there. */
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
    const proof = rules.proofs.get(policy);
    if (proof === undefined) absent.push(`${name} (policy ${policy})`);
    else if (!Object.hasOwn(proof.optional ?? {}, name))
      problems.push(...headerFits(answer, name, /./));
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
