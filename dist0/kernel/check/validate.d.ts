import type { Registry } from "../../registry/contract/registry.js";
import type { Schema } from "../../registry/schema/schema.js";
export type Validator = Awaited<ReturnType<typeof createValidator>>;
/**
 * Loads the schema compiler, which only checks need. Each function returns why a value does not fit, or undefined when
 * it fits.
 */
export declare function createValidator(registry: Registry): Promise<{
    /** By a published type. Every value fits a type without a schema. */
    published(name: string, value: unknown): string | undefined;
    /** Members of a value that a published type does not declare. */
    undeclared(name: string, value: unknown): readonly string[];
    /** By a schema of a route. */
    schema: (schema: Schema, value: unknown) => string | undefined;
    /** By a JSON Schema document, as served at `href`. */
    served(href: string, document: unknown, value: unknown): string | undefined;
}>;
