/** The point of root links: where the root of the API leads, and the pages that the operator has elsewhere. */
import {
  definePoint,
  type Localized,
  type PerOptions,
  type PluginTypes,
  type Registry,
} from "waymark";
import { placed, problemsOf, qualifyRef, type Menu, type RouteRef } from "waymark/advanced";
import { z } from "zod";

declare module "waymark" {
  interface PluginKeys<C extends PluginTypes> {
    /** Links of the API root, by relation name. */
    readonly rootLinks?: PerOptions<Readonly<Record<string, RootLink>>, C["options"]>;
  }
}

/**
 * A link of the API root: to a route, or to a page elsewhere. With a title, a page elsewhere stands in menus and in the
 * sitemap for people like our own pages; `menu` is then `"footer"` by default.
 */
export type RootLink =
  | { readonly to: RouteRef }
  | { readonly href: string; readonly title?: Localized; readonly menu?: Menu };

/** A link, whose author may write the other key too, as undefined. */
interface LooseLink {
  readonly to?: string | undefined;
  readonly href?: string | undefined;
  readonly title?: Localized | undefined;
  readonly menu?: Menu | undefined;
}

const Text = z.string().min(1);

const RootLinkShape = z
  .looseObject({ to: Text.describe("the id of a route").optional(), href: Text.optional() })
  .refine(
    ({ to, href }) => (to === undefined) !== (href === undefined),
    "expected a route under to, or an address under href",
  )
  .meta({
    examples: [{ to: "listBrains" }],
    description: 'for a page elsewhere, { href: "https://example.com" }',
  });

/** A page elsewhere that root links lead to. */
interface ExternalPage {
  readonly rel: string;
  readonly href: string;
  readonly title: Localized;
  readonly menu: Menu;
}

interface SealedRootLinks {
  /** Relations of the API root to paths or absolute URLs. */
  readonly hrefs: Readonly<Record<string, string>>;
  /** Pages that the operator has elsewhere, in place of our own. */
  readonly externalPages: readonly ExternalPage[];
}

/** The root links of all plugins, without links to routes that are off. */
export const RootLinks = definePoint({
  id: "rootLinks",
  noun: "root link",
  reader: "root",
  form: "record of options",
  schema: z.custom<RootLink>(), // `check` says what does not fit, with its own code
  fromRoutes: { key: "rootLink", entry: (to) => ({ to }) },
  target: (link: LooseLink) => link.to,
  conflict: {
    code: "ROOT_LINK_CONFLICT",
    message: "two plugins contribute the same relation of the API root",
  },
  *check(entries) {
    for (const { name, plugin, value } of entries)
      for (const problem of problemsOf(RootLinkShape, value, name))
        yield {
          code: "RELATION_UNKNOWN",
          plugin,
          where: `root link ${name}`,
          message: placed(problem),
          hint: problem.hint,
        };
  },
  seal: (entries, { href }): SealedRootLinks => {
    const links = entries.map(({ name, plugin, value }) => ({
      name,
      plugin,
      ...(value as LooseLink),
    }));
    return {
      hrefs: Object.fromEntries(
        links.flatMap(({ name, plugin, to, href: address }) => {
          const target = to === undefined ? address : href(qualifyRef(to, plugin));
          return target === undefined ? [] : [[name, target]];
        }),
      ),
      externalPages: links.flatMap(({ name: rel, href: address, title, menu = "footer" }) =>
        address === undefined || title === undefined ? [] : [{ rel, href: address, title, menu }],
      ),
    };
  },
  isPart: true,
  publish: ({ hrefs }) => hrefs,
});

/** Returns a link of the API root as an absolute URL, or undefined if its target is off. */
export function absoluteRootLink(
  registry: Pick<Registry, "of" | "baseUrl">,
  name: string,
): string | undefined {
  const { hrefs } = registry.of(RootLinks);
  if (!Object.hasOwn(hrefs, name)) return undefined;
  const href = hrefs[name] ?? "";
  return href.startsWith("/") ? `${registry.baseUrl}${href}` : href;
}
