/**
 * The texts that are built in: Markdown with the tags of `plugins/shared/template.ts`. `{{#plugin.cors}}`,
 * `{{#route.brains.listBrains}}` and `{{#rel.support}}` begin a part for a plugin, a route or a relation that is on;
 * `^` in place of `#` begins one for what is off.
 */
import { type Localized, type Registry, textIn } from "waymark";
import { requiredScopes, toJsonSchema } from "waymark/advanced";
import { pageEntriesOf, RootLinks, Tables, translate } from "waymark/services";
import { z } from "zod";
import { Limits } from "../../../../schemas/documents/limits.ts";
import { localizedText, type LocalizedFiles } from "../../../shared/localized-text.ts";
import { fill } from "../../../shared/template.ts";
import { oncePerRegistry } from "../../../shared/once-per-registry.ts";
import { durationText } from "../../shared/format.ts";
import { obtainOf } from "../../shared/obtain.ts";
import { code, escape, link } from "./markdown.ts";

/** Members of statements that texts mention. */
const Cors = z.object({ allowedOrigins: z.array(z.string()) });
const Pages = z.object({ defaultPageSize: z.int(), maxPageSize: z.int() });
const Stated = z.object({ plans: z.array(z.looseObject({ name: z.string() })) });

/** Value of an option of a text: a text, or a list of them. */
export type TextValue = string | readonly Localized[];
export type TextValues = Readonly<Record<string, TextValue>>;

interface Text {
  readonly id: string;
  readonly texts: LocalizedFiles;
}

/** Returns a text, filled. Of the blank lines around a part that is off, one stays. */
export function builtIn(
  { id, texts }: Text,
  registry: Registry,
  options: TextValues,
  language: string,
): string {
  const source = fill("text", {
    templates: { text: localizedText(id, texts, registry, language) },
    view: viewOf(registry, options, language),
    write: (value, before) => escape(String(value), before),
  });
  return `${source.replace(/\n{3,}/g, "\n\n").trim()}\n`;
}

/** Returns the server as a text sees it. */
function viewOf(registry: Registry, options: TextValues, language: string): object {
  const { baseUrl, app, installed, routes, identifiers, statements } = registry;
  const shown = Object.entries(options).map(([name, value]) => [
    name,
    typeof value === "string" ? value : value.map((one) => textIn(one, language)),
  ]);
  const operations = routes.filter(({ site }) => !site);
  const limit = Limits.safeParse(statements["rate-limit"]).data;
  const { allowedOrigins = [] } = Cors.safeParse(statements["cors"]).data ?? {};
  const obtain = obtainOf(registry);
  const planned = routes.filter((route) => isPlanned(route, registry));
  const tables = registry.of(Tables);
  const owned = tables.filter(
    ({ owner, personal }) => owner !== undefined && personal === undefined,
  );
  return {
    name: app.name,
    version: app.version,
    description: translate(app.description, registry, language),
    baseUrl,
    plugin: Object.fromEntries(installed.map(({ plugin, enabled }) => [plugin.id, enabled])),
    route: byPlugin(routes),
    rel: registry.of(RootLinks).hrefs,
    statement: readable(registry),
    // Read by texts that list them; guides are made of texts, too.
    get guides() {
      const all = pageEntriesOf(registry, language);
      const list = all.filter(({ route }) => route.plugin === "guides");
      return list.length > 0 && { list };
    },
    options: Object.fromEntries(shown),
    // Addresses as links, which {{ }} would escape.
    links: Object.fromEntries(
      Object.entries(options).flatMap(([name, value]) =>
        typeof value === "string" ? [[name, linkTo(value)]] : [],
      ),
    ),
    identified: identifiers.length > 0,
    written: routes.some(({ represents, creates }) => (represents ?? creates) !== undefined),
    operations: operations.length,
    guarded: operations.filter((route) => requiredScopes(route) !== undefined).length,
    obtain: obtain === undefined ? false : textIn(obtain, language),
    limit,
    plans: (Stated.safeParse(statements["plans"]).data?.plans ?? []).map((plan) => ({
      windowSeconds: limit?.windowSeconds,
      limit: limit?.limit,
      requestsLimit: false,
      ...plan,
    })),
    lists: Pages.safeParse(statements["lists"]).data,
    anyOrigin: allowedOrigins.includes("*"),
    origins: allowedOrigins,
    planned: byPlugin(planned),
    hasPlans: planned.length > 0 || options["items"] !== undefined,
    // Lines about the personal data in tables, and names of tables whose rows belong to callers without such a line.
    personalData: tables
      .flatMap(({ personal = [] }) => personal)
      .map((line) => translate(line, registry, language)),
    ownedTables: owned.map(({ name }) => code(name)).join(", "),
  };
}

/** Returns what policies state, with durations as people write them: of `maxMs: 30000` there is `30 s`. */
const readable = oncePerRegistry(({ statements }): unknown =>
  JSON.parse(JSON.stringify(statements), (name, value: unknown) => {
    const [unit] = /(?:Ms|Seconds)$/.exec(name) ?? [];
    if (unit === undefined || typeof value !== "number") return value;
    const ms = unit === "Ms" ? value : value * 1000;
    return ms < 1000 ? `${ms} ms` : durationText(ms);
  }),
);

/** Returns the paths of routes by plugin and id. */
function byPlugin(routes: Registry["routes"]): object {
  const groups = Object.entries(Object.groupBy(routes, ({ plugin }) => plugin));
  return Object.fromEntries(
    groups.map(([plugin, own = []]) => [
      plugin,
      Object.fromEntries(own.map(({ id, path }) => [id, path])),
    ]),
  );
}

/** Checks that the document of a route says that its feature is planned. */
function isPlanned(route: Registry["routes"][number], registry: Registry): boolean {
  const { returns } = route.declaration;
  if (!route.document || returns === undefined) return false;
  if (toJsonSchema(returns).root.properties?.["planned"] === undefined) return false;
  return Reflect.get(Object(registry.document(route)), "planned") === true;
}

function linkTo(address: string): string {
  return address.includes("://") ? link(address) : link(`mailto:${address}`, address);
}
