/** The server as a built-in text sees it. */
import type { Registry } from "waymark";
import type { z } from "zod";
import { Limits as LimitsSchema } from "../../../../schemas/documents/limits.ts";
import { Markdown, partIf, type Part } from "./markdown.ts";

type Limits = z.output<typeof LimitsSchema>;

export interface TextContext<Options = object>
  extends
    Pick<Registry["app"], "name" | "description" | "version">,
    Pick<Registry, "baseUrl" | "href"> {
  readonly language: string;
  /** Options of the page itself. */
  readonly options: Options;
  /** Part shown if something is on: a plugin, a route `plugin.routeId`, or a relation of the API root `rel:name`. */
  readonly when: (feature: string) => Part;
  /** Part shown if it is off. */
  readonly unless: (feature: string) => Part;
  /** Part shown if callers can authenticate. */
  readonly whenIdentified: Part;
  /** Part shown if they cannot. */
  readonly unlessIdentified: Part;
  /** Limit of requests; undefined if none is stated. */
  readonly limit: Limits | undefined;
  /** Lines of tables about the personal data in them. */
  readonly personalData: readonly Markdown[];
  /** Names of the tables whose rows belong to callers, without such a line. */
  readonly ownedTables: readonly string[];
  /** Part shown if resources can be changed. */
  readonly whenWritten: Part;
  /** Part shown if the document of a route says that its feature is planned. */
  readonly whenPlanned: (ref: string) => Part;
}

/** Text of a page, in one language. */
export type Text<Options = object> = (context: TextContext<Options>) => Markdown;

export function textContext<Options>(
  registry: Registry,
  options: Options,
  language: string,
): TextContext<Options> {
  const { baseUrl, app, href, tables } = registry;
  const { name, description, version } = app;
  return {
    name,
    description: registry.translate(description, language),
    version,
    baseUrl,
    language,
    options,
    href,
    when: (feature) => partIf(isOn(feature, registry)),
    unless: (feature) => partIf(!isOn(feature, registry)),
    whenIdentified: partIf(registry.identifiers.length > 0),
    unlessIdentified: partIf(registry.identifiers.length === 0),
    limit: LimitsSchema.safeParse(registry.statements["rate-limit"]).data,
    personalData: tables.flatMap(({ personal }) =>
      personal === undefined ? [] : Markdown.trust(`- ${registry.translate(personal, language)}`),
    ),
    ownedTables: tables.flatMap(({ name: table, owner, personal }) =>
      owner === undefined || personal !== undefined ? [] : table,
    ),
    whenWritten: partIf(
      registry.routes.some(
        ({ represents, creates }) => represents !== undefined || creates !== undefined,
      ),
    ),
    whenPlanned: (ref) => partIf(isPlanned(ref, registry)),
  };
}

function isOn(feature: string, { installed, rootLinks, route }: Registry): boolean {
  if (feature.startsWith("rel:")) return Object.hasOwn(rootLinks, feature.slice("rel:".length));
  if (feature.includes(".")) return route(feature) !== undefined;
  return installed.some(({ plugin, enabled }) => enabled && plugin.id === feature);
}

function isPlanned(ref: string, registry: Registry): boolean {
  const route = registry.route(ref);
  const document: unknown = route && registry.document(route);
  return (
    typeof document === "object" && document !== null && Reflect.get(document, "planned") === true
  );
}
