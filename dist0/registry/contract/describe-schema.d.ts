import { type JsonSchema } from "../schema/json-schema.js";
import type { Schema } from "../schema/schema.js";
/** A node of a JSON Schema with the definitions that its references lead to. */
export interface SchemaNode {
    readonly node: JsonSchema;
    readonly definitions: Readonly<Record<string, JsonSchema>>;
}
/** Describes the input of a schema. Throws a SchemaError when JSON Schema cannot express it. */
export declare function toNode(schema: Schema): SchemaNode;
/** Describes the input of a schema; undefined when JSON Schema cannot express it, which is a finding elsewhere. */
export declare function toNodeIfPossible(schema: Schema): SchemaNode | undefined;
/** The names that an object schema lists; references followed. */
export declare function keysOf(schema: SchemaNode | undefined): readonly string[];
/** The schema of a property or an item, references followed; undefined where the schema does not say. */
export declare function propertyOf(parent: SchemaNode | undefined, key: PropertyKey): SchemaNode | undefined;
/** The schema at a path into a value. */
export declare function nodeAt(root: SchemaNode | undefined, path: readonly PropertyKey[]): SchemaNode | undefined;
/** The alternatives of a union, references followed; empty for any other schema. */
export declare function unionMembers({ node, definitions }: SchemaNode): readonly SchemaNode[];
/** A hint: `write a whole number, at least 1; default 600 (Requests per window.)` */
export declare function describeExpected(schema: SchemaNode | undefined, key: string): string;
/** Types in words: those of JSON Schema. */
export declare const NOUNS: {
    readonly null: "null";
    readonly boolean: "true or false";
    readonly integer: "a whole number";
    readonly number: "a number";
    readonly string: "a string";
    readonly array: "an array";
    readonly object: "an object";
};
/** Values that no message may show: the schema says `writeOnly` or the format `password`. */
export declare function isSecret(schema: SchemaNode | undefined): boolean;
/** Whether a value of the schema may hold a secret at any depth. */
export declare function holdsSecret({ node, definitions }: SchemaNode): boolean;
/** The same with references followed. */
export declare function resolve({ node, definitions }: SchemaNode): SchemaNode;
