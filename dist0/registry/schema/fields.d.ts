import { type Json, type JsonSchema } from "./json-schema.js";
import type { Schema } from "./schema.js";
import { type Converted } from "./convert.js";
/** A top-level field that holds one JSON value which SQL can compare and a query string can carry. */
export interface ScalarField {
    readonly name: string;
    readonly type: "string" | "integer" | "number" | "boolean";
    readonly format?: string;
    /** The allowed values, without null. */
    readonly enum?: readonly (string | number)[];
    readonly nullable: boolean;
    readonly required: boolean;
}
/** The scalar top-level fields of an object schema's output, in its order; empty when it is not an object. */
export declare function scalarFields(schema: Schema): Readonly<Record<string, ScalarField>>;
/** All top-level fields of the output: those of every member of an intersection and every branch of a union. */
export declare function fieldNames(schema: Schema): readonly string[];
/** The top-level fields that every output has. */
export declare function requiredNames(schema: Schema): readonly string[];
/**
 * The defaults of the top-level fields that have a constant one. A default that differs each time it is asked for, such as
 * a new id, is not among them.
 */
export declare function fieldDefaults(schema: Schema): Readonly<Record<string, Json>>;
/** The query parameters that an object schema describes; true for those that are lists, which a query repeats. */
export declare function queryFields(schema: Schema): ReadonlyMap<string, boolean>;
type Definitions = Converted["definitions"];
/** A field of an object schema. */
export interface SchemaField {
    /** One schema for each place that declares the field. */
    readonly schemas: readonly JsonSchema[];
    readonly required: boolean;
}
/** The fields of an object schema: those of every member of an intersection and every branch of a union. */
export declare function fieldsOf(node: JsonSchema, definitions: Definitions): Map<string, SchemaField>;
export {};
