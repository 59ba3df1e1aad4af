/** Compares headers of answers with the plans that were sealed for them. */
import type { Registry, SealedRoute } from "waymark";
import { plannedNames, responseHeadersOf } from "waymark/advanced";
import { KERNEL_HEADERS, varyByLanguage, type HeaderPlan } from "waymark/tools";
import type { Answer, PolicyConformance, RecordedAnswer, Violation } from "./policy-tests.ts";
import { headerFits, headerIs } from "./violation.ts";
import { outcomeOf } from "./context.ts";
import { fits } from "./sample.ts";

/** Fields of the connection, and fields that the kernel adds to single refusals. */
const UNPLANNED = new Set([
  ...KERNEL_HEADERS.map((name) => name.toLowerCase()),
  "connection",
  "keep-alive",
  "transfer-encoding",
]);

/** Headers that neither a policy nor a handler writes: something between the server and the check added them. */
export class ForeignHeaders {
  readonly #names = new Set<string>();
  readonly #own: ReadonlySet<string>;

  constructor({ policies, routes }: Pick<Registry, "policies" | "routes">) {
    const written = [
      ...policies.flatMap(({ policy }) => Object.keys(policy.writes ?? {})),
      ...routes.flatMap(({ declaration }) => Object.keys(responseHeadersOf(declaration))),
    ];
    this.#own = new Set([...UNPLANNED, ...written.map((name) => name.toLowerCase())]);
  }

  /** Returns the answer without these headers. */
  remove(answer: Answer): Answer {
    const headers = Object.entries(answer.headers).filter(([name]) => this.#isOwn(name));
    const repeated = answer.repeated.filter((name) => this.#own.has(name));
    return { ...answer, headers: Object.fromEntries(headers), repeated };
  }

  /** Returns a warning that names all such headers, if there are any. */
  warnings(): readonly string[] {
    const names = [...this.#names].toSorted().join(", ");
    return names === "" ? [] : [`no policy writes ${names}: added on the way, and not compared`];
  }

  #isOwn(name: string): boolean {
    if (this.#own.has(name)) return true;
    this.#names.add(name);
    return false;
  }
}

/** RFC 9110, section 5.6.7. */
const IMF_FIXDATE = /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/;

export interface HeaderRules {
  /** No proxy may have added headers. */
  readonly exact: boolean;
  /** Tests by policy id: they say which headers of a plan may be absent. */
  readonly tests: ReadonlyMap<string, PolicyConformance>;
}

/**
 * Checks that an answer has every header of its plan, and no other. `absent` has missing headers of policies that have no
 * conformance test, with the policies' ids.
 */
export function checkHeaders({ answer, route }: RecordedAnswer, rules: HeaderRules) {
  const plan = planOf(answer, route);
  const violations: Violation[] = [];
  const absent: (readonly [header: string, policy: string])[] = [];
  const personal = answer.headers["vary"] === plan.personalVary ? plan.personalVary : undefined;
  for (let at = 0; at < plan.fixed.length; at += 2) {
    const [name = "", value] = plan.fixed.slice(at, at + 2);
    violations.push(...headerIs(answer, name, (name === "Vary" && personal) || value));
  }
  for (const { name, policy } of [...plan.bodySlots, ...plan.slots]) {
    if (policy === undefined) {
      violations.push(...filledHeader(answer, route, name));
      continue;
    }
    if (answer.headers[name.toLowerCase()] !== undefined) continue;
    const test = rules.tests.get(policy);
    if (test === undefined) absent.push([name, policy]);
    else if (!Object.hasOwn(test.optional ?? {}, name))
      violations.push(...headerFits(answer, name, /./));
  }
  violations.push(...headerFits(answer, "Date", IMF_FIXDATE));
  if (rules.exact) violations.push(...surplusHeaders(answer, route));
  for (const name of answer.repeated)
    violations.push({ expected: `${name} once`, received: `${name} more than once` });
  return { violations, absent };
}

/** A page in place of JSON, or of a JSON error, is known by its Vary, which a 304 has as well. */
function planOf(answer: Answer, { plans, view }: SealedRoute): HeaderPlan {
  const { headers, requestHeaders } = answer;
  const outcome = outcomeOf(answer);
  const plan = plans[outcome];
  const isAsked = requestHeaders["accept"]?.includes("text/html") === true;
  if (!isAsked || outcome === "redirect" || outcome === "options") return plan;
  const others = [view?.plans[outcome], outcome === "error" ? varyByLanguage(plan) : undefined];
  const isPlan = ({ fixed, personalVary }: HeaderPlan) =>
    [fixed[1], personalVary].includes(headers["vary"]);
  return others.find((other) => other !== undefined && isPlan(other)) ?? plan;
}

/** A header that a handler may fill, or leave out, has the form that its route declares. */
function filledHeader(
  answer: Answer,
  { declaration }: SealedRoute,
  name: string,
): readonly Violation[] {
  const received = answer.headers[name.toLowerCase()];
  const shape = responseHeadersOf(declaration)[name];
  if (received === undefined || shape === undefined) return [];
  // The text of a number or a truth value is one of a string as well.
  const readings = [received, Number(received), received === "true"].filter(
    (value) => String(value) === received,
  );
  return readings.some((value) => fits(shape, value))
    ? []
    : [{ expected: `${name} as the route declares it`, received }];
}

function surplusHeaders(answer: Answer, route: SealedRoute): readonly Violation[] {
  const names = plannedNames(planOf(answer, route));
  const planned = new Set(names.map((name) => name.toLowerCase()));
  return Object.keys(answer.headers)
    .filter((name) => !planned.has(name) && !UNPLANNED.has(name))
    .flatMap((name) => headerIs(answer, name, undefined));
}
