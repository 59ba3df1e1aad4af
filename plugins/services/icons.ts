/** The point of icons: one small drawing for each plugin, which pages show before the names of what it has. */
import { definePoint, type PluginTypes } from "waymark";
import { opaque } from "waymark/advanced";

declare module "waymark" {
  interface PluginKeys<C extends PluginTypes> {
    /** Drawing of 16 × 16 units, as data of an SVG path. Pages draw it as a line of 1.5 units in the colour of the text. */
    readonly icon?: string;
  }
}

/** Checks that a value draws within a page, where each row may have one: it has no markup, and few characters. */
const isPath = (value: unknown) =>
  typeof value === "string" && value.length <= 400 && /^M[MLHVCSQTAZ\d ,.+e-]*$/i.test(value);

/** The icons of all plugins, as path data by the id of the plugin. Pages have drawings of their own for the others. */
export const Icons = definePoint({
  id: "icon",
  noun: "icon",
  reader: "site",
  form: "value",
  schema: opaque<string>(
    'the data of an SVG path in a box of 16 × 16 units, such as "M2 4h12M2 8h12", of at most 400 characters',
    isPath,
  ),
  seal: (entries): ReadonlyMap<string, string> =>
    new Map(entries.map(({ plugin, value }) => [plugin, value])),
});
