/** Errors: their status, code and forms. */
import { contentTypeOf } from "../body.ts";
import { asObject, jsonOf, objectOf, type Answer } from "./client.ts";
import { headerIs, same, statusIs, type Problem } from "./problem.ts";
import { isJson, type Operation, type World } from "./world.ts";

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
    if (!isJson(answer)) continue;
    const wrong = world.validator.published(schema, jsonOf(answer));
    if (wrong !== undefined)
      problems.push({ expected: `an error that fits ${schema}`, received: wrong });
    const { error, ...whole } = objectOf(answer);
    const told = error === undefined ? whole : asObject(error);
    problems.push(...same("its status", told["status"], answer.status));
    problems.push(...same("its requestId", told["requestId"], answer.headers["x-request-id"]));
  }
  return problems;
}

/** Refused with the status and, in JSON forms, the code of a catalog entry, and never to be stored. */
export function refuses(answer: Answer, { registry }: Pick<World, "registry">, code: string) {
  const status = registry.errors.find((entry) => entry.code === code)?.status ?? 0;
  const { error, ...whole } = objectOf(answer);
  const told = error === undefined ? whole : asObject(error);
  const problems = statusIs(answer, status);
  return problems.length > 0 || answer.method === "HEAD"
    ? problems
    : same("the error's code", told["code"], code);
}
