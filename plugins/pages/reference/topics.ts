/** Pages whose subject may be off: these are not there then. */
import type { PageContent, PageInstance, Registry } from "waymark";
import type { Runtime } from "waymark/services";
import type { Language } from "../shared/languages.ts";
import { authenticationPage } from "./authentication-page.ts";
import { changelogPage, deprecatedRoutes } from "./changelog-page.ts";
import type { Context } from "./context.ts";
import { MESSAGES } from "./messages.ts";

interface Topic {
  readonly isOn: (registry: Registry) => boolean;
  readonly show: (
    context: Context,
    runtime: Pick<Runtime, "read">,
  ) => Promise<PageContent> | PageContent;
}

const TOPICS = {
  authentication: {
    isOn: ({ identifiers }) => identifiers.length > 0,
    show: authenticationPage,
  },
  changelog: {
    isOn: (registry) =>
      registry.route("changelog.listReleases") !== undefined ||
      deprecatedRoutes(registry).length > 0,
    show: changelogPage,
  },
} as const satisfies Readonly<Record<string, Topic>>;

type Name = keyof typeof TOPICS;

export function topicsOf(
  registry: Registry,
  language: Language,
): readonly (PageInstance & { readonly params: { readonly topic: Name } })[] {
  const { topics } = MESSAGES[language];
  return (["authentication", "changelog"] as const)
    .filter((name) => TOPICS[name].isOn(registry))
    .map((name) => ({ params: { topic: name }, ...topics[name] }));
}

/** The page of a topic; undefined where there is none. */
export async function topicPage(
  name: string,
  context: Context,
  runtime: Pick<Runtime, "read">,
): Promise<PageContent | undefined> {
  const topic = topicsOf(context.registry, context.language).find(
    (one) => one.params.topic === name,
  );
  return topic && TOPICS[topic.params.topic].show(context, runtime);
}
