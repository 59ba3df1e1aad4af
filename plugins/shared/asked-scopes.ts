/** The scopes that routes, and the fields of their answers, require. */
import type { Registry, Schema } from "waymark";
import { flatten, requiredScopes, toJsonSchema } from "waymark/advanced";

/** Lets managers of keys grant other plans than their own. No route asks for it. */
export const ANY_PLAN = "keys:plans";

/** Returns the scopes in the order of their names. */
export function askedScopes({ routes }: Pick<Registry, "routes">): readonly string[] {
  const asked = routes.flatMap((route) => {
    const { list, returns } = route.declaration;
    const answer = list?.of ?? returns;
    const ofFields = answer === undefined ? [] : scopesOfFields(answer).values();
    return [...(requiredScopes(route) ?? []), ...ofFields];
  });
  return [...new Set(asked)].toSorted();
}

/** Returns the scopes that top-level fields ask for, by field: others receive answers without them. */
export function scopesOfFields(schema: Schema): ReadonlyMap<string, string> {
  const { root, definitions } = toJsonSchema(schema);
  const fields = Object.entries(flatten(root, definitions).properties ?? {});
  const asked = fields.map(([name, field]) => [name, field["x-readable-by"]] as const);
  return new Map(asked.filter((one): one is [string, string] => typeof one[1] === "string"));
}
