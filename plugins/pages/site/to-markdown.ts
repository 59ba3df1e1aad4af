/** The content of an HTML page as Markdown. */
import Turndown from "turndown";
import type { Html } from "waymark";

const service = new Turndown({
  headingStyle: "atx",
  codeBlockStyle: "fenced",
  bulletListMarker: "-",
});
// Elements without meaning outside of the page.
service.remove(["script", "style", "link", "form", "button", "template", "dialog"]);

export function toMarkdown(content: Html): string {
  return service.turndown(content.toString());
}
