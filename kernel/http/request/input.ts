/** Stage accept: validates parameters, query and request body with the route's schemas. */
import type { Call } from "../../../registry/contract/call/call.ts";
import { fieldErrors, type Part } from "../../../registry/contract/call/field-errors.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import { fieldNames, queryFields } from "../../../registry/schema/fields.ts";
import { getOrMake } from "../../../registry/schema/memoize.ts";
import type { Schema } from "../../../registry/schema/schema.ts";
import { addedNames } from "./parameters.ts";
import type { ReceivedBody } from "./read-body.ts";
import { Refused } from "../../host/support/refusal.ts";
import type { Input } from "./route-call.ts";

/** Returns the parts of the input that come with the request's head. Refuses invalid ones with 400. */
export function targetInput(route: SealedRoute, call: Call): Omit<Input, "body" | "bodyType"> {
  const schemas = route.declaration;
  const params = schemas.params ? validate(schemas.params, call.params, "path") : call.params;
  return {
    params: Object(params),
    query: queryInput(route, call) ?? {},
    headers: headerInput(route, call),
  };
}

/** Returns the query parameters that the route declares, if any. Refuses invalid ones with 400. */
export function queryInput(route: SealedRoute, { search }: Pick<Call, "search">): unknown {
  const { query } = route.declaration;
  if (query === undefined) return undefined;
  const parameters = parseQuery(search, query);
  // A schema that takes no other parameters need not know them.
  for (const name of addedNames(route)) delete parameters[name];
  return validate(query, parameters, "query");
}

/** Returns the values of query parameters that have this shape. Refuses invalid ones with 400. */
export function parameterInput(schema: Schema, search: string): unknown {
  return validate(schema, parseQuery(search, schema), "query");
}

/** Adds the body to the input. Refuses a body that does not fit its schema with 422. */
export function withBody(
  target: ReturnType<typeof targetInput>,
  received: ReceivedBody | undefined,
): Input {
  if (received === undefined) return { ...target, body: undefined };
  const { schema, value, mediaType } = received;
  return { ...target, body: validate(schema, value, "body"), bodyType: mediaType };
}

const NO_HEADERS: Readonly<Record<never, never>> = Object.freeze({});
const headerNames = new WeakMap<Schema, readonly string[]>();

/** Returns the request headers that the route declares. Refuses invalid ones with 400. */
export function headerInput({ declaration: { headers } }: SealedRoute, call: Call): unknown {
  if (headers === undefined) return NO_HEADERS;
  const names = getOrMake(headerNames, headers, () => fieldNames(headers));
  const received = names.flatMap((name) => {
    const value = call.header(name);
    return value === undefined ? [] : [[name, value]];
  });
  return validate(headers, Object.fromEntries(received), "header");
}

const queryForms = new WeakMap<Schema, ReadonlyMap<string, boolean>>();

/** Returns all values of parameters that are lists, and the first value of the others. Refuses broken escapes. */
function parseQuery(search: string, schema: Schema): Record<string, string | readonly string[]> {
  if (/%(?![0-9A-Fa-f]{2})/.test(search)) {
    const errors = [{ detail: "The query has a broken percent escape." }];
    throw new Refused({ code: "bad-request", errors });
  }
  const forms = getOrMake(queryForms, schema, () => queryFields(schema));
  const parameters = new URLSearchParams(search);
  const query: Record<string, string | readonly string[]> = Object.create(null);
  for (const [name, value] of parameters)
    query[name] ??= forms.get(name) === true ? parameters.getAll(name) : value;
  return query;
}

function validate(schema: Schema, value: unknown, part: Part): unknown {
  const result = schema["~standard"].validate(value);
  if (result instanceof Promise) throw new Error("a request schema must be synchronous");
  if (result.issues === undefined) return result.value;
  throw new Refused({
    code: part === "body" ? "unprocessable-content" : "bad-request",
    errors: fieldErrors(result.issues, value, part),
  });
}
