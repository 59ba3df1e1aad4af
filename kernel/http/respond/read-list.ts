/** Lists, for requests and internal reads alike: their query, their loader, and the page that the list engine makes. */
import type { Call, CallTarget } from "../../../registry/contract/call/call.ts";
import type { ListQuery, ListPage } from "../../../registry/contract/route/list.ts";
import type { ListResult } from "../../../registry/contract/policy/compiled-policy.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import { headerInput, queryInput } from "../request/input.ts";
import { splitAdded } from "../request/parameters.ts";
import { RouteCall, type Input } from "../request/route-call.ts";
import type { InternalCall } from "../request/internal-call.ts";
import { Refused } from "../../host/support/refusal.ts";
import { andThenInTurn } from "./in-turn.ts";
import {
  headsByLanguage,
  NO_BODY_INFO,
  OK,
  type ProduceContext,
  type Producer,
  type Render,
} from "./produced.ts";

/** The query of lists without an engine. */
const EVERYTHING: ListQuery = {
  fields: undefined,
  filters: [],
  sort: [],
  limit: undefined,
  after: undefined,
};

/** Creates the producer of a list. */
export function listProducer(
  route: SealedRoute,
  { documents, handler }: ProduceContext,
  render: Render,
): Producer {
  const heads = headsByLanguage(route);
  /** True once the handler has looked at its caller. */
  let isPerCaller = false;
  return (call, mediaType, language) => {
    const head = heads[language] ?? OK;
    const { path, search, params, preferences } = call;
    const target: CallTarget = { path, search, params, route, preferences };
    const { query, input } = listInput(route, call);
    const routeCall = new RouteCall(call, input, { language: head.language });
    const value = route.document ? documents.get(route, head.language) : handler?.(routeCall);
    return andThenInTurn(call, value, (list) => {
      if (routeCall.sawCaller) isPerCaller = true;
      const { filled: headers } = routeCall;
      const finished = finishList(route, list, query, target);
      const { facts } = finished;
      const own = isPerCaller ? { ...facts, personal: true } : facts;
      return render(
        envelopeOf(route, finished),
        mediaType,
        target,
        head,
        headers === undefined ? own : { ...own, headers },
      );
    });
  };
}

/** Reads the query of a call. Throws the refusals of the list engine. */
export function readQuery(route: SealedRoute, call: CallTarget): ListQuery {
  if (route.engine === undefined) return EVERYTHING;
  const { path, params, preferences } = call;
  const search = splitAdded(route, call.search).others;
  const parsed = route.engine.parse({ path, search, params, route, preferences });
  if ("code" in parsed) throw new Refused(parsed);
  return parsed;
}

/** Returns the query as handlers receive it: with the parameters that the route declares. */
export function queryForHandler(route: SealedRoute, query: ListQuery, call: CallTarget): ListQuery {
  const own = queryInput(route, call);
  return own === undefined ? query : { ...Object(own), ...query };
}

/** Returns the query of a call with the input of its handler. Refuses invalid input. */
export function listInput(
  route: SealedRoute,
  call: Call,
): { readonly query: ListQuery; readonly input: Input } {
  const query = readQuery(route, call);
  const own = queryForHandler(route, query, call);
  const headers = headerInput(route, call);
  return { query, input: { params: call.params, query: own, headers, body: undefined } };
}

/** Filters, pages and trims a list as its handler or document has it. `meta` is undefined without an engine. */
export function finishList(
  route: SealedRoute,
  value: unknown,
  query: ListQuery,
  call: CallTarget,
): Omit<ListResult, "meta"> & Partial<Pick<ListResult, "meta">> {
  const list = toList(value);
  if (route.engine === undefined)
    return { items: "items" in list ? list.items : list, facts: NO_BODY_INFO };
  const finished = route.engine.finish(list, query, call);
  const { named } = splitAdded(route, call.search);
  const { next } = finished.facts;
  if (named === "" || next === undefined) return finished;
  return { ...finished, facts: { ...finished.facts, next: `${next}&${named.slice(1)}` } };
}

/** Returns the body of a list, without the members of policies. */
export function envelopeOf(
  { declaration: { list } }: SealedRoute,
  { items, meta }: ReturnType<typeof finishList>,
): object {
  const name = list?.as ?? "items";
  return meta === undefined ? { [name]: items } : { [name]: items, _meta: meta };
}

function toList(value: unknown): readonly unknown[] | ListPage<unknown> {
  if (Array.isArray(value)) return value;
  const { items, next } = Object(value) as Readonly<Record<string, unknown>>;
  if (Array.isArray(items)) return { items, next: Array.isArray(next) ? next : undefined };
  throw new Error("a list handler returns an array or a page { items, next }");
}

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
    const detail = `The request asks for more than ${atMost} items. Ask for fewer.`;
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
