/** The pages for people, as menus, sitemaps and indexes list them. */
import { localized } from "../contract/route/page-form.ts";
import type { Menu } from "../contract/types.ts";
import type { Registry } from "../contract/plugin/registry.ts";
import { guardsOf } from "../contract/route/sealed-route.ts";

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
  const elsewhere = registry.externalPages.map(({ title, menu, href }): PageEntry => {
    const unknown = { description: undefined, updated: undefined };
    return { title: localized(title, registry, language), href, here: false, menu, ...unknown };
  });
  return [...here, ...elsewhere];
}
