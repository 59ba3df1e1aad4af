/** The published types as they are on the wire: as their authors wrote them, with what enabled policies add. */
import type { Registry } from "../contract/registry.js";
import { type JsonSchema } from "../schema/json-schema.js";
import { type Converted } from "../schema/convert.js";
import type { Schema } from "../schema/schema.js";
/** The dialect of every schema that is served. */
export declare const JSON_SCHEMA_DIALECT = "https://json-schema.org/draft/2020-12/schema";
/**
 * A published type with the members that policies add to its bodies. These are never required, so that a body stays
 * valid when their policy is switched off; a closed type stays closed. Undefined for unknown names.
 */
export declare function publishedSchema(registry: Registry, name: string): Converted | undefined;
/** A published type as a document of its own. `id` is the absolute URL that it is served under. */
export declare function servedSchema(registry: Registry, name: string, id: string): JsonSchema | undefined;
/** A converted schema as one node, its definitions with it. */
export declare function withDefinitions({ root, definitions }: Converted): JsonSchema;
/**
 * A published type before policies add to it: as requests may have it where only requests do, else as answers have it.
 * Keys with a default are what differs.
 */
export declare function convertPublished(registry: Registry, schema: Schema): Converted;
/** The name that a schema object is published under, if it is. */
export declare function publicName({ schemas }: Registry, schema: Schema): string | undefined;
