/** The document around the content of a page. */
import { type Html, html } from "waymark";
import { footer, header } from "./bars.ts";
import { head, type LayoutInfo } from "./head.ts";
import { keepLanguage } from "./links.ts";
import { label } from "./messages.ts";

/** A whole HTML document. */
export function layout(content: Html, about: LayoutInfo): string {
  const { registry, language = "en", namesLanguage, title } = about;
  const document = html`<!doctype html>
<html lang="${language}">
${head(about)}
<body>
<a class="skip" href="#main">${label("skip", language)}</a>
${header(about)}
<main id="main" tabindex="-1">
<h1>${title}</h1>
${content}
</main>
${footer(about)}
</body>
</html>
`.toString();
  return namesLanguage ? keepLanguage(document, registry, language) : document;
}
