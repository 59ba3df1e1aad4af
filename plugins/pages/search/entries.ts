/** Everything that the search finds, from the registry: pages with their sections, operations, and the pages that plugins list. */
import { STATUS_CODES } from "node:http";
import type { PageContent, Registry, SealedRoute } from "waymark";
import { fillPath, publishedSchema } from "waymark/advanced";
import { pageEntriesOf, translate, pagesOf, localized } from "waymark/services";
import { pageHtml } from "../shared/page-html.ts";
import { sectionOf } from "../shared/operations/sections.ts";
import { searchMessages } from "./messages.ts";
import type { SearchEntry } from "./model.ts";
import { sectionsOf } from "./page-sections.ts";

/** Pages of one operation and of one type, if they have one. */
const OPERATION_PAGE = "reference.showOperation";
const SCHEMA_PAGE = "reference.showSchema";
const ERRORS_PAGE = "reference.showErrors";

/** Pages that only list other results. */
const INDEXES = new Set(["reference.showReference", "sitemap.showSitemap"]);
/** Weight of a write, beside the read of the same resource. */
const WRITE = 0.7;
/** Weights of results, so that resources come before plumbing. Default: 1. */
const WEIGHTS = { page: 2, resources: 2, monitoring: 1.2, redirect: 0.5, type: 0.3 };

export async function searchEntries(registry: Registry, language: string): Promise<SearchEntry[]> {
  const messages = searchMessages(registry, language);
  const pages = pagesOf(registry, language).map(({ title, description, href }): SearchEntry => ({
    kind: messages.page,
    title,
    ...(description === undefined ? {} : { text: description }),
    href,
    weight: WEIGHTS.page,
  }));
  const operationPage = registry.route(OPERATION_PAGE);
  const listed = pageEntriesOf(registry, language)
    .filter(({ route }) => route !== operationPage)
    .map(({ route, title, description, href }): SearchEntry => ({
      weight: route.ref === SCHEMA_PAGE ? WEIGHTS.type : WEIGHTS.page,
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
    const found = { kind: messages.operation, title: route.path, text, method: route.method, href };
    return [{ ...found, body: wordsOf(route, registry), weight: weightOf(route, registry) }];
  });
  return [
    ...pages,
    ...operations,
    ...listed,
    ...(await sectionsOfPages(registry, language)),
    ...innerTypes(registry, language),
  ];
}

function weightOf({ declaration, method, plugin }: SealedRoute, registry: Registry): number {
  if (declaration.redirect !== undefined) return WEIGHTS.redirect;
  const weight = { discovery: 1, policies: 1, ...WEIGHTS }[sectionOf(plugin, registry)];
  return method === "GET" ? weight : weight * WRITE;
}

/** Returns words that lead to an operation and that its path and summary lack: the headers that its plugin writes, too. */
function wordsOf({ declaration, plugin, ref }: SealedRoute, { policies }: Registry): string {
  const headers = policies
    .filter((policy) => policy.plugin === plugin)
    .flatMap(({ policy }) => Object.keys(policy.writes ?? {}));
  return [ref, declaration.description ?? "", ...headers].join(" ");
}

/** Returns the sections of pages that are made once: what other pages say changes with each request. */
async function sectionsOfPages(registry: Registry, language: string): Promise<SearchEntry[]> {
  const pages = pagesOf(registry, language).map(async ({ title: kind, href: path, here }) => {
    const route = registry.routes.find((one) => one.path === path && one.method === "GET");
    if (!here || route === undefined || !route.document || INDEXES.has(route.ref)) return [];
    const content = (await registry.document(route, language)) as PageContent; // as pages have
    const sections = sectionsOf(await pageHtml(content, { registry, language }));
    const isTranslated = route.ref === ERRORS_PAGE && language !== "en";
    return sections.map(({ id, ...section }): SearchEntry => ({
      kind,
      ...section,
      ...(isTranslated && { body: `${section.body} ${wordsOfError(id, registry)}` }),
      href: `${path}#${id}`,
    }));
  });
  return (await Promise.all(pages)).flat();
}

/** Returns how answers say an error. Their texts are English, on pages in other languages too. */
function wordsOfError(code: string, { errors }: Registry): string {
  const error = errors.find((one) => one.code === code);
  return error === undefined ? "" : `${STATUS_CODES[error.status] ?? ""} ${error.message}`;
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
      entries.set(title, { kind, title, text, href, weight: WEIGHTS.type });
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
