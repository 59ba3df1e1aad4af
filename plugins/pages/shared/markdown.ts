/** Markdown as HTML. */
import MarkdownIt, { type RendererRule, type StateCore, type Token } from "markdown-it";
import { Html, html } from "waymark";

// Markup in the source is shown as text, and links can only navigate: a text can never run code.
const renderer = new MarkdownIt("default", { html: false, linkify: false, typographer: false });
const { escapeHtml } = renderer.utils;

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const HARMLESS = /^(?:https?|mailto|tel):/i;
renderer.validateLink = (url) => !SCHEME.test(url.trim()) || HARMLESS.test(url.trim());

/** Number of headings from which a text has a table of contents. */
const LONG = 7;
/** Ids used by the layout and by the table of contents. */
const TAKEN = ["main", "contents"];

renderer.core.ruler.push("page", ({ tokens, Token: Made }) => {
  nameHeadings(tokens);
  for (const token of tokens) {
    // Alignment of a column would be a style attribute, which the page's security policy forbids.
    if (token.type === "th_open" || token.type === "td_open") token.attrs = null;
    if (token.type === "inline") token.children = ownImagesOnly(token.children ?? [], Made);
  }
});

// Tables and code may be wider than the screen: they scroll on their own and need the focus for that.
renderer.renderer.rules.table_open = (tokens, index) => {
  const heading = tokens.slice(0, index).findLast(({ type }) => type === "heading_open");
  const id = heading?.attrGet("id") ?? undefined;
  const label = id === undefined ? "" : ` role="group" aria-labelledby="${escapeHtml(String(id))}"`;
  return `<div class="scroll" tabindex="0"${label}>\n<table>\n`;
};
renderer.renderer.rules.table_close = () => "</table>\n</div>\n";
const code: RendererRule = (tokens, index) =>
  `<pre tabindex="0"><code>${escapeHtml(tokens[index]?.content ?? "")}</code></pre>\n`;
renderer.renderer.rules.fence = code;
renderer.renderer.rules.code_block = code;

/**
 * Returns CommonMark with tables as HTML in which all text is escaped. Headings start at the second level: the page's
 * title is the first. Each has an anchor; a text with many has a table of contents, under the title `contents`.
 */
export function renderMarkdown(source: string, contents = "On this page"): Html {
  const environment = {};
  const tokens = renderer.parse(source, environment);
  const render = (part: Token[]) =>
    Html.trust(renderer.renderer.render(part, renderer.options, environment));
  const starts = tokens.flatMap(({ type, tag, level }, index) =>
    type === "heading_open" && tag === "h2" && level === 0 ? [index] : [],
  );
  const [first = 0] = starts;
  if (starts.length < LONG) return render(tokens);
  const entries = starts.map(
    (index) =>
      html`<li><a href="#${tokens[index]?.attrGet("id")}">${textOf(tokens[index + 1])}</a></li>`,
  );
  return html`${render(tokens.slice(0, first))}<nav class="card" aria-labelledby="contents"><p id="contents"><strong>${contents}</strong></p>
<ul>${entries}</ul></nav>
${render(tokens.slice(first))}`;
}

function nameHeadings(tokens: readonly Token[]): void {
  const used = new Set(TAKEN);
  tokens.forEach((token, index) => {
    if (token.type !== "heading_open" && token.type !== "heading_close") return;
    if (token.tag === "h1") token.tag = "h2";
    if (token.type === "heading_close") return;
    const slug = slugOf(textOf(tokens[index + 1]));
    let id = slug;
    for (let copy = 2; used.has(id); copy++) id = `${slug}-${copy}`;
    used.add(id);
    token.attrSet("id", id);
  });
}

/** Returns the text of an inline token, without its markup. */
function textOf(token: Token | undefined): string {
  return (token?.children ?? [])
    .map(({ type, content }) => (type === "softbreak" ? " " : content))
    .join("");
}

function slugOf(heading: string): string {
  const slug = heading
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return slug === "" ? "section" : slug;
}

/** Keeps images of this origin only. Another image becomes a link to it or, within a link, its text. */
function ownImagesOnly(tokens: readonly Token[], Made: StateCore["Token"]): Token[] {
  let linked = false;
  return tokens.flatMap((token) => {
    if (token.type === "link_open") linked = true;
    if (token.type === "link_close") linked = false;
    const source = String(token.attrGet("src") ?? "");
    if (token.type !== "image" || !isElsewhere(source)) return [token];
    const text = new Made("text", "", 0);
    text.content = token.content === "" ? source : token.content;
    if (linked) return [text];
    const open = new Made("link_open", "a", 1);
    open.attrSet("href", source);
    return [open, text, new Made("link_close", "a", -1)];
  });
}

function isElsewhere(source: string): boolean {
  return SCHEME.test(source) || source.startsWith("//");
}
