/** Bodies of answers, read as JSON. */
import type { Answer } from "../../registry/contract/conformance.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";

/** Whether the body is JSON of any media type, and not coded. */
export function isJson({ headers }: Answer): boolean {
  return (
    /[/+]json(?:;|$)/.test(headers["content-type"] ?? "") &&
    headers["content-encoding"] === undefined
  );
}

/** The body as JSON, or undefined when it is none. */
export function jsonOf({ body }: Pick<Answer, "body">): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** The body as a JSON object; empty when it is none. */
export function objectOf(answer: Answer): Readonly<Record<string, unknown>> {
  return asObject(jsonOf(answer));
}

/** What an error says of itself, in whichever JSON form: `code`, `status`, … Empty when the body is no JSON object. */
export function errorOf(answer: Answer): Readonly<Record<string, unknown>> {
  const { error, ...whole } = objectOf(answer);
  return error === undefined ? whole : asObject(error);
}

/** The items of a list's answer. */
export function itemsOf(answer: Answer, { declaration }: SealedRoute): readonly unknown[] {
  const items = asObject(jsonOf(answer))[declaration.list?.as ?? ""];
  return Array.isArray(items) ? items : [];
}

/** The value when it is an object that is no array; else an empty one. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
