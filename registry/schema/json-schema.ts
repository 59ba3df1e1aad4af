/** JSON Schema 2020-12 as a type, and ways to walk it. */

/** A value that JSON can carry (RFC 8259). */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** A type that JSON Schema distinguishes. */
export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/** Returns the narrowest type of a value. */
export function typeOfValue(value: Json): JsonType {
  if (value === null) return "null";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "string" || typeof value === "boolean")
    return typeof value as "string" | "boolean";
  return Array.isArray(value) ? "array" : "object";
}

/**
 * A JSON Schema 2020-12 object. `true` and `false` stand only where they rule on unnamed members; elsewhere
 * they are spelled `{}` and `{ not: {} }`.
 */
export type JsonSchema = {
  readonly $schema?: string;
  readonly $id?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly $comment?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly default?: Json;
  readonly examples?: readonly Json[];
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
  readonly contentSchema?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly unevaluatedProperties?: JsonSchema | boolean;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly propertyNames?: JsonSchema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly dependentSchemas?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema | boolean;
  readonly prefixItems?: readonly JsonSchema[];
  readonly unevaluatedItems?: JsonSchema | boolean;
  readonly contains?: JsonSchema;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly if?: JsonSchema;
  readonly then?: JsonSchema;
  readonly else?: JsonSchema;
  /** Extensions: allowed by 2020-12 and by every OpenAPI version. */
  readonly [extension: `x-${string}`]: unknown;
};

const IN_MAP = new Set(["properties", "patternProperties", "dependentSchemas", "$defs"]);
const IN_LIST = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const ALONE = new Set(["propertyNames", "contains", "not", "if", "then", "else", "contentSchema"]);
const ALONE_OR_BOOLEAN = new Set([
  "items",
  "additionalProperties",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

/**
 * Returns a copy of `node` with each direct subschema replaced by what `visit` returns for it. `key` is its name or
 * index under `keyword`, if any. Distinguishes keywords from fields of the same name: fields like `$ref` are safe.
 */
export function mapSubschemas(
  node: JsonSchema,
  visit: (child: JsonSchema, keyword: string, key?: string | number) => JsonSchema,
): JsonSchema {
  const spell = (child: unknown) =>
    typeof child === "boolean" ? (child ? {} : { not: {} }) : asSchema(child);
  const replace = (keyword: string, value: unknown): unknown => {
    if (IN_MAP.has(keyword) && isRecord(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([key, child]) => [key, visit(spell(child), keyword, key)]),
      );
    }
    if (IN_LIST.has(keyword) && Array.isArray(value)) {
      return value.map((child, index) => visit(spell(child), keyword, index));
    }
    if (ALONE.has(keyword)) return visit(spell(value), keyword);
    if (ALONE_OR_BOOLEAN.has(keyword) && typeof value !== "boolean")
      return visit(asSchema(value), keyword);
    return value;
  };
  return asSchema(
    Object.fromEntries(
      Object.entries(node).map(([keyword, value]) => [keyword, replace(keyword, value)]),
    ),
  );
}

const texts = new WeakMap<JsonSchema, string>();

/** Returns a schema as JSON text, to distinguish schemas. Made once for frozen schemas. */
export function textOf(schema: JsonSchema): string {
  let text = texts.get(schema);
  if (text !== undefined) return text;
  text = JSON.stringify(schema);
  if (Object.isFrozen(schema)) texts.set(schema, text);
  return text;
}

/** Freezes a value and all that is in it; what is frozen already is taken to be so at any depth. */
export function deepFreeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
}

/** Checks that a value is an object and not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The only place where a library's output, typed as an unknown record, is taken at its word to be JSON Schema. */
export function asSchema(value: unknown): JsonSchema {
  return (isRecord(value) ? value : {}) as JsonSchema;
}

/** A schema that JSON Schema cannot express. The message has what was received and, as `hint` has, what to use. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
  readonly hint: string;

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(`${message}: ${hint}`, options);
    this.hint = hint;
  }
}
