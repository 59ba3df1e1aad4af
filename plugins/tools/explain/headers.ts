/** Headers of sealed routes, for `waymark explain`. */
import type { Outcome, Registry, SealedRoute } from "waymark";
import { KERNEL_HEADERS, OUTCOMES } from "waymark/tools";

/** Returns the response headers that anything enabled writes. */
export function headerNames({ policies }: Registry): readonly string[] {
  const written = policies.flatMap(({ policy }) => Object.keys(policy.writes ?? {}));
  return [...new Set([...KERNEL_HEADERS, ...written])];
}

/** Returns a row for each value that a header of the route has: name, owner, outcomes, value. */
export function headerRows(
  route: SealedRoute,
  { policies }: Registry,
): readonly (readonly string[])[] {
  const owners = new Map(
    policies.flatMap(({ policy }) =>
      Object.keys(policy.writes ?? {}).map((name) => [name, policy.id]),
    ),
  );
  const lines = Map.groupBy(headersOf(route), ({ name, value }) => `${name}: ${value}`);
  return [...lines.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { name, value } = first;
    const on = [first, ...others].map(({ outcome }) => outcome);
    const always = on.length === outcomesOf(route).length;
    return [[name, owners.get(name) ?? "kernel", always ? "always" : on.join(", "), value]];
  });
}

/** Returns a row for each value that a header has anywhere: number of routes, outcomes, value. */
export function valueRows(header: string, { routes }: Registry): readonly (readonly string[])[] {
  const uses = routes.flatMap(headersOf).filter(({ name }) => name === header);
  return [...Map.groupBy(uses, ({ value }) => value)].map(([value, same]) => [
    `${new Set(same.map(({ ref }) => ref)).size} of ${routes.length} routes`,
    OUTCOMES.filter((outcome) => same.some((use) => use.outcome === outcome)).join(", "),
    value,
  ]);
}

/** Returns each header on each outcome; a value known only at a request is shown as such. */
function headersOf(route: SealedRoute) {
  return outcomesOf(route).flatMap((outcome) => {
    const { fixed, bodySlots, slots } = route.plans[outcome];
    const use = (name: string, value: string) => ({ ref: route.ref, outcome, name, value });
    return [
      ...bodySlots.map(({ name }) => use(name, "(per body)")),
      ...slots.map(({ name }) => use(name, "(per request)")),
      // Names and values alternate.
      ...fixed.flatMap((name, at) => (at % 2 === 0 ? [use(name, fixed[at + 1] ?? "")] : [])),
    ];
  });
}

/** Returns the outcomes that can happen; plans exist for all. */
function outcomesOf({ kind }: SealedRoute): readonly Outcome[] {
  return OUTCOMES.filter((outcome) =>
    kind === "redirect" ? outcome !== "ok" && outcome !== "notModified" : outcome !== "redirect",
  );
}
