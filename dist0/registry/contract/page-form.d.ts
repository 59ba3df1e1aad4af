import { type PageContent } from "./page.js";
import type { PageMeta, Registry } from "./registry.js";
import type { SealedRoute } from "./sealed-route.js";
import type { Localized, MaybePromise } from "./types.js";
/** A media type of pages with what makes the whole document. The kernel has one, bare `text/html`. */
export interface PageForm<Options = unknown> {
    readonly mediaType: string;
    render(content: PageContent, about: PageMeta, options: Options): MaybePromise<string>;
}
/** Returns the title, description and path of a page in one language. */
export declare function pageMeta(registry: Registry, route: SealedRoute, language: string | undefined, content?: PageContent, path?: string, namesLanguage?: boolean): PageMeta;
/** A text by language as it says; a single one as plugins translate it. */
export declare function localized(text: Localized, { translate }: Pick<Registry, "translate">, language: string | undefined): string;
/** The kernel's own form: a document with no look. Policies may replace it, and add others. */
export declare const pageForm: PageForm;
