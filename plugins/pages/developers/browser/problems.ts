/** The problems that a refusal names, each at its place in the request. */

import { membersIn } from "./json.ts";

/** A problem in the form of this service's errors. */
export interface Problem {
  readonly detail: string;
  /** JSON Pointer into the body. */
  readonly pointer?: string;
  /** Name of a parameter of the path or the query. */
  readonly parameter?: string;
  readonly header?: string;
}

/** Returns the problems in the body of an error, in either of its forms; none in other texts. */
export function problemsIn(text: string): readonly Problem[] {
  const { error, errors = Object(error).errors } = membersIn(text);
  if (!Array.isArray(errors)) return [];
  return errors.map((one: unknown) => {
    const { detail, pointer, parameter, header } = Object(one) as Readonly<Record<string, unknown>>;
    return {
      detail: String(detail ?? ""),
      ...(typeof pointer === "string" ? { pointer } : {}),
      ...(typeof parameter === "string" ? { parameter } : {}),
      ...(typeof header === "string" ? { header } : {}),
    };
  });
}
