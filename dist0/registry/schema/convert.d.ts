/**
 * The one conversion of a schema to JSON Schema 2020-12. zod is named where its output needs repair; every repair is
 * harmless for others.
 */
import { type JsonSchema } from "./json-schema.js";
import type { Schema } from "./schema.js";
/** A schema as JSON Schema 2020-12. All of it is frozen: it is shared by every document of a revision. */
export interface Converted {
    /** The schema itself, never a bare `$ref`; its references have the form `#/$defs/Name`. */
    readonly root: JsonSchema;
    /**
     * Every schema that `root` refers to, directly or not. Names hold letters, digits, `.`, `_` and `-`. A recursive type
     * without a name gets its parent's name + field; a consumer that pools definitions must compare those of one name.
     */
    readonly definitions: Readonly<Record<string, JsonSchema>>;
    /** The root's name, where its author set one (zod: `.meta({ id })`). */
    readonly id?: string;
}
/**
 * Returns the shape of the schema's output: keys with a default are required; an object is closed only if its author closed
 * it. Converted once per schema object. Throws {@link SchemaError}.
 */
export declare function toJsonSchema(schema: Schema): Converted;
/** Returns the shape that the schema accepts: keys with a default are optional. Otherwise as {@link toJsonSchema}. */
export declare function toInputJsonSchema(schema: Schema): Converted;
