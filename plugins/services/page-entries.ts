/** The pages for people, as menus, sitemaps and indexes list them, and the point of those that paths with parameters stand for. */
import {
  definePoint,
  type Plugin,
  type PluginTypes,
  type Registry,
  type SealedRoute,
} from "waymark";
import {
  fillPath,
  getOrMake,
  guardsOf,
  opaque,
  parsePath,
  type Menu,
  type PageInstance,
} from "waymark/advanced";
import { oncePerRegistry } from "../shared/once-per-registry.ts";
import { RootLinks } from "./root-links.ts";
import { localized } from "./translations.ts";

/** The pages that a path with parameters stands for, in one language of the route; undefined for its first. */
type PageInstances = (registry: Registry, language: string | undefined) => readonly PageInstance[];

declare module "waymark" {
  interface PluginKeys<C extends PluginTypes> {
    /**
     * Pages by id of a page whose path has parameters, if the registry knows which pages there are. The sitemap for
     * crawlers lists them, and checks open the first one.
     */
    readonly pageEntries?: InstancesOf<C["routes"]>;
  }
}

// Named, as a mapped type over C would fix all types of the plugin once this key is read.
type InstancesOf<Routes> = { readonly [K in keyof Routes]?: PageInstances };

/** The pages of paths with parameters, as plugins list them. Readers use `pageEntriesOf`. */
export const PageEntries = definePoint({
  id: "pageEntries",
  noun: "page entry",
  reader: "site",
  schema: opaque<PageInstances>("a function that returns pages", (v) => typeof v === "function"),
  *check(entries, { routes }) {
    for (const { name, plugin } of entries) {
      const route = routes.find((one) => one.name === name && one.plugin === plugin)?.value;
      if (route === undefined) continue; // off for now, or of a listener that there is not
      if (route.page !== undefined && parsePath(route.path).params.length > 0) continue;
      yield {
        code: "ROUTE_INVALID",
        plugin,
        where: `route ${name}`,
        message:
          "pageEntries lists the pages of this route, which is not a page, or has no parameters in its path",
        hint: `remove pageEntries: { ${name} }, or declare page and a path such as ${route.path}/{name}`,
      };
    }
  },
});

/** A page as a menu or a sitemap shows it, in one language. */
export interface PageEntry {
  readonly title: string;
  /** Description of the page; undefined for pages elsewhere. */
  readonly description: string | undefined;
  /** Path of a page here, URL of one elsewhere. */
  readonly href: string;
  /** True if this service serves it. */
  readonly here: boolean;
  readonly menu: Menu;
  /** The day of its last change in substance, `2026-11-21`; undefined if it is not declared. */
  readonly updated: string | undefined;
}

/**
 * Returns pages that everybody may open and that have their own path, in the preset's order; then the operator's pages
 * elsewhere. A guarded page is not in menus or sitemaps: they are the same for all visitors.
 */
export function pagesOf(registry: Registry, language: string | undefined): readonly PageEntry[] {
  return getOrMake(pagesByLanguage(registry), language, () => listPages(registry, language));
}

/** Every page has menus, and the registry never changes: the list is made once for each language. */
const pagesByLanguage = oncePerRegistry(
  (): Map<string | undefined, readonly PageEntry[]> => new Map(),
);

function listPages(registry: Registry, language: string | undefined): readonly PageEntry[] {
  const here = registry.routes.flatMap((route): PageEntry[] => {
    const { declaration, pattern, path } = route;
    const { page, summary } = declaration;
    if (page === undefined || pattern.params.length > 0 || guardsOf(route).length > 0) return [];
    return [
      {
        title: localized(page.title, registry, language),
        description: localized(page.description ?? summary, registry, language),
        href: path,
        here: true,
        menu: page.menu ?? "footer",
        updated: page.updated,
      },
    ];
  });
  const elsewhere = registry.of(RootLinks).externalPages.map(({ title, menu, href }): PageEntry => {
    const unknown = { description: undefined, updated: undefined };
    return { title: localized(title, registry, language), href, here: false, menu, ...unknown };
  });
  return [...here, ...elsewhere];
}

/** A page of a path with parameters. */
export interface PageInstanceEntry extends PageEntry {
  readonly route: SealedRoute;
  readonly params: Readonly<Record<string, string>>;
}

/** Pages of paths with parameters that everybody may open, as their plugins list them. They are in no menu. */
export function pageEntriesOf(
  registry: Registry,
  language: string | undefined,
): readonly PageInstanceEntry[] {
  return registry.routes.flatMap((route) => {
    const { page } = route.declaration;
    if (page === undefined || guardsOf(route).length > 0) return [];
    return instancesOf(registry, route, language).map(
      ({ params, title, description }): PageInstanceEntry => ({
        route,
        params,
        title,
        description,
        href: fillPath(route.pattern, params) ?? route.path,
        here: true,
        menu: "none",
        updated: page.updated,
      }),
    );
  });
}

/** Returns the pages that the path of a route stands for; none if its plugin does not list them. */
export function instancesOf(
  registry: Registry,
  { plugin: owner, id }: SealedRoute,
  language: string | undefined,
): readonly PageInstance[] {
  const plugin: Plugin | undefined = registry.installed.find(
    (one) => one.plugin.id === owner,
  )?.plugin;
  return plugin?.pageEntries?.[id]?.(registry, language) ?? [];
}
