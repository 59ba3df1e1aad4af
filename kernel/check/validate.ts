/** Whether bodies fit the schemas that the registry publishes for them. */
import { messageOf } from "../../registry/contract/finding.ts";
import { publishedSchema } from "../../registry/derive/json-schemas.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import { toJsonSchema, type Converted } from "../../registry/schema/convert.ts";
import type { Schema } from "../../registry/schema/schema.ts";

export interface Validator {
  /** What is wrong with a value by a published type; undefined when it fits, or the type is not known. */
  published(name: string, value: unknown): string | undefined;
  /** The same by a schema of a route. */
  schema(schema: Schema, value: unknown): string | undefined;
  /** The same by a JSON Schema document, as served at `href`. */
  served(href: string, document: unknown, value: unknown): string | undefined;
}

interface Compiled {
  (value: unknown): boolean;
  errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}

/** Loads the schema compiler, which nothing but conformance needs. */
export async function createValidator(registry: Registry): Promise<Validator> {
  const [{ Ajv2020 }, { default: formats }] = await Promise.all([
    import("ajv/dist/2020.js"),
    import("ajv-formats"),
  ]);
  // Formats that the package does not know are annotations (JSON Schema Validation 2020-12, section 7.2.1).
  const ajv = new Ajv2020({ strict: false, allowUnionTypes: true, addUsedSchema: false });
  formats.default(ajv);

  const compiled = new Map<unknown, Compiled>();
  const compile = (key: unknown, make: () => object): Compiled => {
    const known = compiled.get(key) ?? ajv.compile(make());
    compiled.set(key, known);
    return known;
  };
  return {
    published(name, value) {
      const schema = publishedSchema(registry, name);
      return (
        schema &&
        problemOf(
          compile(name, () => whole(schema)),
          value,
        )
      );
    },
    schema: (schema, value) =>
      problemOf(
        compile(schema, () => whole(toJsonSchema(schema))),
        value,
      ),
    served(href, document, value) {
      if (typeof document !== "object" || document === null) return `${href} is no JSON Schema`;
      const { $id: _, ...anonymous } = Object(document); // the same id may come from several addresses
      try {
        return problemOf(
          compile(href, () => anonymous),
          value,
        );
      } catch (error) {
        return `${href} is no JSON Schema: ${messageOf(error)}`;
      }
    },
  };
}

function whole({ root, definitions }: Converted): object {
  return { ...root, $defs: definitions };
}

function problemOf(validate: Compiled, value: unknown): string | undefined {
  if (validate(value)) return undefined;
  const [first] = validate.errors ?? [];
  return `${first?.instancePath === "" ? "the body" : first?.instancePath} ${first?.message ?? "does not fit"}`;
}
