/** Compares GraphQL schemas, as the reference implementation judges changes. */
import { change, type Both, type Change } from "./change.ts";
import type { Kind } from "./rules.ts";
import type { RuleId } from "./rules.ts";

const WHERE = "GraphQL";

export async function compareGraphql({ before, after }: Both): Promise<readonly Change[]> {
  const [old, current] = [before.graphql, after.graphql];
  if (old === current) return [];
  if (old === null) return [change("graphql-added", WHERE, "the schema is new")];
  if (current === null) return [change("graphql-removed", WHERE, "the schema is gone")];
  const graphql = await import("graphql");
  const { buildSchema, findSchemaChanges, BreakingChangeType, DangerousChangeType } = graphql;
  const ruleOf = (type: string): RuleId => {
    // The library warns of these for the sake of servers that are composed of others.
    if (type === "OPTIONAL_ARG_ADDED" || type === "OPTIONAL_INPUT_FIELD_ADDED")
      return "graphql-safe";
    if (type === "DESCRIPTION_CHANGED") return "graphql-text-changed";
    if (Object.hasOwn(BreakingChangeType, type)) return "graphql-breaking";
    return Object.hasOwn(DangerousChangeType, type) ? "graphql-dangerous" : "graphql-safe";
  };
  return findSchemaChanges(buildSchema(old), buildSchema(current)).map(({ type, description }) =>
    change(ruleOf(type), WHERE, description.replace(/\.$/, ""), kindOf(type)),
  );
}

function kindOf(type: string): Kind {
  if (type.endsWith("_ADDED")) return "added";
  return type.endsWith("_REMOVED") ? "removed" : "changed";
}
