/** Requests that change a resource, as far as its schemas tell. */
import { bodiesOf, pointerOf } from "waymark/advanced";
import type { Answer, CheckContext, Operation, Question } from "waymark/tools";
import { readObject } from "../read.ts";
import { fits } from "../sample.ts";
import { jsonRequest, keysOf } from "../scratch.ts";
import { vary } from "../variants.ts";
import { requestAt } from "./write-resource.ts";

export const MERGE_PATCH = "application/merge-patch+json";
export const JSON_PATCH = "application/json-patch+json";

/** Changes of one member each, which the schema of the body takes, and at last the sample. */
export function changesAt(
  path: string,
  current: Answer,
  operation: Operation,
  context: CheckContext,
): readonly Question[] {
  const { route } = operation;
  const keys = Object.values(keysOf(context.registry, route));
  const sample = requestAt(path, operation, context);
  const read = context.registry.route(route.represents ?? "")?.declaration.returns;
  return [
    ...Object.entries(bodiesOf(route.declaration)).flatMap(([type, schema]) => {
      if (read === undefined) return [];
      const isPatch = route.method === "PATCH";
      const whole = isPatch
        ? membersOf(current)
        : readObject({ body: Buffer.from(sample.body ?? "") });
      const names = Object.keys(whole).filter((name) => !keys.includes(name));
      return names.flatMap((name) => {
        const changed = vary(isPatch ? read : schema, whole, [name], NTH);
        const bodies = isPatch ? patchesOf(type, name, changed?.[name]) : [changed];
        return bodies
          .filter((body) => body !== undefined && fits(schema, body))
          .map((body) => jsonRequest(type, body));
      });
    }),
    sample,
  ];
}

/** Added to numbers, dates and texts. */
const NTH = 7;

function patchesOf(type: string, name: string, value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  if (type === MERGE_PATCH) return [{ [name]: value }];
  if (type !== JSON_PATCH) return [];
  return [[{ op: "replace", path: pointerOf([name]), value }]];
}

/** Returns the members of the body, except members that policies add. */
function membersOf(current: Answer): Readonly<Record<string, unknown>> {
  const members = Object.entries(readObject(current));
  return Object.fromEntries(members.filter(([name]) => !name.startsWith("_")));
}
