/** Compares two schemas for `waymark diff`, by the rules of the reference implementation. */
import type { ExportChange } from "waymark";

/** Throws when a schema cannot be read. */
export async function compareSchemas(
  before: string,
  after: string,
): Promise<readonly ExportChange[]> {
  const { buildSchema, findSchemaChanges, BreakingChangeType, DangerousChangeType } =
    await import("graphql");
  function severityOf(type: string): ExportChange["severity"] {
    // The library warns of these because servers may be composed of others; this one is not.
    if (type === "OPTIONAL_ARG_ADDED" || type === "OPTIONAL_INPUT_FIELD_ADDED")
      return "non-breaking";
    if (type === "DESCRIPTION_CHANGED") return "text";
    if (Object.hasOwn(BreakingChangeType, type)) return "breaking";
    // All queries stay valid, but a client may meet a value that it does not expect.
    return Object.hasOwn(DangerousChangeType, type) ? "unknown" : "non-breaking";
  }
  return findSchemaChanges(buildSchema(before), buildSchema(after)).map(
    ({ type, description }): ExportChange => {
      const kind = type.endsWith("_REMOVED") ? "removed" : "changed";
      return {
        severity: severityOf(type),
        kind: type.endsWith("_ADDED") ? "added" : kind,
        message: description.replace(/\.$/, ""),
      };
    },
  );
}
