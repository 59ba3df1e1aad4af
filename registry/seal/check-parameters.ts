import { toInputJsonSchema } from "../schema/convert.ts";
import { queryFields } from "../schema/fields.ts";
import type { SealedRoute } from "../contract/sealed-route.ts";
import { PolicyError } from "./policy-error.ts";

/** Checks the query parameters that policies add: each name has one reader, and none is required. Throws a {@link PolicyError}. */
export function checkParameters({
  declaration: { query },
  policies,
  engine,
}: Pick<SealedRoute, "declaration" | "policies" | "engine">): void {
  if (policies.every(({ compiled }) => compiled.parameters === undefined)) return; // describing delays a start
  const ofList = engine?.parameters.map(({ name }) => name) ?? [];
  const taken = new Set([...(query === undefined ? [] : queryFields(query).keys()), ...ofList]);
  for (const { policy, compiled } of policies) {
    if (compiled.parameters === undefined) continue;
    const { schema } = compiled.parameters;
    const [required] = toInputJsonSchema(schema).root.required ?? [];
    if (required !== undefined)
      throw new PolicyError(policy, `adds the query parameter ${required}, and requires it`);
    for (const name of queryFields(schema).keys()) {
      if (taken.has(name))
        throw new PolicyError(policy, `adds the query parameter ${name}, which is there already`);
      taken.add(name);
    }
  }
}
