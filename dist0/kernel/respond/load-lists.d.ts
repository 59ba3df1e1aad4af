/** Loads a list for each of several calls, at once. */
import type { ListPage, ListQuery } from "../../registry/contract/list.js";
import type { InternalCall } from "../request/internal-call.js";
import type { RouteCall } from "../request/handler-context.js";
/** A loader as plugins declare it under `loaders`. */
export type Batch = (params: readonly Readonly<Record<string, string>>[], query: ListQuery, caller: RouteCall) => unknown;
/** Returns the first page of each call's list, in the query's order. Refuses more than `atMost` items in all. */
export declare function loadLists(batch: Batch, calls: readonly InternalCall[], query: ListQuery, caller: RouteCall, atMost: number): Promise<ReadonlyMap<InternalCall, ListPage<unknown>>>;
