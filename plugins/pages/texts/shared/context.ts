/** What a built-in text knows of the server that shows it. */
import type { Registry } from "waymark";
import { partIf, type Markdown, type Part } from "./markdown.ts";

export interface TextContext<Options = object> {
  /** Of the server. */
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly baseUrl: string;
  readonly language: string;
  /** The page's own options. */
  readonly options: Options;
  /** Path of a route, `plugin.routeId`; undefined when it is off. */
  readonly href: Registry["href"];
  /** A part for when something is on: a plugin, a route `plugin.routeId`, or a relation of the API root `rel:name`. */
  readonly when: (feature: string) => Part;
  /** A part for when it is off. */
  readonly unless: (feature: string) => Part;
}

/** A text of a page, in one language. */
export type Text<Options = object> = (context: TextContext<Options>) => Markdown;

export function textContext<Options>(
  registry: Registry,
  options: Options,
  language: string,
): TextContext<Options> {
  const { baseUrl, app, href } = registry;
  return {
    name: app.name,
    description: app.description,
    version: app.version,
    baseUrl,
    language,
    options,
    href,
    when: (feature) => partIf(isOn(feature, registry)),
    unless: (feature) => partIf(!isOn(feature, registry)),
  };
}

function isOn(feature: string, { installed, rootLinks, route }: Registry): boolean {
  if (feature.startsWith("rel:")) return Object.hasOwn(rootLinks, feature.slice("rel:".length));
  if (feature.includes(".")) return route(feature) !== undefined;
  return installed.some(({ plugin, enabled }) => enabled && plugin.id === feature);
}
