/** Findings about schemas that cannot become JSON Schema. Told apart from the others because converting takes time. */
import type { Contributions } from "./collect.ts";
import type { Finding } from "./finding.ts";
import { SchemaError } from "./json-schema.ts";
import type { Route } from "./route.ts";
import { toInputJsonSchema, toJsonSchema } from "./schema-convert.ts";
import { isSchema, type Schema } from "./schema.ts";

/** Why a value at a key is no schema, or cannot become JSON Schema; undefined when it can. */
interface Fault {
  readonly message: string;
  readonly hint: string;
}

/** A route's schemas by key. Documents show the first three as what is accepted, the others as what is sent. */
export function schemasOf(route: Route): Readonly<Record<string, Schema | undefined>> {
  return {
    params: route.params,
    query: route.query,
    body: route.body,
    returns: route.returns,
    "list.of": route.list?.of,
  };
}

const ACCEPTED: ReadonlySet<string> = new Set(["params", "query", "body"]);

/**
 * Converts every schema of what is enabled, as documents will. The conversions are kept, so that whoever asks first pays
 * for all. Values that are no schema are findings of their own.
 */
export function checkSchemas({ contributors, schemas, tables }: Contributions): Finding[] {
  const find = (plugin: string, where: string, fault: Fault | undefined): Finding[] =>
    fault === undefined ? [] : [{ code: "SCHEMA_UNSUPPORTED", plugin, where, ...fault }];
  return [
    ...contributors.flatMap(({ plugin: { id: plugin, options }, routes }) => [
      ...(options === undefined
        ? []
        : find(plugin, "options", faultOf(options, toInputJsonSchema))),
      ...Object.entries(routes).flatMap(([id, route]) =>
        Object.entries(schemasOf(route)).flatMap(([key, schema]) => {
          const convert = ACCEPTED.has(key) ? toInputJsonSchema : toJsonSchema;
          return schema === undefined
            ? []
            : find(plugin, `route ${id}`, faultOf(schema, convert, `${key}: `));
        }),
      ),
    ]),
    ...schemas.flatMap(({ name, plugin, value }) =>
      find(plugin, `schema ${name}`, faultOf(value, toJsonSchema)),
    ),
    ...tables.flatMap(({ name, plugin, value }) =>
      find(plugin, `table ${name}`, faultOf(value.of, toJsonSchema)),
    ),
  ];
}

function faultOf(
  schema: Schema,
  convert: (schema: Schema) => unknown,
  prefix = "",
): Fault | undefined {
  if (!isSchema(schema)) return undefined; // a finding of its own, known without converting
  try {
    convert(schema);
    return undefined;
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return {
      message: `${prefix}${error.message}`,
      hint: "describe the JSON that is sent, not the value in memory",
    };
  }
}
