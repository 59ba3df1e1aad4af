/** Everything that the search finds, from the registry: pages, operations, and the pages that plugins list. */
import type { Registry, SealedRoute } from "waymark";
import { fillPath, publishedSchema } from "waymark/advanced";
import { pageEntriesOf, translate, pagesOf, localized } from "waymark/services";
import { searchMessages } from "./messages.ts";
import type { SearchEntry } from "./model.ts";

/** Pages of one operation and of one type, if they have one. */
const OPERATION_PAGE = "reference.showOperation";
const SCHEMA_PAGE = "reference.showSchema";

export function searchEntries(registry: Registry, language: string): SearchEntry[] {
  const messages = searchMessages(registry, language);
  const pages = pagesOf(registry, language).map(({ title, description, href }): SearchEntry => ({
    kind: messages.page,
    title,
    ...(description === undefined ? {} : { text: description }),
    href,
  }));
  const operationPage = registry.route(OPERATION_PAGE);
  const listed = pageEntriesOf(registry, language)
    .filter(({ route }) => route !== operationPage)
    .map(({ route, title, description, href }): SearchEntry => ({
      kind: localized(route.declaration.page?.title ?? "", registry, language),
      title,
      ...(description === undefined ? {} : { text: description }),
      href,
    }));
  const operations = registry.routes.flatMap((route): SearchEntry[] => {
    if (route.site) return [];
    const href = addressOf(route, registry, operationPage);
    if (href === undefined) return [];
    const text = translate(route.declaration.summary, registry, language);
    return [{ kind: messages.operation, title: route.path, text, method: route.method, href }];
  });
  return [...pages, ...operations, ...listed, ...innerTypes(registry, language)];
}

/** Returns types that are published only as parts of others: each at its place on the page of the first that has it. */
function innerTypes(registry: Registry, language: string): readonly SearchEntry[] {
  const page = registry.route(SCHEMA_PAGE);
  if (page === undefined) return [];
  const kind = localized(page.declaration.page?.title ?? "", registry, language);
  const entries = new Map<string, SearchEntry>();
  for (const type of registry.schemas.keys())
    for (const [title, { description }] of Object.entries(
      publishedSchema(registry, type)?.definitions ?? {},
    )) {
      if (registry.schemas.has(title) || entries.has(title)) continue;
      const text = description === undefined ? type : translate(description, registry, language);
      const href = `${fillPath(page.pattern, { type }) ?? page.path}#${title}`;
      entries.set(title, { kind, title, text, href });
    }
  return [...entries.values()];
}

/** Returns its own page, else its place on the page of all. */
function addressOf(
  { ref }: SealedRoute,
  { href }: Registry,
  operationPage: SealedRoute | undefined,
): string | undefined {
  if (operationPage !== undefined) return fillPath(operationPage.pattern, { ref });
  const all = href("developers.showDevelopers");
  return all === undefined ? undefined : `${all}#${ref}`;
}
