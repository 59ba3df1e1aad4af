/** Tables in the registry document, for upgrades: those of the plugins' own records are among them. */
import { fieldDefaults, fieldNames, requiredNames, scalarFields } from "waymark/advanced";
import { z } from "zod";
import type { SealedTable } from "./table-declaration.ts";

export const TableDocument = z.object({
  plugin: z.string(),
  key: z.string(),
  /** Owner field; absent where rows belong to no principal. */
  owner: z.string().optional(),
  /** Columns by field. */
  columns: z.record(
    z.string(),
    z.object({
      /** `json` is for every field that is not a scalar. */
      type: z.enum(["string", "integer", "number", "boolean", "json"]),
      /** True if null is ruled out. */
      required: z.boolean(),
      /** Default value; absent if there is none, or if it differs each time. */
      default: z.unknown().optional(),
    }),
  ),
  /** Fields whose values no two rows share, together. */
  unique: z.array(z.array(z.string())),
  /** Tables and keys that fields refer to; absent where none does. */
  references: z.record(z.string(), z.string()).optional(),
});
/** A table of the registry document. */
export type TableDocument = z.infer<typeof TableDocument>;

export function tableDocument(table: SealedTable): TableDocument {
  const { plugin, of, key, owner, unique = [], references } = table;
  const scalars = scalarFields(of);
  const required = requiredNames(of);
  const defaults = fieldDefaults(of);
  const columns = fieldNames(of).map((field) => {
    const scalar = Object.hasOwn(scalars, field) ? scalars[field] : undefined;
    const column = {
      type: scalar?.type ?? ("json" as const),
      required: required.includes(field) && scalar?.nullable !== true,
      ...(Object.hasOwn(defaults, field) && { default: defaults[field] }),
    };
    return [field, column] as const;
  });
  return {
    plugin,
    key,
    ...(owner !== undefined && { owner }),
    columns: Object.fromEntries(columns),
    unique: unique.map((fields) => [fields].flat()),
    ...(references !== undefined && {
      references: Object.fromEntries(
        Object.entries(references).map(([field, { to }]) => [field, to]),
      ),
    }),
  };
}
