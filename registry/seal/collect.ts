/** Collects the contributions of enabled plugins, with options applied and owners noted. Validates nothing. */
import type { PerOptions, Plugin } from "../contract/plugin/plugin.ts";
import type { InstalledPlugin } from "../contract/plugin/installed.ts";
import type { Point } from "../contract/plugin/point.ts";
import type { Policy } from "../contract/policy/policy.ts";
import type { Languages } from "../contract/types.ts";
import type { Route } from "../contract/route/route.ts";
import type { Owned } from "../contract/plugin/declarations.ts";
import type { Contributions } from "../contract/plugin/validation.ts";
import { SOURCE_LANGUAGE } from "../contract/language.ts";

/** Enabled plugin with its resolved contributions. */
export interface Contributor {
  readonly plugin: Plugin;
  readonly options: unknown;
  /** Routes as declared, with the changes of policies (`adjust`), and with languages in place of `"*"`. */
  readonly routes: Readonly<Record<string, Route>>;
  /** Routes whose listener exists. */
  readonly served: Readonly<Record<string, Route>>;
}

/** Contributions of all enabled plugins, before they are checked. */
export interface Collected extends Contributions {
  readonly contributors: readonly Contributor[];
  /** The points that the kernel and enabled plugins read, each once. */
  readonly points: readonly Point[];
  /** The languages of pages whose routes name `"*"`, the default first. */
  readonly languages: Languages;
}

/** @param own points that the kernel reads. Default: none. */
export function collect(
  installed: readonly InstalledPlugin[],
  own: readonly Point[] = [],
): Collected {
  const enabled = installed.filter((entry) => entry.enabled);
  const listeners = enabled.flatMap(
    // The options were validated with the plugin's own schema.
    ({ plugin, options }) => plugin.listeners?.(options as never) ?? [],
  );
  const hasAdmin = listeners.includes("admin");
  const languages = languagesOf(enabled.map(({ plugin }) => plugin));
  const contributors = adjustRoutes(
    enabled.map(({ plugin, options }) => ({
      plugin,
      options,
      routes: inLanguages(resolve(plugin.routes, options), languages),
    })),
  ).map((entry) => ({ ...entry, served: hasAdmin ? entry.routes : publicOnly(entry.routes) }));
  const owned = <T>(pick: (plugin: Plugin, options: unknown) => NamedValues<T>): Owned<T>[] =>
    contributors.flatMap(({ plugin, options }) =>
      pick(plugin, options).map((named) => ({ ...named, plugin: plugin.id })),
    );
  const contributed = <T>(pick: (plugin: Plugin) => RecordOf<T>): Owned<T>[] =>
    owned((plugin, options) => namedValues(resolve(pick(plugin), options)));
  const points = [...own, ...contributors.flatMap(({ plugin }) => plugin.points ?? [])];
  return {
    contributors,
    languages,
    points: [...new Map(points.map((point) => [point.id, point])).values()],
    routes: contributors.flatMap(({ plugin, served }) =>
      namedValues(served).map((route) => ({ ...route, plugin: plugin.id })),
    ),
    policies: owned(({ policies = [] }, options) =>
      policies.map((policy) => ({ name: policy.id, value: describe(policy, options) })),
    ),
    schemas: contributed(({ schemas }) => schemas),
    errors: contributed(({ errors }) => errors),
    events: contributed(({ events }) => events),
  };
}

function languagesOf(plugins: readonly Plugin[]): Languages {
  const added = plugins.flatMap(({ languages = {} }) => Object.keys(languages));
  return [SOURCE_LANGUAGE, ...new Set(added)];
}

/** Puts the languages of the service in the place of `"*"`. The routes are unchecked: a declaration may be anything. */
function inLanguages(routes: Contributor["routes"], all: Languages): Contributor["routes"] {
  const entries = Object.entries<Partial<Route> | null | undefined>(routes);
  const changed = entries.map(([id, route]) => {
    const own: unknown = route?.languages;
    if (!Array.isArray(own) || !own.includes("*")) return [id, route] as const;
    const languages = own.flatMap((tag: unknown) => (tag === "*" ? all : [tag]));
    return [id, { ...route, languages: [...new Set(languages)] }] as const;
  });
  return Object.fromEntries(changed) as Contributor["routes"]; // entries of the same record
}

/** Returns the routes without the admin's. They are unchecked: a declaration may be anything. */
function publicOnly(routes: Contributor["routes"]): Contributor["routes"] {
  const entries = Object.entries<Partial<Route> | null | undefined>(routes);
  const served = entries.filter(([, route]) => route?.listener !== "admin");
  if (served.length === entries.length) return routes;
  return Object.fromEntries(served) as Contributor["routes"]; // entries of the same record
}

type Declared = Omit<Contributor, "served">;

/** Changes routes as policies adjust them. The routes are unchecked: a declaration may be anything. */
function adjustRoutes(contributors: readonly Declared[]): readonly Declared[] {
  const adjusters = contributors.flatMap(({ plugin: { policies = [] }, options }) =>
    policies.flatMap(({ adjust }) =>
      adjust === undefined
        ? []
        : // The options were validated with the plugin's own schema.
          [(route: Route, ref: string) => adjust(route, ref, options as never)],
    ),
  );
  if (adjusters.length === 0) return contributors;
  const adjustAll = (route: Route, ref: string) =>
    typeof route === "object" && route !== null
      ? adjusters.reduce((adjusted, adjust) => adjust(adjusted, ref), route)
      : route;
  return contributors.map((contributor) => ({
    ...contributor,
    routes: Object.fromEntries(
      Object.entries(contributor.routes).map(([id, route]) => [
        id,
        adjustAll(route, `${contributor.plugin.id}.${id}`),
      ]),
    ),
  }));
}

/** Returns the policy with the information about its credential that its options decide. */
function describe(policy: Policy, options: unknown): Policy {
  const { identifies } = policy;
  if (identifies?.describe === undefined) return policy;
  // The options were validated with the plugin's own schema.
  return { ...policy, identifies: { ...identifies, ...identifies.describe(options as never) } };
}

type RecordOf<T> = PerOptions<Readonly<Record<string, T>>, never> | undefined;

type NamedValues<T> = readonly Omit<Owned<T>, "plugin">[];

function namedValues<T>(values: Readonly<Record<string, T>>): NamedValues<T> {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

function resolve<T>(values: RecordOf<T>, options: unknown): Readonly<Record<string, T>> {
  // The options were validated with the plugin's own schema.
  return typeof values === "function" ? values(options as never) : (values ?? {});
}
