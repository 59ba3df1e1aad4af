/** Loads a list for each of several calls, at once. */
import type { ListPage, ListQuery } from "../../registry/contract/list.ts";
import type { InternalCall } from "../request/internal-call.ts";
import type { RouteCall } from "../request/handler-context.ts";
import { Refused } from "../request/refusal.ts";

/** A loader as plugins declare it under `loaders`. */
export type Batch = (
  params: readonly Readonly<Record<string, string>>[],
  query: ListQuery,
  caller: RouteCall,
) => unknown;

/** Returns the first page of each call's list, in the query's order. Refuses more than `atMost` items in all. */
export async function loadLists(
  batch: Batch,
  calls: readonly InternalCall[],
  query: ListQuery,
  caller: RouteCall,
  atMost: number,
): Promise<ReadonlyMap<InternalCall, ListPage<unknown>>> {
  if (calls.length === 0) return new Map();
  const params = calls.map((call) => call.params);
  const whole = { ...query, limit: atMost + 1, after: undefined };
  const lists = await batch(params, whole, caller);
  if (!Array.isArray(lists) || !lists.every(Array.isArray) || lists.length !== calls.length)
    throw new Error("a batch returns one list for each set of parameters");
  if (lists.reduce((total, list) => total + list.length, 0) > atMost) {
    const detail = `More than ${atMost} items belong to what was asked for. Ask for fewer.`;
    throw new Refused({ code: "unprocessable-content", detail });
  }
  return new Map(calls.map((call, index) => [call, firstPage(lists[index] ?? [], query)]));
}

/** Cuts off the first page of items that are in the query's order. */
function firstPage(items: readonly unknown[], { limit, sort }: ListQuery): ListPage<unknown> {
  if (limit === undefined || items.length <= limit) return { items };
  const last = Object(items[limit - 1]);
  return { items: items.slice(0, limit), next: sort.map(({ field }) => last[field] ?? null) };
}
