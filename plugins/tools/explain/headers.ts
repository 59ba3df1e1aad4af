/** `waymark explain` for headers of responses and requests. */
import type { Outcome, Registry, SealedRoute } from "waymark";
import { requiredScopes, spellHeader } from "waymark/advanced";
import { KERNEL_HEADERS, OUTCOMES } from "waymark/tools";
import { accessText } from "../shared/route-texts.ts";
import type { Booted } from "waymark/server";
import { pluginText, unique, type Explanation, type Kind, type Rows } from "./explanation.ts";
import { settingRows } from "./plugins.ts";

/** Response headers that anything enabled writes. */
export function responseHeaders(booted: Booted): Kind {
  return headers([...KERNEL_HEADERS, ...writtenBy(booted)], (header) =>
    explainHeader(booted, header),
  );
}

/** Request headers that policies read, as they are usually spelled. */
export function requestHeaders(booted: Booted): Kind {
  const read = booted.registry.policies.flatMap(({ policy }) => Object.keys(policy.reads ?? {}));
  const written = writtenBy(booted);
  return headers(
    read.map((name) => spellHeader(name, written)),
    (header) => explainRequestHeader(booted, header),
  );
}

/** Makes the kind of these headers, which are found in any case of letters. */
function headers(all: readonly string[], explain: (header: string) => Explanation): Kind {
  const names = unique(all);
  return {
    names,
    explain: (target) =>
      names.filter((name) => name.toLowerCase() === target.toLowerCase()).map(explain),
  };
}

function writtenBy({ registry }: Booted): readonly string[] {
  return registry.policies.flatMap(({ policy }) => Object.keys(policy.writes ?? {}));
}

function ownerOf({ policies }: Registry, header: string) {
  return policies.find(({ policy }) => Object.hasOwn(policy.writes ?? {}, header));
}

function explainHeader(booted: Booted, header: string): Explanation {
  const { registry, installed } = booted;
  const owner = ownerOf(registry, header);
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

function explainRequestHeader(booted: Booted, header: string): Explanation {
  const { policies, routes } = booted.registry;
  const name = header.toLowerCase();
  const readers = policies.filter(({ policy }) => policy.reads?.[name] !== undefined);
  const varying = routes.filter(({ vary = "" }) => vary.toLowerCase().split(", ").includes(name));
  const credential = readers.some(({ policy }) => policy.identifies !== undefined);
  const guarded = routes.filter((route) => credential && requiredScopes(route) !== undefined);
  return {
    title: `request header ${header}`,
    about: readers.flatMap(({ policy }) => policy.reads?.[name]?.description ?? []),
    facts: {
      "read by": readers.map(({ policy }) => `policy ${policy.id}`).join(", "),
      plugin: unique(readers.map(({ plugin }) => pluginText(booted, plugin))).join(", "),
      credential: credential ? "yes: plugins that read other routes never see it" : undefined,
      "answers vary": `on ${varying.length} of ${routes.length} routes`,
    },
    sections: {
      "needed by": guarded.map((route) => [route.method, route.path, accessText(route)]),
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
      return [name, ownerOf(registry, name)?.policy.id ?? "kernel", on, value];
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
