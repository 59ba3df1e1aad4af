/** The headers of a route on each outcome: fixed values, values that follow from a body, and slots. */
import type { Call, Outcome, Reply } from "../../contract/call/call.ts";
import type {
  HeaderPart,
  HeaderView,
  CompiledPolicy,
  Field,
} from "../../contract/policy/compiled-policy.ts";
import { hasResponseHeaders, responseHeadersOf } from "../../contract/policy/headers.ts";
import type { RouteBase } from "../../contract/route/route-info.ts";
import type {
  BoundBodySlot,
  BoundPolicy,
  BoundSlot,
  HeaderPlan,
} from "../../contract/route/sealed-route.ts";
import { attempt } from "../check/policy-error.ts";
import { spellAll, varyOf } from "./vary.ts";
import type { Policy } from "../../contract/policy/policy.ts";

/** Plans the headers of one outcome. */
export type HeaderPlanner = (outcome: Outcome) => HeaderPlan;

/** Header names of all policies together. */
export interface HeaderNames extends Pick<HeaderView, "written" | "read"> {
  /** Request headers that hold credentials, in lower case. */
  readonly credentials: readonly string[];
}

/** @param languages the languages of the route's view, if the plans are for the view. */
export function headerPlanner(
  bound: readonly BoundPolicy[],
  facts: RouteBase,
  names: HeaderNames,
  languages?: readonly string[],
): HeaderPlanner {
  const part = languages === undefined ? "answer" : "view";
  const more = languages !== undefined && languages.length > 1 ? ["accept-language"] : [];
  const varyOfAnswers = varyOf(bound, facts, more);
  const personalVary = varyOf(bound, facts, [...more, ...names.credentials]);
  const varyOfOptions = spellAll(bound.flatMap(({ compiled }) => compiled.variesOnOptions ?? []));
  const additions = additionsOf(bound);
  const filled = Object.keys(responseHeadersOf(facts.declaration)).map((name): BoundBodySlot => ({
    name,
    policy: undefined,
    value: (reply) => reply.facts.headers?.[name],
  }));
  const filledOn = (outcome: Outcome) =>
    hasResponseHeaders(facts.declaration, outcome) ? filled : [];
  return (outcome) => {
    const contributed = (header: string) =>
      (additions.get(header) ?? [])
        .filter((one) => one.outcomes?.includes(outcome) ?? true)
        .filter((one) => (one.of ?? part) === part)
        .map(({ value }) => value);
    const vary = outcome === "options" ? varyOfOptions : varyOfAnswers;
    const view = { ...names, contributed };
    const { bodySlots, ...plan } = planHeaders(bound, outcome, view, vary);
    return {
      ...plan,
      bodySlots: filled.length === 0 ? bodySlots : [...bodySlots, ...filledOn(outcome)],
      personalVary: outcome === "options" || personalVary === vary ? undefined : personalVary,
    };
  };
}

export function plansOf(planFor: HeaderPlanner): Readonly<Record<Outcome, HeaderPlan>> {
  return {
    ok: planFor("ok"),
    redirect: planFor("redirect"),
    notModified: planFor("notModified"),
    error: planFor("error"),
    options: planFor("options"),
  };
}

function planHeaders(
  bound: readonly BoundPolicy[],
  outcome: Outcome,
  view: HeaderView,
  vary: string,
): Omit<HeaderPlan, "personalVary"> {
  const fixed: string[] = vary === "" ? [] : ["Vary", vary];
  const bodySlots: BoundBodySlot[] = [];
  const slots: BoundSlot[] = [];
  for (const { policy, index, compiled } of bound) {
    const fields = attempt(policy, () => fieldsFor(outcome, policy, compiled, view));
    for (const name in fields) {
      const value = fields[name];
      if (typeof value === "string") fixed.push(name, value);
      else if (typeof value === "function") slots.push({ name, policy: policy.id, index, value });
      else if (value !== undefined)
        bodySlots.push({ name, policy: policy.id, value: value.ofBody });
    }
  }
  return { fixed, bodySlots, slots };
}

/** Returns the names of the headers that an outcome may have. */
export function plannedNames({ fixed, bodySlots, slots }: HeaderPlan): readonly string[] {
  const named = [...bodySlots, ...slots].map(({ name }) => name);
  return [...fixed.filter((_, index) => index % 2 === 0), ...named];
}

/** Parts that policies add to a shared header, on some outcomes or on all. */
interface BoundAddition {
  readonly outcomes: readonly Outcome[] | undefined;
  readonly of: HeaderPart["of"];
  readonly value: ReturnType<HeaderView["contributed"]>[number];
}

/** Additions by the header they go to. */
function additionsOf(bound: readonly BoundPolicy[]): ReadonlyMap<string, readonly BoundAddition[]> {
  const additions = new Map<string, BoundAddition[]>();
  for (const { compiled, index } of bound) {
    for (const { header, outcomes, of, value: part } of compiled.contributes ?? []) {
      const value: BoundAddition["value"] =
        typeof part === "string"
          ? part
          : (call: Call, reply: Reply) => part(call, reply, call.states[index] as never);
      const others = additions.get(header);
      if (others === undefined) additions.set(header, [{ outcomes, of, value }]);
      else others.push({ outcomes, of, value });
    }
  }
  return additions;
}

/** Returns a policy's headers on one outcome. Throws unless they are its declared headers, so that none is forgotten. */
function fieldsFor(
  outcome: Outcome,
  { writes = {} }: Pick<Policy, "writes">,
  compiled: CompiledPolicy,
  view: HeaderView,
): Readonly<Record<string, Field>> {
  const promised = Object.keys(writes);
  if (compiled.fields === undefined && promised.length > 0)
    throw new Error(
      `it compiled without fields, and writes promises ${promised.join(", ")}; where a route has none of these, compile returns undefined`,
    );
  const fields = compiled.fields?.(outcome, view) ?? {};
  const missing = promised.find((name) => !Object.hasOwn(fields, name));
  if (missing !== undefined)
    throw new Error(
      `fields has no ${missing} for the outcome ${outcome}, which writes promises; undefined says that it is absent on purpose`,
    );
  const undeclared = Object.keys(fields).find((name) => !Object.hasOwn(writes, name));
  if (undeclared !== undefined)
    throw new Error(`fields has ${undeclared}, which writes does not have`);
  return fields;
}
