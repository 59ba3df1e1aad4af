/** Findings about schemas that cannot become JSON Schema. Apart from other findings, because converting takes time. */
import type { Collected } from "../collect.ts";
import type { Report } from "./check-references.ts";
import { schemasOfEntries } from "../points.ts";
import { responseHeadersOf } from "../../contract/policy/headers.ts";
import { schemaOfEvent } from "../../contract/route/audience.ts";
import { show } from "../../schema/words.ts";
import type { Finding } from "../../contract/finding/finding.ts";
import { SchemaError } from "../../schema/json-schema.ts";
import type { Route } from "../../contract/route/route.ts";
import { schemaHash } from "../revision.ts";
import { toInputJsonSchema, toJsonSchema } from "../../schema/convert.ts";
import { isSchema, type Schema } from "../../schema/schema.ts";

/** A route's schemas by key. Documents show `returns` and `list.of` as what is sent, the others as what is accepted. */
const SENT_HEADER = "responseHeaders.";

export function schemasOf(route: Route): Readonly<Record<string, Schema | undefined>> {
  return {
    params: route.params,
    query: route.query,
    headers: route.headers,
    body: route.body,
    ...Object.fromEntries(
      Object.entries(route.bodies ?? {}).map(([type, schema]) => [`bodies.${type}`, schema]),
    ),
    ...Object.fromEntries(
      Object.entries(responseHeadersOf(route)).map(([name, schema]) => [
        `${SENT_HEADER}${name}`,
        schema,
      ]),
    ),
    returns: route.returns,
    "list.of": route.list?.of,
  };
}

/** Reports a value that is not a schema. `key` says where it stands, if in something. */
export function checkSchema(key: string | undefined, value: unknown, report: Report): void {
  if (isSchema(value)) return;
  report(
    "SCHEMA_UNSUPPORTED",
    `${key ?? "it"} is not a schema; received ${show(value)}`,
    "use a schema that is both Standard Schema and Standard JSON Schema, such as zod 4",
  );
}

const SENT: ReadonlySet<string> = new Set(["returns", "list.of"]);

/**
 * Converts one schema of what is enabled at each step, as documents will. The conversions are kept, so that the first
 * request for a document does not pay for them. Values that are not schemas are findings of their own.
 */
export function* checkSchemas({
  contributors,
  schemas,
  events,
  points,
}: Pick<Collected, "contributors" | "schemas" | "events" | "points">): Generator<
  Finding | undefined,
  void
> {
  for (const { plugin, routes } of contributors) {
    yield problemOf(plugin.options, toInputJsonSchema, plugin.id, "options");
    for (const [id, route] of Object.entries(routes)) {
      for (const [key, schema] of Object.entries(schemasOf(route))) {
        if (schema === undefined) continue;
        const convert =
          SENT.has(key) || key.startsWith(SENT_HEADER) ? toJsonSchema : toInputJsonSchema;
        const problem = problemOf(schema, convert, plugin.id, `route ${id}`, `${key}: `);
        yield problem;
        if (key === "headers" && problem === undefined) yield misspeltHeader(schema, plugin.id, id);
      }
    }
  }
  const published = [
    ...schemas.map(({ name, plugin, value }) => [`schema ${name}`, plugin, value] as const),
    ...events.flatMap(({ name, plugin, value }) =>
      [false, true].map(
        (isWritable) =>
          [`event ${name}`, plugin, schemaOfEvent(Object(value), isWritable)] as const,
      ),
    ),
    ...schemasOfEntries({ contributors, points }),
  ];
  for (const [where, plugin, schema] of published)
    yield problemOf(schema, toJsonSchema, plugin, where);
}

/** Node has the names of request headers in lower case, so that one in upper case is never found. */
function misspeltHeader(schema: Schema, plugin: string, id: string): Finding | undefined {
  if (!isSchema(schema)) return undefined;
  const name = Object.keys(toInputJsonSchema(schema).root.properties ?? {}).find(
    (one) => !/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(one),
  );
  if (name === undefined) return undefined;
  return {
    code: "ROUTE_INVALID",
    plugin,
    where: `route ${id}`,
    message: `headers declares ${show(name)}, which is not the lower-case name of a header`,
    hint: `write ${show(name.toLowerCase())}`,
  };
}

function problemOf(
  schema: Schema | undefined,
  convert: (schema: Schema) => unknown,
  plugin: string,
  where: string,
  prefix = "",
): Finding | undefined {
  if (!isSchema(schema)) return undefined; // a finding of its own, which needs no conversion
  try {
    convert(schema);
    // The revision is made of these hashes. Left to it, all would be made in one go.
    if (convert === toJsonSchema) schemaHash(schema);
    return undefined;
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return {
      code: "SCHEMA_UNSUPPORTED",
      plugin,
      where,
      message: `${prefix}${error.message}`,
      hint: "describe the JSON that is sent, not the value in memory",
    };
  }
}
