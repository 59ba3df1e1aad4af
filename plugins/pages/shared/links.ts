/** Links in Markdown that name a route or a relation of the API root instead of a path. */
import type { Registry } from "waymark";
import { RootLinks } from "waymark/services";

// Code comes first, so that a link within it stays as it is: fenced (to the end if nothing closes it) or inline.
const FENCED =
  /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?<fence>`{3,}(?=[^`\n]*$)|~{3,})[^]*?(?:^[ \t>]*\k<fence>[`~]*[ \t]*$|(?![^]))/;
const INLINE = /(?<!`)(?<ticks>`+)(?!`).*?(?<!`)\k<ticks>(?!`)/;
const LINK =
  /(?<image>!?)\[(?<text>(?:\\.|`[^`\n]*`|[^[\]\\`\n])*)\]\((?<kind>route|rel):(?<name>[^#?()\s]+)(?<rest>[^()\s]*)(?<title>\s+"[^"\n]*")?\)/;
const CODE_OR_LINK = new RegExp([FENCED, INLINE, LINK].map(({ source }) => source).join("|"), "gm");

/**
 * Replaces `[text](route:plugin.routeId)` and `[text](rel:support)` by links to their targets, with any `?query` and
 * `#fragment`. If the target is off, only the text stays.
 */
export function resolveLinks(
  markdown: string,
  { href, of }: Pick<Registry, "href" | "of">,
): string {
  const { hrefs } = of(RootLinks);
  return markdown.replace(CODE_OR_LINK, (whole: string, ...rest: readonly unknown[]) => {
    // The last argument of a replacer is the named groups.
    const groups = Object(rest.at(-1)) as Readonly<Record<string, string | undefined>>;
    const { image = "", text = "", kind, name = "", rest: suffix = "", title = "" } = groups;
    if (kind === undefined) return whole;
    const relation = Object.hasOwn(hrefs, name) ? hrefs[name] : undefined;
    const target = kind === "route" ? href(name) : relation;
    return target === undefined
      ? text
      : `${image}[${text}](${linkTarget(target)}${suffix}${title})`;
  });
}

/** Returns an address as it may stand between the parentheses of a link. */
export function linkTarget(address: string): string {
  return address.replace(
    /[\s()<>[\]\\`"'{}|^]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}
