/** The document around the content of a page. */
import { Html, html } from "waymark";
import { footer, header } from "./bars.ts";
import { head, type LayoutInfo } from "./head.ts";
import { keepLanguage } from "./links.ts";
import { label } from "./messages.ts";

/** A sheet that the content of a page names. */
const SHEET = /<link rel="stylesheet"[^>]*>\n?/g;

/** A whole HTML document. */
export function layout(content: Html, about: LayoutInfo): string {
  const { registry, language = "en", namesLanguage, title } = about;
  // In the head they load with the site's, and change nothing that is already shown.
  const markup = content.toString();
  const sheets = Html.trust(markup.match(SHEET)?.join("") ?? "");
  const document = html`<!doctype html>
<html lang="${language}">
${head(about, sheets)}
<body>
<a class="skip" href="#main">${label("skip", language)}</a>
${header(about)}
<main id="main" tabindex="-1">
<h1>${title}</h1>
${Html.trust(markup.replace(SHEET, ""))}
</main>
${footer(about)}
</body>
</html>
`.toString();
  return namesLanguage ? keepLanguage(document, registry, language) : document;
}
