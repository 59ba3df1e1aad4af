/** Checks errors: their status, code and forms. */
import { contentTypeOf } from "../respond/body.ts";
import type {
  Answer,
  CheckContext,
  Operation,
  Violation,
} from "../../registry/contract/conformance.ts";
import { isJson, readError, readJson } from "./body.ts";
import { headerIs, same, statusIs } from "./violation.ts";
import type { RouteCheckContext } from "./context.ts";

export function contentTypeIs(answer: Answer, mediaType = ""): readonly Violation[] {
  return headerIs(answer, "Content-Type", contentTypeOf(mediaType));
}

/** A method of HTTP that the path does not allow. */
export function foreignMethod({ route }: Operation): string {
  const allowed = new Set(route.allow.split(", "));
  return ["DELETE", "PUT", "PATCH", "POST", "GET"].find((name) => !allowed.has(name)) ?? "TRACE";
}

/** Each form of errors can be chosen with Accept and fits its schema. */
export async function errorForms(operation: Operation, { validator }: RouteCheckContext) {
  const violations: Violation[] = [];
  for (const { mediaType, schema } of operation.route.errorForms) {
    const method = foreignMethod(operation);
    const answer = await operation.ask({ method, headers: { accept: mediaType } });
    violations.push(...contentTypeIs(answer, mediaType));
    if (schema === undefined || !isJson(answer)) continue;
    const received = validator.published(schema, readJson(answer));
    if (received !== undefined)
      violations.push({ expected: `an error that fits ${schema}`, received });
    violations.push(...same("its status", readError(answer)["status"], answer.status));
  }
  return violations;
}

/** The answer has the status and, in JSON forms, the code of a catalog entry. */
export function refuses(
  answer: Answer,
  { registry }: Pick<CheckContext, "registry">,
  code: string,
): readonly Violation[] {
  const status = registry.errors.find((entry) => entry.code === code)?.status ?? 0;
  const violations = statusIs(answer, status);
  // Forms for people show the code at any place.
  const isText = answer.headers["content-type"]?.startsWith("text/") === true;
  return violations.length > 0 || answer.method === "HEAD" || isText
    ? violations
    : same("the error's code", readError(answer)["code"], code);
}
