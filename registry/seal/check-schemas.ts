/** Findings about schemas that cannot become JSON Schema. Told apart from the others because converting takes time. */
import type { Collected } from "./collect.ts";
import type { Finding } from "../contract/finding.ts";
import { SchemaError } from "../schema/json-schema.ts";
import type { Route } from "../contract/route.ts";
import { schemaHash } from "./revision.ts";
import { toInputJsonSchema, toJsonSchema } from "../schema/convert.ts";
import { isSchema, type Schema } from "../schema/schema.ts";

/** Why a schema cannot become JSON Schema. */
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

/** Converts one schema; undefined when there is nothing to complain about. */
export type SchemaCheck = () => Finding | undefined;

/**
 * One check for every schema of what is enabled, as documents will convert it. The conversions are kept, so that whoever
 * asks first pays for all. Values that are no schema are findings of their own.
 */
export function schemaChecks({
  contributors,
  schemas,
  events,
  tables,
}: Pick<Collected, "contributors" | "schemas" | "events" | "tables">): readonly SchemaCheck[] {
  const check =
    (plugin: string, where: string, fault: () => Fault | undefined): SchemaCheck =>
    () => {
      const found = fault();
      return found && { code: "SCHEMA_UNSUPPORTED", plugin, where, ...found };
    };
  return [
    ...contributors.flatMap(({ plugin: { id: plugin, options }, routes }) => [
      ...(options === undefined
        ? []
        : [check(plugin, "options", () => faultOf(options, toInputJsonSchema))]),
      ...Object.entries(routes).flatMap(([id, route]) =>
        Object.entries(schemasOf(route)).flatMap(([key, schema]) => {
          const convert = ACCEPTED.has(key) ? toInputJsonSchema : toJsonSchema;
          return schema === undefined
            ? []
            : [check(plugin, `route ${id}`, () => faultOf(schema, convert, `${key}: `))];
        }),
      ),
    ]),
    ...schemas.map(({ name, plugin, value }) =>
      check(plugin, `schema ${name}`, () => faultOf(value, toJsonSchema)),
    ),
    ...events.map(({ name, plugin, value }) =>
      check(plugin, `event ${name}`, () => faultOf(value, toJsonSchema)),
    ),
    ...tables.map(({ name, plugin, value }) =>
      check(plugin, `table ${name}`, () => faultOf(value.of, toJsonSchema)),
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
    // The revision is made of these: left to it, they would be made all at once.
    if (convert === toJsonSchema) schemaHash(schema);
    return undefined;
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return {
      message: `${prefix}${error.message}`,
      hint: "describe the JSON that is sent, not the value in memory",
    };
  }
}
