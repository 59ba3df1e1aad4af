/** Examples of published types. */
import { publishedSchema, type Registry, type SealedRoute } from "waymark";
import type { Json } from "../shared/operations/model.ts";
import { sampleOf } from "../shared/operations/sample.ts";

/** A value of the type; undefined for one that is not published. */
export function exampleOfType(name: string, registry: Registry): Json | undefined {
  const schema = publishedSchema(registry, name);
  return schema && sampleOf({ ...schema.root, $defs: schema.definitions });
}

/** The body of a route's usual answer, where it has one in JSON that its schema describes. */
export function schemaExample(route: SealedRoute, registry: Registry): Json | undefined {
  const { schema, kind } = route;
  if (schema === undefined || kind === "stream" || kind === "alwaysFails") return undefined;
  return exampleOfType(schema, registry);
}
