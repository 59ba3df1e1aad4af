/** Reads of routes from within the service: through the same handlers as requests, without a request. */
import type { ListQuery } from "../../registry/contract/list.ts";
import { fillPath } from "../../registry/contract/path.ts";
import type { ListEngine } from "../../registry/contract/compiled-policy.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { acceptInput } from "../request/input.ts";
import { InnerCall } from "../request/call.ts";
import { routeVersions } from "../support/data-version.ts";
import { Refused } from "../request/refusal.ts";
import { RouteCall, type Input } from "../request/handler-context.ts";
import { asListResult, EVERYTHING, orRefuse } from "./produce-list.ts";
import type { Inquiry, Read, Runtime } from "../services.ts";
import { VersionedCache } from "../support/versioned-cache.ts";

type Params = Readonly<Record<string, string>>;
type ListValue = ReturnType<typeof asListResult>;
/** As plugins declare them under `batches`. */
export type Batch = (params: readonly Params[], query: ListQuery) => unknown;

/** All of it fills up while plugins start. */
export interface Bound {
  /** By `plugin.routeId`. */
  readonly handlers: ReadonlyMap<string, (call: unknown) => unknown>;
  /** By `plugin.routeId`. */
  readonly batches: ReadonlyMap<string, Batch>;
  /** Instances by service id. */
  readonly instances: ReadonlyMap<string, unknown>;
}

/** Bytes of kept lists and their keys, about. */
const MAX_BYTES = 16 * 1024 * 1024;
/** What an item is taken to need, and what a list needs without items. */
const ITEM_BYTES = 1000;
const LIST_BYTES = 500;

interface ReadPage {
  readonly value: readonly unknown[];
  readonly next?: string | undefined;
}

export function innerReads(
  registry: Registry,
  { handlers, batches, instances }: Bound,
): Pick<Runtime, "read" | "peek" | "readEach" | "versionOf"> {
  const documents = new Map<string, unknown>();
  const versionOf = routeVersions(registry, { handlers, instances });
  const kept = new VersionedCache<ReadPage>(
    MAX_BYTES,
    ({ value }) => LIST_BYTES + ITEM_BYTES * value.length,
  );

  function documentOf(route: SealedRoute): unknown {
    if (!documents.has(route.ref)) documents.set(route.ref, registry.document(route));
    return documents.get(route.ref);
  }

  function valueOf(call: InnerCall, input: Input, { within }: Inquiry): unknown {
    const { route } = call;
    if (route.document) return documentOf(route);
    const handler = handlers.get(route.ref);
    if (handler === undefined) throw new Refused({ code: "service-unavailable" });
    return handler(
      new RouteCall(call, input, {
        mediaType: route.mediaTypes[0],
        language: route.declaration.languages?.[0],
        signal: within?.signal,
      }),
    );
  }

  async function read(ref: string, params: Params = {}, inquiry: Inquiry = {}): Promise<Read> {
    const route = readable(registry, ref);
    const call = callOf(route, params, inquiry);
    return orRefusal(async () => {
      if (route.kind !== "list")
        return { value: await valueOf(call, await acceptInput(route, call), inquiry) };
      const version = versionOf(route); // before it is read, so that later data never passes for earlier
      const query = queryOf(call);
      const input = { params, query, body: undefined };
      const page = pageOf(asListResult(await valueOf(call, input, inquiry)), query, call);
      if (version !== undefined) kept.set(keyOf(route, params, inquiry), version, page);
      return page;
    });
  }

  function peek(ref: string, params: Params = {}, inquiry: Inquiry = {}): Read | undefined {
    const route = readable(registry, ref);
    const version = versionOf(route);
    return version === undefined ? undefined : kept.get(keyOf(route, params, inquiry), version);
  }

  /** The items of all lists, each in the query's order. */
  async function readTogether(
    batch: Batch,
    calls: readonly InnerCall[],
    query: ListQuery,
    atMost: number,
  ): Promise<readonly (readonly unknown[])[]> {
    const params = calls.map((call) => call.params);
    const lists = await batch(params, { ...query, limit: atMost + 1, after: undefined });
    if (!isListOfLists(lists) || lists.length !== calls.length)
      throw new Error("a batch returns one list for each set of parameters");
    if (lists.reduce((total, list) => total + list.length, 0) > atMost) {
      const detail = `More than ${atMost} items belong to what was asked for. Ask for fewer.`;
      throw new Refused({ code: "unprocessable-content", detail });
    }
    return lists;
  }

  async function readEach(
    ref: string,
    params: readonly Params[],
    inquiry: Inquiry & { readonly atMost: number },
  ): Promise<readonly Read[]> {
    const route = readable(registry, ref);
    const batch = batches.get(route.ref);
    const calls = params.map((one) => callOf(route, one, inquiry));
    const [first] = calls;
    if (batch === undefined || first === undefined)
      return Promise.all(params.map((one) => read(ref, one, inquiry)));
    const together = await orRefusal(async () => {
      const query = queryOf(first);
      const lists = await readTogether(batch, calls, query, inquiry.atMost);
      return calls.map((call, index) => pageOf(cut(lists[index] ?? [], query), query, call));
    });
    return "refusal" in together ? calls.map(() => together) : together;
  }

  return { read, peek, readEach, versionOf: (ref) => versionOf(readable(registry, ref)) };
}

function readable(registry: Registry, ref: string): SealedRoute {
  const route = registry.route(ref);
  if (route?.method === "GET" && (route.kind === "list" || route.kind === "returns")) return route;
  throw new Error(`${ref} is no route that reads a list or a resource`);
}

function targetOf(route: SealedRoute, params: Params, { search = "" }: Inquiry): string {
  const path = fillPath(route.pattern, params);
  if (path === undefined) throw new Error(`a parameter of ${route.path} is missing`);
  return `${path}${search}`;
}

function callOf(route: SealedRoute, params: Params, inquiry: Inquiry): InnerCall {
  const { within } = inquiry;
  const call = new InnerCall(route, targetOf(route, params, inquiry), params, within?.client);
  call.requestId = within?.requestId;
  return call;
}

/** Everything that a list depends on besides data. */
function keyOf(route: SealedRoute, params: Params, inquiry: Inquiry): string {
  return `${route.ref} ${targetOf(route, params, inquiry)}`;
}

function engineOf({ policies }: SealedRoute): ListEngine | undefined {
  return policies.flatMap(({ compiled }) => compiled.list ?? [])[0];
}

function queryOf(call: InnerCall): ListQuery {
  const engine = engineOf(call.route);
  return engine === undefined ? EVERYTHING : orRefuse(engine.parse(call));
}

function pageOf(result: ListValue, query: ListQuery, call: InnerCall): ReadPage {
  const engine = engineOf(call.route);
  if (engine === undefined) return { value: "items" in result ? result.items : result };
  const { items, facts } = engine.finish(result, query, call);
  return { value: items, next: facts.next };
}

/** The first page of items that came in the query's order. */
function cut(items: readonly unknown[], { limit, sort }: ListQuery): ListValue {
  if (limit === undefined || items.length <= limit) return { items };
  const last = Object(items[limit - 1]);
  return { items: items.slice(0, limit), next: sort.map(({ field }) => last[field] ?? null) };
}

function isListOfLists(value: unknown): value is readonly (readonly unknown[])[] {
  return Array.isArray(value) && value.every(Array.isArray);
}

/** A refusal is an answer; everything else that is thrown is a bug and stays one. */
async function orRefusal<T>(
  act: () => Promise<T>,
): Promise<T | { readonly refusal: Refused["refusal"] }> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal };
    throw error;
  }
}
