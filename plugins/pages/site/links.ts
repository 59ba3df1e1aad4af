/** Links in Markdown that name a route or a relation of the API root in place of a path. */
import type { Registry } from "waymark";

const LINK = /\[([^\]]*)\]\((route|rel):([^)\s]+)\)/g;

/**
 * Replaces `[text](route:plugin.routeId)` and `[text](rel:support)` by links to where these are; where they are off, by
 * their text.
 */
export function resolveLinks(
  markdown: string,
  { href, rootLinks }: Pick<Registry, "href" | "rootLinks">,
): string {
  return markdown.replace(LINK, (_link, text: string, kind: string, name: string) => {
    const target = kind === "route" ? href(name) : rootLinks[name];
    return target === undefined ? text : `[${text}](${target})`;
  });
}
