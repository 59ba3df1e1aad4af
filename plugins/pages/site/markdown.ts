/** Markdown as HTML. */
import MarkdownIt from "markdown-it";
import { Html } from "waymark";

// Markup in the source is shown as text, and links can only lead somewhere: nothing of a text is ever run.
const renderer = new MarkdownIt("default", { html: false, linkify: false, typographer: false });

/** Headings of a page begin at the second level, as its title is the first; each gets an anchor. */
renderer.core.ruler.push("anchors", ({ tokens }) => {
  const used = new Map<string, number>();
  tokens.forEach((token, index) => {
    if (token.type !== "heading_open") return;
    const slug = slugOf(tokens[index + 1]?.content ?? "");
    const before = used.get(slug) ?? 0;
    used.set(slug, before + 1);
    token.attrSet("id", before === 0 ? slug : `${slug}-${before + 1}`);
  });
});

/** CommonMark with tables, as HTML whose every text is escaped. */
export function renderMarkdown(source: string): Html {
  return Html.trust(renderer.render(source));
}

function slugOf(heading: string): string {
  const slug = heading
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return slug === "" ? "section" : slug;
}
