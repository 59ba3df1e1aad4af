/**
 * Schemas: requirements on the schema of a payload.
 *
 * A schema is anything that is both Standard Schema V1 and Standard JSON Schema V1 (https://standardschema.dev); no
 * schema library is imported here. zod is named where its output needs repair; every repair is harmless for others.
 */
import { isRecord } from "./json-schema.ts";

/** Failure of a validation; `path` leads to the value, from the outside in. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

type SchemaResult<O> =
  | { readonly value: O; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

interface ConverterOptions {
  readonly target: "draft-2020-12";
  /** Understood by one vendor only; by the standard, others ignore it. */
  readonly libraryOptions?: Record<string, unknown> | undefined;
}

/** Validates and describes itself: `I` is what it accepts, `O` what comes out (with defaults filled in). */
export interface Schema<I = unknown, O = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<O> | Promise<SchemaResult<O>>;
    readonly types?: { readonly input: I; readonly output: O } | undefined;
    readonly jsonSchema: {
      readonly input: (options: ConverterOptions) => Record<string, unknown>;
      readonly output: (options: ConverterOptions) => Record<string, unknown>;
    };
  };
}

export type OutputOf<S extends Schema> = NonNullable<S["~standard"]["types"]>["output"];

/** Functions count: ArkType's schemas are callable. */
export function isSchema(value: unknown): value is Schema {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  const standard: unknown = Reflect.get(value, "~standard");
  if (!isRecord(standard) || typeof standard["validate"] !== "function") return false;
  const converter = standard["jsonSchema"];
  return (
    isRecord(converter) &&
    typeof converter["input"] === "function" &&
    typeof converter["output"] === "function"
  );
}
