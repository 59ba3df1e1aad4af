/** The parts of an OpenAPI 3.0.4 document that are made here, as JSON. */
import type { JsonSchema30 } from "./openapi-schema.ts";

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
  /** Data of each event of a stream, by the event's name: OpenAPI 3.0 has no words for it. */
  readonly "x-events"?: Readonly<Record<string, JsonSchema30>>;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
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
}
