/** The content of an HTML page as Markdown. */
import { LRUCache } from "lru-cache";
import Turndown from "turndown";
import type { Html } from "waymark";

/** Escaper of markup as well: a text may hold what a client has sent, such as the words of a search. */
class Escaping extends Turndown {
  override escape(text: string): string {
    return super.escape(text).replace(/<|&(?=#?\w+;)|~(?=~)/g, "\\$&");
  }
}

const service = new Escaping({
  headingStyle: "atx",
  codeBlockStyle: "fenced",
  bulletListMarker: "-",
});
// Elements without meaning outside of the page.
service.remove(["script", "style", "link", "form", "button", "template", "dialog"]);

/** Texts by HTML: a large page takes 15 ms, but only for its first answer. Sizes are in characters of both. */
const texts = new LRUCache<string, string>({
  maxSize: 8_388_608,
  sizeCalculation: (text, key) => text.length + key.length + 1,
});

export function toMarkdown(content: Html): string {
  const key = content.toString();
  const kept = texts.get(key);
  if (kept !== undefined) return kept;
  const text = service.turndown(key);
  texts.set(key, text);
  return text;
}
