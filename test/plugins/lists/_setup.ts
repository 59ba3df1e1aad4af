import { z } from "zod";
import type { Call, ListQuery } from "waymark";
import type { ListResult, Preferences } from "waymark/advanced";
import { createEngine } from "../../../plugins/lists/engine.ts";

/** An item with every kind of field. */
export const Item = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(["a", "b"]),
  size: z.int().optional(),
  ratio: z.number().nullable(),
  done: z.boolean().optional(),
  day: z.iso.date().optional(),
  at: z.iso.datetime().optional(),
  parts: z.array(z.string()),
});
export type Item = z.output<typeof Item>;

export const SIZES = { defaultPageSize: 3, maxPageSize: 5 };
export const engine = createEngine(Item, { ...SIZES, whole: false });
export const documentEngine = createEngine(Item, { ...SIZES, whole: true });

/** Makes a call with what the engine reads of it. */
export function callOf(search: string, preferences: Preferences = {}, path = "/items"): Call {
  return { path, search, preferences } as Call;
}

/** Parses and finishes. Throws what a refusal says. */
export function ask(
  items: readonly unknown[],
  search: string,
  preferences?: Preferences,
  on = engine,
): ListResult {
  const call = callOf(search, preferences);
  const query = on.parse(call);
  if ("code" in query) throw new Error(query.detail);
  return on.finish(items, query, call);
}

export function parsed(search: string, preferences?: Preferences, on = engine): ListQuery {
  const result = on.parse(callOf(search, preferences));
  if ("code" in result) throw new Error(result.detail);
  return result;
}
