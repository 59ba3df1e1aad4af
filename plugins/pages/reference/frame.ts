/** The menu beside every page of the reference. */
import { type Html, html } from "waymark";
import { type Context, operationPath } from "./context.ts";
import { titleOf, topicEntries } from "./entries.ts";
import { sectionText, sectionsOf } from "../shared/operations/sections.ts";

/** Adds the menu to the page that is shown: an operation or another page of the reference, by its path. */
export function withMenu(content: Html, current: string, context: Context): Html {
  const { registry, messages } = context;
  return html`<div class="side reference">
<nav tabindex="0" aria-label="${messages.menu}"><details class="contents"><summary>${messages.menu}</summary>
<ul>${overview(context).map(([href, title]) => link(href, title, current))}</ul>
${sectionsOf(registry).map(({ section, groups }, index) => {
  const operations = groups.flatMap((group) => group.operations);
  const paths = operations.map(({ ref }) => operationPath(ref, context));
  const isOpen = paths.includes(current) || (index === 0 && !current.includes("/operations/"));
  return html`<details${isOpen && html` open`}><summary>${sectionText(section, context).name}</summary>
<ul>${operations.map(({ ref, summary }) => link(operationPath(ref, context), titleOf(summary, context), current))}</ul></details>
`;
})}</details></nav>
<div>
${content}
</div>
</div>`;
}

function link(href: string, title: string, current: string): Html {
  return html`<li><a href="${href}"${href === current && html` aria-current="page"`}>${title}</a></li>`;
}

/** Returns pages of the reference that are not about an operation, in the order of the menu. */
export function overview({
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

/** Returns the way from the reference to a page, which is not part of it. */
export function crumbs(
  ways: readonly (readonly [href: string, title: string])[],
  { messages }: Context,
): Html {
  return html`<nav class="crumbs" aria-label="${messages.crumbs}"><ol>${ways.map(([href, title]) => html`<li><a href="${href}">${title}</a></li>`)}</ol></nav>`;
}
