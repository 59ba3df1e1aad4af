/** What texts can ask of a service. */
import type { Registry } from "waymark";
import type { Scope } from "./template.ts";

/** What the operator set, by option. A text is put in as it is, a list once for each of its items. */
export type Values = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Placeholders that every text may use, beside `route:plugin.routeId` for the path of a route. */
export const COMMON = ["service.name", "service.description", "version", "baseUrl"];

/** Names of conditions: `options.email`, `rel:terms`, `graphql.queryGraphql`, `graphql`. */
export function scopeOf(registry: Registry, values: Values): Scope {
  const on = new Set(
    registry.installed.flatMap(({ plugin, enabled }) => (enabled ? [plugin.id] : [])),
  );
  return {
    holds(condition) {
      const option = optionOf(condition);
      if (option !== undefined) return (values[option] ?? "").length > 0;
      if (condition.startsWith("rel:"))
        return Object.hasOwn(registry.rootLinks, condition.slice("rel:".length));
      return condition.includes(".") ? registry.route(condition) !== undefined : on.has(condition);
    },
    value(name) {
      const option = optionOf(name);
      if (option !== undefined) return values[option];
      if (name.startsWith("route:")) return registry.href(name.slice("route:".length));
      if (name === "service.name") return registry.service.name;
      if (name === "service.description") return registry.service.description;
      if (name === "version") return registry.service.version;
      return name === "baseUrl" ? registry.baseUrl : undefined;
    },
  };
}

/** `email` of `options.email`; undefined for any other name. */
export function optionOf(name: string): string | undefined {
  return name.startsWith("options.") ? name.slice("options.".length) : undefined;
}
