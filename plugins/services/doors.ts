/** The point of doors: ways to data of other routes that plugins have. */
import { definePoint, type PluginTypes } from "waymark";
import { opaque } from "waymark/advanced";
import type { Doors as DoorsOf } from "waymark/conformance";

declare module "waymark" {
  interface PluginKeys<C extends PluginTypes> {
    /**
     * Imports the module whose default export lists the plugin's ways to data of other routes, if it has any. A check
     * tests that they refuse every caller whom the routes refuse.
     */
    readonly doors?: LoadDoors;
  }
}

type LoadDoors = () => Promise<{ readonly default: DoorsOf }>;

/** The doors of all plugins, which checks load from the plugins themselves. */
export const Doors = definePoint({
  id: "doors",
  noun: "list of doors",
  reader: "check",
  form: "value",
  schema: opaque<LoadDoors>(
    "a function that imports doors",
    (value) => typeof value === "function",
  ),
});
