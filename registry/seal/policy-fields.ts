import type { Outcome } from "../contract/call.ts";
import type { CompiledPolicy, Field, HeaderView } from "../contract/compiled-policy.ts";
import type { Policy } from "../contract/policy.ts";

/** The headers of a policy on one outcome. Throws unless they are those that it declares, so that none is forgotten. */
export function fieldsFor(
  outcome: Outcome,
  { writes = {} }: Pick<Policy, "writes">,
  compiled: CompiledPolicy,
  view: HeaderView,
): Readonly<Record<string, Field>> {
  const promised = Object.keys(writes);
  if (compiled.fields === undefined && promised.length > 0)
    throw new Error(
      `it compiled without fields, and writes promises ${promised.join(", ")}; where a route has none of these, compile returns undefined`,
    );
  const fields = compiled.fields?.(outcome, view) ?? {};
  const missing = promised.find((name) => !Object.hasOwn(fields, name));
  if (missing !== undefined)
    throw new Error(
      `fields has no ${missing} for the outcome ${outcome}, which writes promises; undefined says that it is absent on purpose`,
    );
  const undeclared = Object.keys(fields).find((name) => !Object.hasOwn(writes, name));
  if (undeclared !== undefined)
    throw new Error(`fields has ${undeclared}, which writes does not have`);
  return fields;
}
