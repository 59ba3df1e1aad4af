/** Gets JSON Schema from a schema library, and reports what it cannot express. zod is named where it needs its own options. */
import type { z } from "zod";
import { asSchema, SchemaError, type JsonSchema } from "./json-schema.ts";
import type { Schema } from "./schema.ts";

/** Side of a payload that a schema describes: what is sent or what is accepted. */
export type Direction = "input" | "output";

/** Targets of the fields that hold the key of another resource, by the object that has the fields. */
const targets = new WeakMap<object, Readonly<Record<string, string>>>();

/**
 * Publishes where fields of a zod object lead, as `x-references`, without another schema object: two objects of one name would
 * be a conflict. Called before the schema is converted.
 */
export function publishReferences(schema: object, to: Readonly<Record<string, string>>): void {
  targets.set(schema, { ...targets.get(schema), ...to });
}

/** Returns the source of one direction. For zod, all unrepresentable parts are thrown as one, with their paths. */
export function exportJsonSchema(schema: Schema, direction: Direction): JsonSchema {
  const { vendor, jsonSchema } = schema["~standard"];
  const faults: string[] = [];
  const hints = new Set<string>();
  const unrepresentable = ({
    path,
    message,
  }: {
    path: readonly (string | number)[];
    message: string;
  }) => {
    faults.push(`${message} (${describePath(path)})`);
    hints.add(hintFor(message));
    return "any"; // carry on, so that one run finds them all
  };
  let source: Record<string, unknown>;
  try {
    source = jsonSchema[direction]({
      target: "draft-2020-12",
      ...(vendor === "zod" ? { libraryOptions: { unrepresentable, override: repairObject } } : {}),
    });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new SchemaError(
      `a schema of ${vendor} cannot become JSON Schema: ${message}`,
      hintFor(message),
      { cause },
    );
  }
  if (faults.length > 0) throw new SchemaError(faults.join("; "), [...hints].join("; "));
  return asSchema(source);
}

/** Leaves an object open that its author did not close, as zod's output direction closes them all, and adds its references. */
function repairObject({
  zodSchema,
  jsonSchema,
}: {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  const { def } = zodSchema._zod;
  if (def.type === "object" && def.catchall === undefined) delete jsonSchema.additionalProperties;
  for (const [field, to] of Object.entries(targets.get(zodSchema) ?? {})) {
    const property = jsonSchema.properties?.[field];
    // Not in place: equal fields may share the object.
    if (typeof property === "object")
      jsonSchema.properties = {
        ...jsonSchema.properties,
        [field]: { ...property, "x-references": to },
      };
  }
}

const HINTS: readonly (readonly [RegExp, string])[] = [
  [
    /\bduplicate schema id\b/i,
    "give each schema its own id, or use one schema object in both places",
  ],
  [/\bdate\b/i, "for a Date use a string with format date-time (zod: z.iso.datetime())"],
  [/\bbigint/i, "for a bigint use an integer or a string of digits (zod: z.int())"],
  [
    /\btransform/i,
    "end a transform in a JSON type (zod: .pipe(z.string())), or transform in the handler",
  ],
  [/\bmap\b/i, "for a Map use an object with free keys (zod: z.record())"],
  [/\bset\b/i, "for a Set use an array (zod: z.array())"],
  [/\b(undefined|void)\b/i, "for an absent value make the key optional (zod: .optional())"],
  [/\bcustom\b/i, "for a custom type use a JSON type with a check (zod: z.string().refine())"],
];

function hintFor(message: string): string {
  return HINTS.find(([pattern]) => pattern.test(message))?.[1] ?? "use a type that JSON can carry";
}

/** Writes `["properties", "a", "items"]` as `a[]`. */
function describePath(path: readonly (string | number)[]): string {
  let text = "";
  for (let index = 0; index < path.length; index++) {
    if (path[index] === "properties") text += `.${path[++index]}`;
    else text += path[index] === "items" ? "[]" : `.${path[index]}`;
  }
  return text === "" ? "the schema itself" : `at ${text.replace(/^\./, "")}`;
}
