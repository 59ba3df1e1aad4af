/** Validates bodies by the schemas that the registry publishes for them. */
import { messageOf, type Registry, type Schema } from "waymark";
import { getOrMake, publishedSchema, toJsonSchema, withDefinitions } from "waymark/advanced";
import { declaredIn } from "waymark/tools";

export type Validator = Awaited<ReturnType<typeof createValidator>>;

interface CompiledSchema {
  (value: unknown): boolean;
  errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}

/**
 * Loads the schema compiler, which only checks need. Each function returns why a value does not fit, or undefined when
 * it fits.
 */
export async function createValidator(registry: Registry) {
  const [{ Ajv2020 }, { default: formats }] = await Promise.all([
    import("ajv/dist/2020.js"),
    import("ajv-formats"),
  ]);
  // Formats that the package does not know are annotations (JSON Schema Validation 2020-12, section 7.2.1).
  // The registry's own schemas were made by us; to compile the schema of schemas takes longer than all of a plugin's.
  const ajv = new Ajv2020({
    strict: false,
    allowUnionTypes: true,
    addUsedSchema: false,
    validateSchema: false,
  });
  formats.default(ajv);

  const compiled = new Map<unknown, CompiledSchema>();
  const misfit = (key: unknown, document: () => object, value: unknown): string | undefined => {
    const validate = getOrMake(compiled, key, (): CompiledSchema => ajv.compile(document()));
    if (validate(value)) return undefined;
    const { instancePath, message } = validate.errors?.[0] ?? {};
    return `${instancePath === "" ? "the body" : instancePath} ${message ?? "does not fit"}`;
  };
  return {
    /** Validates by a published type. Every value fits a type without a schema. */
    published(name: string, value: unknown) {
      const schema = publishedSchema(registry, name);
      return schema && misfit(name, () => withDefinitions(schema), value);
    },
    /** Members of a value that a published type does not declare. */
    undeclared(name: string, value: unknown): readonly string[] {
      const schema = publishedSchema(registry, name);
      const names = new Set<string>();
      if (schema !== undefined) declaredIn(schema)(value, (member) => names.add(member));
      return [...names];
    },
    /** Validates by a schema of a route. */
    schema: (schema: Schema, value: unknown) =>
      misfit(schema, () => withDefinitions(toJsonSchema(schema)), value),
    /** Validates by a JSON Schema document, as served at `href`. */
    served(href: string, document: unknown, value: unknown) {
      const invalid = `${href} is not a JSON Schema`;
      if (typeof document !== "object" || document === null) return invalid;
      const { $id: _, ...anonymous } = Object(document); // the same id may come from several addresses
      try {
        const valid = () => {
          if (ajv.validateSchema(anonymous) !== true) throw new Error(ajv.errorsText());
          return anonymous as object;
        };
        return misfit(href, valid, value);
      } catch (error) {
        return `${invalid}: ${messageOf(error)}`;
      }
    },
  };
}
