/** The page of releases and deprecations. */
import { type Html, html, type PageContent } from "waymark";
import type { Runtime } from "waymark/services";
import { sharedMessages, titleOf } from "../shared/messages.ts";
import { z } from "zod";
import { Release } from "../../../schemas/api.ts";
import { type Context, operationPath } from "./context.ts";
import { translatedHtml } from "../shared/translate.ts";
import { deprecatedRoutes } from "./entries.ts";
import { findOperationByRef } from "../shared/operations/operations.ts";
import { fill } from "../shared/fill.ts";

export async function changelogPage(
  context: Context,
  runtime: Pick<Runtime, "read">,
): Promise<PageContent> {
  const { registry, messages } = context;
  const read =
    registry.route("changelog.listReleases") && (await runtime.read("changelog.listReleases"));
  const releases =
    read === undefined || read.refusal !== undefined
      ? undefined
      : z.array(Release).parse(read.value);
  const byRelease = Map.groupBy(releases ?? [], ({ version, date }) => `${version} ${date}`);
  const newest = [...byRelease.values()].toSorted(([a], [b]) =>
    (b?.date ?? "").localeCompare(a?.date ?? ""),
  );
  const items = newest.map(
    (
      changes,
    ) => html`<h3>${changes[0]?.version} <time class="soft small" datetime="${changes[0]?.date}">${changes[0]?.date}</time></h3>
<ul>${changes.map(({ summary }) => html`<li>${translatedHtml(summary, context)}</li>`)}</ul>
`,
  );
  const { title, description } = sharedMessages(registry, context.language).topics.changelog;
  return {
    title,
    description,
    html: html`<p class="lead">${description}</p>
${
  releases !== undefined &&
  html`<h2 id="releases">${messages.releases}</h2>
${items.length === 0 ? html`<p class="empty">${messages.noReleases}</p>` : items}`
}
<h2 id="deprecations">${messages.deprecations}</h2>
${deprecations(context)}`,
  };
}

function deprecations(context: Context): Html {
  const { registry, messages } = context;
  const routes = deprecatedRoutes(registry);
  if (routes.length === 0) return html`<p class="soft">${messages.noDeprecations}</p>`;
  return html`<ul>${routes.map(({ ref, method, path, declaration }) => {
    const { since = "", sunset = "", successor = "" } = declaration.deprecated ?? {};
    const next = findOperationByRef(successor, registry);
    return html`<li><a href="${operationPath(ref, context)}">${titleOf(declaration.summary, context)}</a> <span class="soft small">${method} ${path}</span><br>${fill(messages.deprecation, { since, sunset })}${next !== undefined && html` ${messages.insteadUse} <a href="${operationPath(successor, context)}">${titleOf(next.declaration.summary, context)}</a>.`}</li>
`;
  })}</ul>`;
}
