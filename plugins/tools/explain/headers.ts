/** `waymark explain` for headers of responses. */
import type { Outcome, Registry, SealedRoute } from "waymark";
import { KERNEL_HEADERS, OUTCOMES } from "waymark/tools";
import type { Booted } from "waymark/server";
import { writerOf } from "../../shared/owners.ts";
import { pluginText, unique, type Explanation, type Kind, type Rows } from "./explanation.ts";
import { settingRows } from "./plugins.ts";

/** Response headers that anything enabled writes, found in any case of letters. */
export function headers(booted: Booted): Kind {
  const written = booted.registry.policies.flatMap(({ policy }) =>
    Object.keys(policy.writes ?? {}),
  );
  const names = unique([...KERNEL_HEADERS, ...written]);
  return {
    names,
    explain: (target) =>
      names
        .filter((name) => name.toLowerCase() === target.toLowerCase())
        .map((name) => explainHeader(booted, name)),
  };
}

function explainHeader(booted: Booted, header: string): Explanation {
  const { registry, installed } = booted;
  const owner = writerOf(header, registry);
  const contributors = registry.routes.flatMap((route) =>
    route.policies
      .filter(({ compiled }) => compiled.contributes?.some((item) => item.header === header))
      .map(({ policy }) => policy.id),
  );
  const entry = installed.find(({ plugin }) => plugin.id === owner?.plugin);
  return {
    title: header,
    about: [owner?.policy.writes?.[header] ?? "Computed by the kernel."],
    facts: {
      owner: owner === undefined ? "kernel" : `policy ${owner.policy.id}`,
      plugin: owner && pluginText(booted, owner.plugin),
      "added to by": unique(contributors).join(", "),
    },
    sections: {
      "set by": entry === undefined ? [] : settingRows(entry),
      values: valueRows(header, registry),
    },
  };
}

/** Returns a row for each value that a header of the route has: name, owner, outcomes, value. */
export function headerRows(route: SealedRoute, registry: Registry): Rows {
  const lines = Map.groupBy(headersOf(route), ({ name, value }) => `${name}: ${value}`);
  return [...lines.values()].flatMap((uses) =>
    uses.slice(0, 1).map(({ name, value }) => {
      const always = uses.length === outcomesOf(route).length;
      const on = always ? "always" : uses.map(({ outcome }) => outcome).join(", ");
      return [name, writerOf(name, registry)?.policy.id ?? "kernel", on, value];
    }),
  );
}

/** Returns a row for each value that a header has anywhere: number of routes, outcomes, value. */
function valueRows(header: string, { routes }: Registry): Rows {
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
