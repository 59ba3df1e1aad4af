/** The pages of the reference, each in the frame with the menu. */
import { Html, html, type PageContent, type Registry, type SealedRoute } from "waymark";
import { localized, type Runtime } from "waymark/services";
import { iconOf } from "../shared/icon.ts";
import { liveAnswer } from "../shared/operations/live-answer.ts";
import { contextOf, operationPath, type Context } from "./context.ts";
import { errorsPage } from "./errors-page.ts";
import { withMenu } from "./frame.ts";
import { indexPage } from "./index-page.ts";
import { limitsPage } from "./limits-page.ts";
import { operationPage } from "./operation-page.ts";
import { schemaPage, schemasPage } from "./schema-pages.ts";
import { sectionOf, sectionText } from "../shared/operations/sections.ts";
import { findOperationByRef } from "../shared/operations/operations.ts";
import { authenticationPage } from "./authentication-page.ts";
import { changelogPage } from "./changelog-page.ts";
import { topicEntries } from "./entries.ts";

/** Pages that follow from the registry alone, by route id. */
const DOCUMENTS = {
  showReference: indexPage,
  showSchemas: schemasPage,
  showErrors: errorsPage,
  showLimits: limitsPage,
} as const;

export type DocumentId = keyof typeof DOCUMENTS;

export async function documentPage(
  id: DocumentId,
  registry: Registry,
  language: string,
): Promise<PageContent> {
  const context = contextOf(registry, language);
  const path = registry.href(`reference.${id}`) ?? "";
  return inFrame(await DOCUMENTS[id](context), path, context);
}

/** Returns the page of an operation; undefined if there is none. */
export async function ofOperation(
  ref: string,
  language: string,
  registry: Registry,
  runtime: Pick<Runtime, "read">,
): Promise<PageContent | undefined> {
  const context = contextOf(registry, language);
  const route = findOperationByRef(ref, registry);
  if (route === undefined) return undefined;
  const live = await liveAnswer(route, registry, runtime);
  const content = operationPage({ route, live }, context);
  return inFrame(content, operationPath(ref, context), context, route);
}

/** Returns the page of a type; undefined if there is none. */
export function ofSchema(
  type: string,
  path: string,
  language: string,
  registry: Registry,
): PageContent | undefined {
  const context = contextOf(registry, language);
  const content = schemaPage(type, context);
  return content && inFrame(content, path, context);
}

/** Returns the page of a topic; undefined if there is none. */
export async function ofTopic(
  topic: string,
  path: string,
  language: string,
  registry: Registry,
  runtime: Pick<Runtime, "read">,
): Promise<PageContent | undefined> {
  const context = contextOf(registry, language);
  const entries = topicEntries(registry, language);
  if (!entries.some(({ params }) => params.topic === topic)) return undefined;
  const content =
    topic === "changelog" ? await changelogPage(context, runtime) : authenticationPage(context);
  return inFrame(content, path, context);
}

/** Returns the content with the menu beside it. The operation, if it is about one, names its section. */
function inFrame(
  content: PageContent,
  path: string,
  context: Context,
  route?: SealedRoute,
): PageContent {
  const { registry, language, messages } = context;
  const page = content instanceof Html ? { html: content } : content;
  if (page.html === undefined) return page;
  const index = registry.href("reference.showReference") ?? "";
  const section = route && sectionOf(route.plugin, registry);
  const ways: readonly (readonly [string, string])[] = [
    ...(path === index ? [] : [[index, messages.reference] as const]),
    ...(section === undefined
      ? []
      : [[`${index}#${section}`, sectionText(section, context).name] as const]),
  ];
  const declared = registry.routes.find((one) => one.path === path)?.declaration.page?.title;
  const name = page.title ?? localized(declared ?? "", registry, language);
  const title = html`${iconOf(route, registry)}${name}`;
  const styles = ["reference.showStyles", ...(page.styles ?? [])];
  return { ...page, styles, html: withMenu(page.html, { title, path, ways }, context) };
}
