import type { Registry, SealedRoute } from "../../registry/contract/registry.ts";

/** Makes the document of a route anew, in one of the route's languages (default: the first); undefined where there is none. */
export function makeDocument(
  registry: Registry,
  { owner, id, declaration: { languages = [] } }: SealedRoute,
  language = languages[0],
): unknown {
  // The options were validated with the plugin's own schema, and the route names its languages.
  return owner?.plugin.documents?.[id]?.(registry, owner.options as never, language as never);
}
