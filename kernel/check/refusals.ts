/** Errors: their status, code and forms. */
import { contentTypeOf } from "../respond/body.ts";
import type {
  Answer,
  Operation,
  Problem,
  World as ProofWorld,
} from "../../registry/contract/conformance.ts";
import { errorOf, isJson, jsonOf } from "./body.ts";
import { headerIs, same, statusIs } from "./violation.ts";
import type { World } from "./context.ts";

export function contentTypeIs(answer: Answer, mediaType = ""): readonly Problem[] {
  return headerIs(answer, "Content-Type", contentTypeOf(mediaType));
}

/** A method of HTTP that the path does not have. */
export function foreignMethod({ route }: Operation): string {
  const allowed = new Set(route.allow.split(", "));
  return ["DELETE", "PUT", "PATCH", "POST", "GET"].find((name) => !allowed.has(name)) ?? "TRACE";
}

/** Each form of errors, chosen by Accept and fitting its schema. */
export async function errorForms(op: Operation, world: World): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const { mediaType, schema } of op.route.errorForms) {
    const answer = await op.ask({ method: foreignMethod(op), headers: { accept: mediaType } });
    problems.push(...contentTypeIs(answer, mediaType));
    if (schema === undefined || !isJson(answer)) continue;
    const wrong = world.validator.published(schema, jsonOf(answer));
    if (wrong !== undefined)
      problems.push({ expected: `an error that fits ${schema}`, received: wrong });
    problems.push(...same("its status", errorOf(answer)["status"], answer.status));
  }
  return problems;
}

/** What people read names the code wherever it likes. */
function isText({ headers }: Answer): boolean {
  return headers["content-type"]?.startsWith("text/") === true;
}

/** Refused with the status and, in JSON forms, the code of a catalog entry. */
export function refuses(answer: Answer, { registry }: Pick<ProofWorld, "registry">, code: string) {
  const status = registry.errors.find((entry) => entry.code === code)?.status ?? 0;
  const problems = statusIs(answer, status);
  return problems.length > 0 || answer.method === "HEAD" || isText(answer)
    ? problems
    : same("the error's code", errorOf(answer)["code"], code);
}
