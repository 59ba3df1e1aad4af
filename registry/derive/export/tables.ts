/** The tables of a service, for those who upgrade it beside its former revision. */
import type { Registry, SealedTable } from "../../contract/registry.ts";
import { fieldDefaults, fieldNames, requiredNames, scalarFields } from "../../schema/fields.ts";
import type { TableDocument } from "./form.ts";

/** By name. The plugins' own records are among them, since an upgrade needs those too. */
export function tablesOf({ tables }: Pick<Registry, "tables">): Record<string, TableDocument> {
  return Object.fromEntries(tables.map((table) => [table.name, tableDocument(table)]));
}

function tableDocument({ plugin, of, key, owner, unique = [] }: SealedTable): TableDocument {
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
  };
}
