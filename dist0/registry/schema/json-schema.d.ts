/** JSON Schema 2020-12 as a type, and ways to walk it. */
/** A value that JSON can carry (RFC 8259). */
export type Json = null | boolean | number | string | readonly Json[] | {
    readonly [key: string]: Json;
};
export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";
/** Returns the narrowest type of a value. */
export declare function typeOfValue(value: Json): JsonType;
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
/**
 * A copy of `node` with each direct subschema replaced by what `visit` returns for it. `key` is its name or index under
 * `keyword`, when it has one. Distinguishes keywords from fields of the same name, so a field called `$ref` or `items` is safe.
 */
export declare function mapSubschemas(node: JsonSchema, visit: (child: JsonSchema, keyword: string, key?: string | number) => JsonSchema): JsonSchema;
/**
 * An object whose keys are an enum (zod: `z.record(z.enum([…]), …)`), spelled as a closed object with those keys:
 * OpenAPI 3.0 has no `propertyNames`, and strict validators want required keys to be among the properties.
 * A reference to the enum is looked up in `source`; one that is not there leaves the schema as it is.
 */
export declare function expandRecordKeys(node: JsonSchema, source?: JsonSchema): JsonSchema;
export declare function lookup(source: JsonSchema, name: string): JsonSchema;
/** `node` with the schema it refers to written out; keywords beside the `$ref` win. A root's own `#` stays as it is. */
export declare function flatten(node: JsonSchema, source: JsonSchema): JsonSchema;
/** Returns a schema as JSON text, to distinguish schemas. Made once for those that are frozen. */
export declare function textOf(schema: JsonSchema): string;
export declare function deepFreeze(value: unknown): void;
export declare function isRecord(value: unknown): value is Record<string, unknown>;
/** The one place where a library's output, typed as an unknown record, is taken at its word to be JSON Schema. */
export declare function asSchema(value: unknown): JsonSchema;
/** A schema that JSON Schema cannot express. The message has what was received and, as `hint` has, what to use. */
export declare class SchemaError extends Error {
    readonly name = "SchemaError";
    readonly hint: string;
    constructor(message: string, hint: string, options?: ErrorOptions);
}
export declare function definitionName(ref: string): string;
