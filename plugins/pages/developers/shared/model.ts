/** The description of the API in `/developers/operations.json`, for the server and the playground. */

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** The parts of a JSON Schema that fields and samples are made from. The other parts are only shown. */
export type FieldSchema = {
  readonly type?: string | readonly string[];
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly default?: Json;
  readonly example?: Json;
  readonly examples?: readonly Json[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly items?: FieldSchema | boolean;
  readonly minItems?: number;
  readonly anyOf?: readonly FieldSchema[];
  readonly oneOf?: readonly FieldSchema[];
  readonly allOf?: readonly FieldSchema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, FieldSchema>>;
};

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
  /** `filter[name][operator]=value` (OpenAPI's `deepObject`). */
  readonly style?: string | undefined;
  readonly schema: FieldSchema;
}

export interface OperationError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

export interface Operation {
  /** `plugin.routeId`: unique, and the anchor of the operation on the page. */
  readonly ref: string;
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string | undefined;
  readonly deprecated?: boolean | undefined;
  /** The answer does not end on its own. */
  readonly stream?: boolean | undefined;
  /** Media types of the answer and of errors, the default first. */
  readonly accepts: string[];
  readonly parameters: Parameter[];
  /** The JSON body, with a sample of it as text. */
  readonly body?: { readonly schema: FieldSchema; readonly sample: string } | undefined;
  readonly errors: OperationError[];
}

/** The operations of one plugin. */
export interface Group {
  readonly plugin: string;
  readonly summary: string;
  readonly operations: Operation[];
}

/** The meaning of a header or status, with its specification. */
export interface Meaning {
  readonly text: string;
  readonly spec?: { readonly name: string; readonly href: string } | undefined;
}

export interface ApiDescription {
  /** Scheme and authority, for commands to copy. */
  readonly baseUrl: string;
  readonly groups: Group[];
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, Meaning>>;
  /** By status code; the classes are `2xx` and so on. */
  readonly statuses: Readonly<Record<string, Meaning>>;
}

/** One request, as it is sent, copied and kept in the address bar. */
export interface ApiCall {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** In the spelling that was chosen. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | undefined;
}
