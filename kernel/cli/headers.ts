/** Headers of sealed routes, for listings. */
import { OUTCOMES, type Outcome } from "../../registry/contract/call.ts";
import { KERNEL_HEADERS } from "../../registry/seal/compile.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";

/** Response headers that anything enabled writes. */
export function headerNames({ policies }: Registry): readonly string[] {
  const written = policies.flatMap(({ policy }) => Object.keys(policy.writes ?? {}));
  return [...new Set([...KERNEL_HEADERS, ...written])];
}

/** One row for each value that a header of the route has: name, owner, outcomes, value. */
export function headerRows(
  route: SealedRoute,
  { policies }: Registry,
): readonly (readonly string[])[] {
  const owners = new Map(
    policies.flatMap(({ policy }) =>
      Object.keys(policy.writes ?? {}).map((name) => [name, policy.id]),
    ),
  );
  const outcomes = outcomesOf(route);
  const rows = new Map<string, { name: string; value: string; on: Outcome[] }>();
  for (const outcome of outcomes) {
    for (const [name, value] of headersOn(route, outcome)) {
      const row = rows.get(`${name}: ${value}`) ?? { name, value, on: [] };
      rows.set(`${name}: ${value}`, row);
      row.on.push(outcome);
    }
  }
  return [...rows.values()].map(({ name, value, on }) => [
    name,
    owners.get(name) ?? "kernel",
    on.length === outcomes.length ? "always" : on.join(", "),
    value,
  ]);
}

/** One row for each value that a header has anywhere: number of routes, outcomes, value. */
export function valueRows(header: string, { routes }: Registry): readonly (readonly string[])[] {
  const found = new Map<string, { refs: Set<string>; outcomes: Set<Outcome> }>();
  for (const route of routes) {
    for (const outcome of outcomesOf(route)) {
      const value = headersOn(route, outcome).find(([name]) => name === header)?.[1];
      if (value === undefined) continue;
      const seen = found.get(value) ?? { refs: new Set(), outcomes: new Set() };
      found.set(value, seen);
      seen.refs.add(route.ref);
      seen.outcomes.add(outcome);
    }
  }
  return [...found].map(([value, { refs, outcomes }]) => [
    `${refs.size} of ${routes.length} routes`,
    OUTCOMES.filter((outcome) => outcomes.has(outcome)).join(", "),
    value,
  ]);
}

/** Names and values; a value known only at a request is shown as such. */
function headersOn(route: SealedRoute, outcome: Outcome): readonly (readonly [string, string])[] {
  const { fixed, bodySlots, slots } = route.plans[outcome];
  const pairs: (readonly [string, string])[] = [
    ...bodySlots.map(({ name }) => [name, "(per body)"] as const),
    ...slots.map(({ name }) => [name, "(per request)"] as const),
  ];
  for (let at = 0; at < fixed.length; at += 2) pairs.push([fixed[at] ?? "", fixed[at + 1] ?? ""]);
  return pairs;
}

/** Plans exist for every outcome; only these can happen. */
function outcomesOf({ kind }: SealedRoute): readonly Outcome[] {
  return OUTCOMES.filter((outcome) =>
    kind === "redirect" ? outcome !== "ok" && outcome !== "notModified" : outcome !== "redirect",
  );
}
