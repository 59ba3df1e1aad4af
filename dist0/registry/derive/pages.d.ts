import type { PageInstance } from "../contract/page.js";
import type { Menu } from "../contract/types.js";
import type { Registry } from "../contract/registry.js";
import { type SealedRoute } from "../contract/sealed-route.js";
/** A page as a menu or a sitemap shows it, in one language. */
export interface PageEntry {
    readonly title: string;
    /** Undefined for pages elsewhere. */
    readonly description: string | undefined;
    /** Path of a page here, URL of one elsewhere. */
    readonly href: string;
    /** Whether this service serves it. */
    readonly here: boolean;
    readonly menu: Menu;
    /** The day of its last change in substance, `2026-11-21`; undefined where it is not declared. */
    readonly updated: string | undefined;
}
/** A page of a path with parameters. */
export interface PageInstanceEntry extends PageEntry {
    readonly route: SealedRoute;
    readonly params: Readonly<Record<string, string>>;
}
/** Pages of paths with parameters that everybody may open, as their plugins list them. They are in no menu. */
export declare function pageEntriesOf(registry: Registry, language: string | undefined): readonly PageInstanceEntry[];
/** The pages that the path of one route stands for; none where its plugin does not list them. */
export declare function instancesOf(registry: Registry, { plugin: owner, id }: SealedRoute, language: string | undefined): readonly PageInstance[];
/**
 * Pages that everybody may open and that have a path of their own, in the preset's order; then those that the operator has
 * elsewhere. A guarded page is in no menu and no sitemap: those are the same for all visitors.
 */
export declare function pagesOf(registry: Registry, language: string | undefined): readonly PageEntry[];
