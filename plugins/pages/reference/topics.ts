/** Pages whose subject may be off: these are not there then. */
import type { PageContent } from "waymark";
import type { Runtime } from "waymark/services";
import { authenticationPage } from "./authentication-page.ts";
import { changelogPage } from "./changelog-page.ts";
import type { Context } from "./context.ts";
import { topicEntries, type TopicName } from "./entries.ts";

const PAGES: Readonly<
  Record<
    TopicName,
    (context: Context, runtime: Pick<Runtime, "read">) => Promise<PageContent> | PageContent
  >
> = { authentication: authenticationPage, changelog: changelogPage };

/** The page of a topic; undefined where there is none. */
export async function topicPage(
  name: string,
  context: Context,
  runtime: Pick<Runtime, "read">,
): Promise<PageContent | undefined> {
  const topic = topicEntries(context.registry, context.language).find(
    (one) => one.params.topic === name,
  );
  return topic && PAGES[topic.params.topic](context, runtime);
}
