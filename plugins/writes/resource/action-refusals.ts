/** Findings about the actions of a resource: fields and states that it cannot have. */
import { didYouMean, show, type Schema } from "waymark";
import { parsePath, placed, problemsOf } from "waymark/advanced";
import { z } from "zod";
import { idsOf, type AnyDeclaration } from "./model.ts";

/** Yields the faults of the actions, each reason with its hint. The fields of other schemas than zod objects are not known. */
export function* actionRefusals({
  name,
  of,
  key,
  path,
  actions = {},
}: AnyDeclaration): Generator<readonly [message: string, hint: string]> {
  const fixed = new Set([key, ...parsePath(path).params]);
  for (const [action, { from = {}, set, rule }] of Object.entries(actions)) {
    const place = `actions.${action}`;
    if (Object.hasOwn(idsOf(name), action))
      yield [`${place}: every resource has ${show(action)}`, "choose another name"];
    if (set === undefined && rule === undefined)
      yield [`${place}: it changes nothing`, "say under set which values fields then have"];
    const values = typeof set === "object" ? Object.entries(set) : [];
    for (const [field] of values.filter(([one]) => fixed.has(one)))
      yield [
        `${place}.set: ${show(field)} says which resource it is`,
        "leave it out: an action changes a resource, and makes no other",
      ];
    if (!(of instanceof z.ZodObject)) continue;
    for (const [field, states] of Object.entries(from))
      for (const state of states ?? []) yield* valueRefusals(of, `${place}.from`, field, state);
    for (const [field, value] of values) yield* valueRefusals(of, `${place}.set`, field, value);
  }
}

function* valueRefusals(
  { shape }: z.ZodObject,
  place: string,
  field: string,
  value: unknown,
): ReturnType<typeof actionRefusals> {
  const schema: Schema | undefined = Object.hasOwn(shape, field) ? shape[field] : undefined;
  if (schema === undefined) {
    const hint = didYouMean(field, Object.keys(shape));
    return yield [`${place}: ${show(field)} is not a field of the resource`, hint];
  }
  for (const problem of problemsOf(schema, value, field))
    yield [placed(problem, place, field), problem.hint];
}
