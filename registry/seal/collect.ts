/** Collects the contributions of enabled plugins, with options applied and owners noted. Validates nothing. */
import type { ErrorEntry, Plugin, RootLink, TableDeclaration } from "../contract/plugin.ts";
import type { Policy } from "../contract/policy.ts";
import type { InstalledPlugin } from "../contract/registry.ts";
import type { Route } from "../contract/route.ts";
import type { Schema } from "../schema/schema.ts";

/** Something contributed, with its name and its owner. */
export interface Owned<T> {
  readonly name: string;
  readonly plugin: string;
  readonly value: T;
}

/** One enabled plugin with its contributions resolved. */
export interface Contributor {
  readonly plugin: Plugin;
  readonly options: unknown;
  readonly routes: Readonly<Record<string, Route>>;
}

export interface Contributions {
  readonly contributors: readonly Contributor[];
  readonly routes: readonly Owned<Route>[];
  readonly policies: readonly Owned<Policy>[];
  readonly schemas: readonly Owned<Schema>[];
  readonly errors: readonly Owned<ErrorEntry>[];
  readonly events: readonly Owned<Schema>[];
  readonly tables: readonly Owned<TableDeclaration>[];
  readonly capabilities: readonly Owned<boolean>[];
  readonly rootLinks: readonly Owned<RootLink>[];
}

export function collect(installed: readonly InstalledPlugin[]): Contributions {
  const enabled = installed.filter((entry) => entry.enabled);
  const owned = <T>(
    pick: (plugin: Plugin, options: unknown) => Readonly<Record<string, T>>,
  ): Owned<T>[] =>
    enabled.flatMap(({ plugin, options }) =>
      Object.entries(pick(plugin, options)).map(([name, value]) => ({
        name,
        plugin: plugin.id,
        value,
      })),
    );
  const contributors = enabled.map(({ plugin, options }) => ({
    plugin,
    options,
    routes: resolve(plugin.routes, options),
  }));
  return {
    contributors,
    routes: contributors.flatMap(({ plugin, routes }) =>
      Object.entries(routes).map(([name, value]) => ({ name, plugin: plugin.id, value })),
    ),
    policies: enabled.flatMap(({ plugin }) =>
      (plugin.policies ?? []).map((policy) => ({
        name: policy.id,
        plugin: plugin.id,
        value: policy,
      })),
    ),
    schemas: owned((plugin, options) => resolve(plugin.schemas, options)),
    errors: owned((plugin, options) => resolve(plugin.errors, options)),
    events: owned((plugin, options) => resolve(plugin.events, options)),
    tables: owned((plugin, options) => resolve(plugin.tables, options)),
    capabilities: owned((plugin, options) => resolve(plugin.capabilities, options)),
    rootLinks: owned((plugin, options) => resolve(plugin.rootLinks, options)),
  };
}

function resolve<T>(
  contribution:
    | Readonly<Record<string, T>>
    | ((options: never) => Readonly<Record<string, T>>)
    | undefined,
  options: unknown,
): Readonly<Record<string, T>> {
  // The options were validated with the plugin's own schema.
  return typeof contribution === "function" ? contribution(options as never) : (contribution ?? {});
}
