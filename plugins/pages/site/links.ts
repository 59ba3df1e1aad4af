/** Links in Markdown that name a route or a relation of the API root in place of a path. */
import type { Registry } from "waymark";
import { mapLinks, scanMarkdown } from "../shared/markdown-scan.ts";

const NAMED = /^(?<kind>route|rel):(?<name>[^#?]+)(?<rest>.*)$/;

/**
 * Replaces `[text](route:plugin.routeId)` and `[text](rel:support)` by links to where these are, with any `?query` and
 * `#fragment`; where they are off, by their text. What stands in code is left as it is.
 */
export function resolveLinks(
  markdown: string,
  { href, rootLinks }: Pick<Registry, "href" | "rootLinks">,
): string {
  const { lines } = scanMarkdown(markdown);
  const resolved = lines.map((line) =>
    mapLinks(line, ({ image, text, target, title, whole }) => {
      const { kind, name = "", rest = "" } = NAMED.exec(target)?.groups ?? {};
      if (kind === undefined) return whole;
      const known = Object.hasOwn(rootLinks, name) ? rootLinks[name] : undefined;
      const found = kind === "route" ? href(name) : known;
      if (found === undefined) return text;
      return `${image ? "!" : ""}[${text}](${inParens(found)}${rest}${title})`;
    }),
  );
  return resolved.join("\n");
}

/** An address as it may stand between parentheses. */
function inParens(address: string): string {
  return address.replace(/[()\s<>\\]/g, (character) =>
    character === "(" ? "%28" : character === ")" ? "%29" : encodeURIComponent(character),
  );
}
