/** The menu beside every page of the reference. */
import { type Html, html, type SealedRoute } from "waymark";
import { type Context, operationPath } from "./context.ts";
import { breakable } from "../shared/prose.ts";
import { topicEntries } from "./entries.ts";
import { sectionText, sectionsOf } from "../shared/operations/sections.ts";

/** The head of a page: its title, its path, and the way to it from the index. */
interface PageHead {
  readonly title: Html;
  readonly path: string;
  readonly ways: readonly (readonly [href: string, title: string])[];
}

/** Adds the menu, and the title with the way to it: of an operation or of another page of the reference. */
export function withMenu(content: Html, { title, path, ways }: PageHead, context: Context): Html {
  const { registry, messages } = context;
  return html`<div class="side reference">
<nav tabindex="0" aria-label="${messages.menu}"><details class="contents"><summary>${messages.menu}</summary>
<ul>${overview(context).map(([href, name]) => link(href, html`${name}`, path))}</ul>
${sectionsOf(registry).map(({ section, groups }, index) => {
  const operations = groups.flatMap((group) => group.operations);
  const paths = operations.map(({ ref }) => operationPath(ref, context));
  const isOpen = paths.includes(path) || (index === 0 && !path.includes("/operations/"));
  return html`<details${isOpen && html` open`}><summary>${sectionText(section, context).name}</summary>
<ul>${operations.map((operation) => link(operationPath(operation.ref, context), shortName(operation), path))}</ul></details>
`;
})}</details></nav>
<div id="main" tabindex="-1">
${ways.length > 0 && html`<nav class="crumbs" aria-label="${messages.crumbs}"><ol>${ways.map(([href, name]) => html`<li><a href="${href}">${name}</a></li>`)}</ol></nav>`}
<h1>${title}</h1>
${content}
</div>
</div>`;
}

/** Returns the method and the path, without the segment that all paths begin with. */
function shortName({ method, path }: SealedRoute): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span> <span>${breakable(path.replace(/^\/api\//, ""))}</span>`;
}

function link(href: string, content: Html, current: string): Html {
  return html`<li><a href="${href}"${href === current && html` aria-current="page"`}>${content}</a></li>`;
}

/** Returns pages of the reference that are not about an operation, in the order of the menu. */
function overview({
  registry,
  language,
  messages,
}: Context): readonly (readonly [string, string])[] {
  const { href } = registry;
  return [
    [href("reference.showReference") ?? "", messages.reference],
    ...topicEntries(registry, language).map(
      ({ params, title }) => [href("reference.showTopic", params) ?? "", title] as const,
    ),
    [href("reference.showLimits") ?? "", messages.limits],
    [href("reference.showErrors") ?? "", messages.errors],
    [href("reference.showSchemas") ?? "", messages.schemas],
  ];
}
