/** The OpenAPI document of a service, found by its media type. */
import type { Registry, SealedRoute } from "waymark";

export function isOpenapi({ document, mediaTypes }: SealedRoute): boolean {
  return document && mediaTypes.some((type) => type.includes("openapi"));
}

/** Returns the document; undefined if the service publishes none. */
export async function openapiOf(
  registry: Registry,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const route = registry.routes.find(isOpenapi);
  return route === undefined ? undefined : Object(await registry.document(route));
}
