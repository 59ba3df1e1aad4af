/** The pages of the reference, each in the frame with the menu. */
import { Html, type PageContent, type Registry } from "waymark";
import type { Runtime } from "waymark/services";
import { LiveAnswers } from "../shared/operations/live-answers.ts";
import { contextOf, operationPath, type Context } from "./context.ts";
import { errorsPage } from "./errors-page.ts";
import { withMenu } from "./frame.ts";
import { indexPage } from "./index-page.ts";
import { limitsPage } from "./limits-page.ts";
import { operationPage } from "./operation-page.ts";
import { schemaPage, schemasPage } from "./schema-pages.ts";
import { operationsOf } from "../shared/operations/operations.ts";
import { authenticationPage } from "./authentication-page.ts";
import { changelogPage } from "./changelog-page.ts";
import { topicEntries, type TopicName } from "./entries.ts";

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

/** Pages of one operation, type or topic; undefined if there is none. */
export class InstancePages {
  readonly #registry: Registry;
  readonly #runtime: Pick<Runtime, "read">;
  readonly #answers: LiveAnswers;

  constructor(registry: Registry, runtime: Pick<Runtime, "read">) {
    this.#registry = registry;
    this.#runtime = runtime;
    this.#answers = new LiveAnswers(runtime, () => performance.now());
  }

  async ofOperation(ref: string, language: string): Promise<PageContent | undefined> {
    const context = contextOf(this.#registry, language);
    const operation = operationsOf(this.#registry).get(ref);
    const route = this.#registry.route(ref);
    if (operation === undefined || route === undefined) return undefined;
    const live = await this.#answers.of(route, this.#registry);
    const content = operationPage({ operation, route, live }, context);
    return inFrame(content, operationPath(ref, context), context);
  }

  ofSchema(type: string, path: string, language: string): PageContent | undefined {
    const context = contextOf(this.#registry, language);
    const content = schemaPage(type, context);
    return content && inFrame(content, path, context);
  }

  async ofTopic(topic: string, path: string, language: string): Promise<PageContent | undefined> {
    const context = contextOf(this.#registry, language);
    const content = await topicPage(topic, context, this.#runtime);
    return content && inFrame(content, path, context);
  }
}

/** Returns the content with the menu beside it. */
function inFrame(content: PageContent, path: string, context: Context): PageContent {
  const page = content instanceof Html ? { html: content } : content;
  if (page.html === undefined) return page;
  const styles = ["reference.showStyles", ...(page.styles ?? [])];
  return { ...page, styles, html: withMenu(page.html, path, context) };
}

const PAGES: Readonly<
  Record<
    TopicName,
    (context: Context, runtime: Pick<Runtime, "read">) => Promise<PageContent> | PageContent
  >
> = { authentication: authenticationPage, changelog: changelogPage };

/** Returns the page of a topic; undefined if there is none. */
async function topicPage(
  name: string,
  context: Context,
  runtime: Pick<Runtime, "read">,
): Promise<PageContent | undefined> {
  const topic = topicEntries(context.registry, context.language).find(
    (one) => one.params.topic === name,
  );
  return topic && PAGES[topic.params.topic](context, runtime);
}
