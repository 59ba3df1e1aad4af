/** A sample call of an operation. */
import type { ApiCall, Operation, Parameter } from "./model.ts";
import { exampleOf } from "./limits.ts";
import { toTarget } from "./target.ts";

/** Returns the call with the required parameters, filled in with the examples of their schemas. */
export function sampleCall(operation: Operation): ApiCall {
  const { method, parameters, body } = operation;
  const needed = parameters.filter(({ required }) => required === true);
  const pairsIn = (place: Parameter["in"]) =>
    needed
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema }): [string, string] => [name, textOf(exampleOf(schema))]);
  return {
    method,
    target: toTarget(operation, {
      path: Object.fromEntries(pairsIn("path")),
      query: pairsIn("query"),
    }),
    headers: body?.mediaType === undefined ? [] : [["Content-Type", body.mediaType]],
    ...(body === undefined ? {} : { body: body.sample }),
  };
}

/** Returns a value in the spelling of a parameter. */
function textOf(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
