/** The operations of the API, as pages and the playground describe them. */
import { z } from "zod";
import { HEADER_GROUPS } from "../header-groups.ts";

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/** Parts of a JSON Schema that fields are made from. The other parts are only shown. */
export type FieldSchema = {
  readonly type?: JsonType | readonly JsonType[];
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
  readonly readOnly?: boolean;
  readonly description?: string;
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

// A JSON Schema is any object; this names the members that are read.
const Schema = z.record(z.string(), z.unknown()) as unknown as z.ZodType<FieldSchema>;

export const Parameter = z.object({
  name: z.string(),
  in: z.enum(["path", "query", "header"]),
  description: z.string().optional(),
  required: z.boolean().optional(),
  /** Style `filter[name][operator]=value` (OpenAPI's `deepObject`). */
  style: z.string().optional(),
  schema: Schema,
});
export type Parameter = z.output<typeof Parameter>;

/** Form of a request body, with a sample of it as text. */
const RequestBody = z.object({
  /** Media type; absent if it is `application/json`. */
  mediaType: z.string().optional(),
  schema: Schema,
  sample: z.string(),
});
export type RequestBody = z.output<typeof RequestBody>;

const Operation = z.object({
  /** `plugin.routeId`: unique, and the anchor of the operation on the page. */
  ref: z.string(),
  method: z.string(),
  /** Path with its parameters in braces. */
  path: z.string(),
  summary: z.string(),
  description: z.string().optional(),
  deprecated: z.boolean().optional(),
  /** True if the answer does not end on its own. */
  stream: z.boolean().optional(),
  /** Media types of the answer and of errors, the default first. */
  accepts: z.array(z.string()),
  parameters: z.array(Parameter),
  /** Usual form of the JSON body. */
  body: RequestBody.optional(),
  /** Other forms of the body. */
  otherBodies: z.array(RequestBody).optional(),
  errors: z.array(z.object({ status: z.int(), code: z.string(), message: z.string() })),
  /** Scopes that a caller needs, none if any credential will do; absent if no credential is needed. */
  scopes: z.array(z.string()).optional(),
});
export type Operation = z.output<typeof Operation>;

/** Operations of one plugin. */
const Group = z.object({ plugin: z.string(), summary: z.string(), operations: z.array(Operation) });
export type Group = z.output<typeof Group>;

/** Meaning of a header or status, with its specification. */
export const Meaning = z.object({
  text: z.string(),
  spec: z.object({ name: z.string(), href: z.url() }).optional(),
  /** Group of a header; absent for others. */
  group: z.enum(HEADER_GROUPS).optional(),
});
export type Meaning = z.output<typeof Meaning>;

/** Header that holds a credential. */
const CredentialHeader = z.object({
  header: z.string(),
  /** Text before the credential itself: `Bearer ` with its space. */
  prefix: z.string(),
});
export type CredentialHeader = z.output<typeof CredentialHeader>;

/** Way to authenticate. */
export const Credential = CredentialHeader.extend({ label: z.string(), description: z.string() });
export type Credential = z.output<typeof Credential>;

/** Request as it is sent, copied and kept in the address bar. */
export interface ApiCall {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Headers in the spelling that was chosen. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | undefined;
  /** Header of a credential that goes with it. The credential itself stays in its field. */
  readonly credential?: CredentialHeader | undefined;
}
