/** The scopes that there are: those that routes, and the fields of their answers, ask for. */
import type { Registry } from "waymark";
import { requiredScopes, scopesOfFields } from "waymark/advanced";

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
