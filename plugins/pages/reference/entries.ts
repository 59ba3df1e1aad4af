/** The pages of the reference as sitemaps and searches list them, without what shows them. */
import type { Registry, SealedRoute } from "waymark";
import type { PageInstance } from "waymark/advanced";
import { sharedMessages, titleOf } from "../shared/messages.ts";

/** Topics whose subject may be off, each with a check that it is on. */
const TOPICS = {
  authentication: ({ identifiers }: Registry) => identifiers.length > 0,
  changelog: (registry: Registry) =>
    registry.route("changelog.listReleases") !== undefined || deprecatedRoutes(registry).length > 0,
} as const;

export type TopicName = keyof typeof TOPICS;

export function operationEntries(registry: Registry, language: string): readonly PageInstance[] {
  return registry.routes
    .filter(({ site }) => !site)
    .map(({ ref, method, path, declaration: { summary } }) => ({
      params: { ref },
      title: titleOf(summary, { registry, language }),
      description: `${method} ${path}`,
    }));
}

export function schemaEntries(registry: Registry, language: string): readonly PageInstance[] {
  const { name } = sharedMessages(registry, language).schema;
  return typeNames(registry).map((type) => ({ params: { type }, title: `${name} ${type}` }));
}

export function topicEntries(
  registry: Registry,
  language: string,
): readonly (PageInstance & { readonly params: { readonly topic: TopicName } })[] {
  const { topics } = sharedMessages(registry, language);
  return (["authentication", "changelog"] as const)
    .filter((name) => TOPICS[name](registry))
    .map((name) => ({ params: { topic: name }, ...topics[name] }));
}

export function typeNames({ schemas }: Registry): readonly string[] {
  return [...schemas.keys()].toSorted();
}

export function deprecatedRoutes({ routes }: Registry): readonly SealedRoute[] {
  return routes.filter(({ declaration, site }) => declaration.deprecated !== undefined && !site);
}
