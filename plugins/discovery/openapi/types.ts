/** The parts of an OpenAPI 3.0.4 document that are made here, as JSON. */
import type { Json, JsonSchema } from "waymark";
import type { Audience, JsonType } from "waymark/advanced";

/** 3.0 has no type null: see `nullable`. */
export type Type30 = Exclude<JsonType, "null">;

/** Keywords of the same name and meaning in both dialects. */
export const SAME = [
  "title",
  "description",
  "default",
  "deprecated",
  "readOnly",
  "writeOnly",
  "format",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "multipleOf",
  "minProperties",
  "maxProperties",
  "minItems",
  "maxItems",
  "uniqueItems",
] as const satisfies readonly (keyof JsonSchema)[];

/** Keywords of both versions. A `pattern` is a regular expression of ECMA-262 5.1. */
type Shared = (typeof SAME)[number] | "$ref" | "enum" | "pattern" | "required" | `x-${string}`;

/** A Schema Object (4.7.24), or a Reference Object (`$ref` alone). */
export type JsonSchema30 = Pick<JsonSchema, Shared> & {
  readonly type?: Type30;
  /** Counts only beside `type` (4.7.24.1); an `enum` must then list null itself. */
  readonly nullable?: boolean;
  readonly example?: Json;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly properties?: Readonly<Record<string, JsonSchema30>>;
  readonly additionalProperties?: JsonSchema30 | boolean;
  readonly items?: JsonSchema30;
  readonly allOf?: readonly JsonSchema30[];
  readonly anyOf?: readonly JsonSchema30[];
  readonly oneOf?: readonly JsonSchema30[];
  readonly not?: JsonSchema30;
};

export interface Reference {
  readonly $ref: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly description?: string;
  readonly required?: boolean;
  readonly style?: "deepObject";
  readonly explode?: boolean;
  readonly schema: JsonSchema30;
}

export interface Header {
  readonly description: string;
  readonly schema: JsonSchema30;
}

export interface MediaType {
  readonly schema?: JsonSchema30;
  readonly example?: Json;
  /** Examples by name, in place of a single one. */
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value: Json }>>;
  /** Encoding of the parts of a form that are files (4.7.15). */
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>;
  /** Data of each event of a stream, by the event's name: OpenAPI 3.0 has no words for it. */
  readonly "x-events"?: Readonly<Record<string, JsonSchema30>>;
  /** Audiences of the events that not everybody receives. */
  readonly "x-audiences"?: Readonly<Record<string, Audience>>;
}

/** An operation that an answer leads to, its parameters as runtime expressions (4.7.20). */
export interface Link {
  readonly operationId: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
  readonly links?: Readonly<Record<string, Link>>;
  /** Query parameters with which items lack members that their schema requires. */
  readonly "x-trimmed-by"?: readonly string[];
}

export interface Operation {
  readonly tags: readonly string[];
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, MediaType>>;
  };
  readonly responses: Readonly<Record<string, Response | Reference>>;
  /** Alternatives, each with one scheme. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  /** Scopes that the credential needs, for schemes whose requirement must not list them (4.7.30). */
  readonly "x-required-scopes"?: readonly string[];
}
