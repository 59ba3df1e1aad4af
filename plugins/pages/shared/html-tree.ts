/** HTML as a tree, with white space as it is shown. Reads what our templates and the Markdown renderer write. */

export interface HtmlText {
  text: string;
}
export interface HtmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (HtmlElement | HtmlText)[];
}

/** Elements that begin and end a line. */
const BLOCKS = new Set(
  "address article aside blockquote body dd dir div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol output p pre section table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);
const VOIDS = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
/** Elements without meaning outside of the page, with their content. */
const LEFT_OUT = new Set("script style link form button template dialog svg".split(" "));

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  copy: "©",
  gt: ">",
  hellip: "…",
  lt: "<",
  mdash: "—",
  middot: "·",
  nbsp: "\u00a0",
  ndash: "–",
  quot: '"',
  times: "×",
};

const PART =
  /<!--[^]*?-->|<!\w[^>]*>|<(\/?)([a-z][\w-]*)((?:\s+[^\s"'>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*)\s*(\/?)>|[^<]+|</gi;
const ATTRIBUTE = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

export function isBlock({ name }: HtmlElement): boolean {
  return BLOCKS.has(name);
}

export function parseHtml(source: string): HtmlElement {
  const root: HtmlElement = { name: "", attributes: {}, children: [] };
  const open = [root];
  const space = new WhiteSpace();
  for (const [part, slash, tag, attributes = "", closed] of source.matchAll(PART)) {
    const parent = open.at(-1) ?? root;
    if (part.startsWith("<!")) continue;
    if (tag === undefined) {
      const text = { text: decode(part) };
      if (open.some(({ name }) => name === "pre") || space.collapse(text))
        parent.children.push(text);
      continue;
    }
    const name = tag.toLowerCase();
    if (slash === "/") {
      const at = open.findLastIndex((one) => one.name === name);
      if (at <= 0) continue;
      for (const one of open.splice(at)) space.pass(one);
      continue;
    }
    const element = { name, attributes: attributesOf(attributes), children: [] };
    parent.children.push(element);
    space.pass(element);
    if (closed !== "/" && !VOIDS.has(name)) open.push(element);
  }
  space.end();
  return withoutLeftOut(root);
}

/** Collapses white space over all of a page, as it is shown: a line begins and ends without any. */
class WhiteSpace {
  #last: HtmlText | undefined;
  #isKept = false;

  /** Returns false if nothing is left of the text. */
  collapse(node: HtmlText): boolean {
    const text = node.text.replace(/[ \r\n\t]+/g, " ");
    const follows = this.#last !== undefined && !this.#last.text.endsWith(" ");
    node.text = follows || this.#isKept ? text : text.replace(/^ /, "");
    if (node.text === "") return false;
    this.#last = node;
    return true;
  }

  /** The beginning or the end of an element. */
  pass(element: HtmlElement): void {
    if (element.name !== "pre" && VOIDS.has(element.name) && !LINE_ENDS.has(element.name)) {
      this.#last = undefined;
      this.#isKept = true;
    } else if (isBlock(element) || element.name === "br") this.end();
    else if (this.#last !== undefined) this.#isKept = false;
  }

  end(): void {
    if (this.#last !== undefined) this.#last.text = this.#last.text.replace(/ $/, "");
    this.#last = undefined;
    this.#isKept = false;
  }
}
const LINE_ENDS = new Set(["br", "hr"]);

function withoutLeftOut(element: HtmlElement): HtmlElement {
  const children = element.children.flatMap((child): readonly (HtmlElement | HtmlText)[] => {
    if ("text" in child) return child.text === "" ? [] : [child];
    return isLeftOut(child) ? [] : [withoutLeftOut(child)];
  });
  return { ...element, children };
}

/** Checks for elements that are only seen: drawings with their labels, and figures that repeat them. */
function isLeftOut({ name, attributes }: HtmlElement): boolean {
  return (
    LEFT_OUT.has(name) || "data-nosnippet" in attributes || attributes["aria-hidden"] === "true"
  );
}

function attributesOf(source: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...source.matchAll(ATTRIBUTE)].map(([, name = "", double, single, bare = ""]) => [
      name.toLowerCase(),
      decode(double ?? single ?? bare),
    ]),
  );
}

function decode(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, name: string) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return decimal !== undefined ? String.fromCodePoint(Number(decimal)) : (ENTITIES[name] ?? all);
  });
}
