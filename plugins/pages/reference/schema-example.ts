/** Examples of published types. */
import type { Json, Registry, SealedRoute } from "waymark";
import { publishedSchema, sampleOf } from "waymark/advanced";

/** Returns a value of the type; undefined if the type is not published. */
export function exampleOfType(name: string, registry: Registry): Json | undefined {
  const schema = publishedSchema(registry, name);
  return schema && sampleOf(schema);
}

/** Returns the body of a route's usual answer, if it has one in JSON that its schema describes. */
export function schemaExample(route: SealedRoute, registry: Registry): Json | undefined {
  const { schema, kind } = route;
  if (schema === undefined || kind === "stream" || kind === "alwaysFails") return undefined;
  return exampleOfType(schema, registry);
}
