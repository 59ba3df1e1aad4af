/** The point of guarantees: facts about services, which policies state for documents. */
import { didYouMean, definePoint, type PerOptions, type PluginTypes } from "waymark";
import { z } from "zod";

declare module "waymark" {
  interface PluginKeys<C extends PluginTypes> {
    /**
     * Facts about the provided services, by their names in `provides`, such as the consistency of a store. Policies that
     * state them for documents find them by the id of the service.
     */
    readonly guarantees?: PerOptions<FactsOf<C["provides"]>, C["options"]>;
  }
}

// Named, as a mapped type over C would fix all types of the plugin once this key is read.
type FactsOf<Provides> = { readonly [K in keyof Provides]?: unknown };

/** The facts that plugins state about their services, by the id of the service. */
export const Guarantees = definePoint({
  id: "guarantees",
  noun: "guarantee",
  reader: "consistency-policy",
  form: "record of options",
  schema: z.unknown(),
  *check(entries) {
    for (const { name, plugin, provides } of entries) {
      if (Object.hasOwn(provides, name)) continue;
      // A fact about a service that the plugin does not provide would never be stated.
      yield {
        code: "PLUGIN_INVALID",
        plugin,
        where: "guarantees",
        message: `it guarantees something of ${name}, which its provides does not name`,
        hint: `name the service under provides, or write the name that it has there: ${didYouMean(name, Object.keys(provides))}`,
      };
    }
  },
  seal: (entries): Readonly<Record<string, unknown>> =>
    Object.fromEntries(entries.map(({ name, value, provides }) => [provides[name]?.id, value])),
});
