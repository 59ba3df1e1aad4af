/** Reads of routes from within the server, through the same handlers and documents as requests. */
import type { ListQuery } from "../../registry/contract/list.ts";
import { fillPath, isSegment } from "../../registry/contract/path.ts";
import type { SealedRegistry } from "../../registry/contract/installed.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { InternalCall } from "../request/internal-call.ts";
import { RouteCall, type Input } from "../request/handler-context.ts";
import { acceptHeaders, acceptTarget, withBody } from "../request/input.ts";
import { Refused } from "../request/refusal.ts";
import type { ReadOptions, Read, Runtime } from "../services.ts";
import { routeVersions } from "../support/data-version.ts";
import { Tracepoint, type Span } from "../support/tracepoint.ts";
import { VersionedCache } from "../support/versioned-cache.ts";
import type { DocumentCache } from "./document.ts";
import { gateOfReads, type Gate } from "./gate.ts";
import { wholeBody } from "./render.ts";
import { loadLists, type Batch } from "./load-lists.ts";
import { envelopeOf, finishList, queryForHandler, readQuery } from "./read-list.ts";

type Params = Readonly<Record<string, string>>;

/** The items of a list with the path of its next page. */
interface ReadList {
  readonly value: readonly unknown[];
  readonly next?: string | undefined;
}

const watched = new Tracepoint("read");
const spanOf = (ref: string, count: number): Span => ({
  name: `read ${ref}`,
  attributes: { "waymark.route": ref, "waymark.reads": count },
});

/** Bytes of the lists that are kept per revision: an entry takes about 500, an item 1,000. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;

/** The sources of reads. The maps fill up while plugins start. */
export interface ReadContext {
  readonly documents: DocumentCache;
  /** By `plugin.routeId`, as the loaders. */
  readonly handlers: ReadonlyMap<string, (call: RouteCall) => unknown>;
  readonly loaders: ReadonlyMap<string, Batch>;
  /** Instances by service id. */
  readonly instances: ReadonlyMap<string, unknown>;
}

export function createReads(
  registry: SealedRegistry,
  { documents, handlers, loaders, instances }: ReadContext,
): Pick<Runtime, "read" | "readCached" | "readMany" | "versionOf"> {
  const plugins = new Map(registry.installed.map(({ plugin }) => [plugin.id, plugin]));
  const versions = routeVersions({ handlers, plugins, instances });
  /** Refs of lists whose handler has looked at its caller. */
  const personal = new Set<string>();
  const versionOf = (route: SealedRoute) => (personal.has(route.ref) ? undefined : versions(route));
  const lists = new VersionedCache<ReadList>(
    MAX_LIST_BYTES,
    ({ value }) => 500 + 1000 * value.length,
  );

  const gates = new Map<SealedRoute, Gate | undefined>();
  const gateOf = (route: SealedRoute) => {
    if (!gates.has(route)) gates.set(route, gateOfReads(route));
    return gates.get(route);
  };

  /** Marks the caller's answer as personal where the route that is read has other data, or none, for other callers. */
  function markCaller(route: SealedRoute, { onBehalfOf }: ReadOptions): void {
    const { cache } = route.declaration;
    const isPrivate = typeof cache === "object" && cache.scope === "private";
    if (onBehalfOf && (isPrivate || gateOf(route))) RouteCall.markPersonal(onBehalfOf);
  }

  async function produce(
    call: InternalCall,
    input: Input,
    { onBehalfOf }: ReadOptions,
  ): Promise<{ readonly value: unknown; readonly status?: number | undefined }> {
    const { route } = call;
    if (route.document) return { value: await documents.get(route) };
    const handler = handlers.get(route.ref);
    if (handler === undefined) throw new Refused({ code: "service-unavailable" });
    const mediaType = route.mediaTypes[0];
    const language = route.declaration.languages?.[0];
    const selected = { mediaType, language, signal: onBehalfOf?.signal };
    const routeCall = new RouteCall(call, input, selected);
    try {
      const value = await handler(routeCall);
      return { value, status: routeCall.chosen?.status };
    } finally {
      noteCaller(routeCall, route, onBehalfOf);
    }
  }

  /** Remembers that a route depends on its caller, and passes that on to the answer that the read becomes part of. */
  function noteCaller(
    { sawCaller, personal: isPersonal }: RouteCall,
    { ref }: SealedRoute,
    onBehalfOf: ReadOptions["onBehalfOf"],
  ): void {
    if (sawCaller) personal.add(ref);
    if (isPersonal && onBehalfOf !== undefined) RouteCall.markPersonal(onBehalfOf);
  }

  async function read(ref: string, params: Params = {}, options: ReadOptions = {}): Promise<Read> {
    const route = findReadable(registry, ref);
    if (!haveForm(params)) return NOT_THERE;
    markCaller(route, options);
    const call = toCall(route, params, options);
    return orRefusal(async () => {
      const refusal = await gateOf(route)?.enter(call);
      if (refusal !== undefined) return { refusal };
      if (route.kind !== "list") {
        const input = withBody(acceptTarget(route, call), undefined);
        const made = await produce(call, input, options);
        return options.whole ? { ...made, value: wholeBody(route, made.value, call) } : made;
      }
      const version = versionOf(route); // before the list is read, so that later data never passes for earlier
      const query = readQuery(route, call);
      const headers = acceptHeaders(route, call);
      const own = queryForHandler(route, query, call);
      const input = { params, query: own, headers, body: undefined };
      const { value } = await produce(call, input, options);
      if (options.whole) return toWhole(call, value, query);
      const list = toRead(call, value, query);
      if (version !== undefined && !personal.has(route.ref))
        lists.set(listKey(route, params, options), version, list);
      return list;
    });
  }

  function readCached(
    ref: string,
    params: Params = {},
    options: ReadOptions = {},
  ): Read | undefined {
    const route = findReadable(registry, ref);
    const version = versionOf(route);
    if (version === undefined || !haveForm(params)) return undefined;
    return lists.get(listKey(route, params, options), version);
  }

  async function readMany(
    ref: string,
    params: readonly Params[],
    options: ReadOptions & { readonly atMost: number },
  ): Promise<readonly Read[]> {
    const route = findReadable(registry, ref);
    const batch = loaders.get(route.ref);
    if (batch === undefined || !params.every(haveForm))
      return Promise.all(params.map((one) => read(ref, one, options)));
    markCaller(route, options);
    const calls = params.map((one) => toCall(route, one, options));
    const [first] = calls;
    if (first === undefined) return [];
    const gate = gateOf(route);
    const refusals = gate ? await Promise.all(calls.map((call) => gate.enter(call))) : [];
    const reads = await orRefusal(async () => {
      const query = readQuery(route, first);
      const own = queryForHandler(route, query, first);
      const admitted = calls.filter((_call, index) => refusals[index] === undefined);
      const { onBehalfOf } = options;
      const input = { params: first.params, query: own, headers: {}, body: undefined };
      const caller = new RouteCall(first, input, { signal: onBehalfOf?.signal });
      const loaded = await loadLists(batch, admitted, own, caller, options.atMost).finally(() =>
        noteCaller(caller, route, onBehalfOf),
      );
      return calls.map((call, index): Read => {
        const refusal = refusals[index];
        return refusal ? { refusal } : toRead(call, loaded.get(call) ?? [], query);
      });
    });
    if (!("refusal" in reads)) return reads;
    return calls.map((_call, index) => ({ refusal: refusals[index] ?? reads.refusal }));
  }

  return {
    readCached,
    read: (ref, params, options) =>
      watched.isWatched
        ? watched.run(spanOf(ref, 1), async () => read(ref, params, options))
        : read(ref, params, options),
    readMany: (ref, params, options) =>
      watched.isWatched
        ? watched.run(spanOf(ref, params.length), async () => readMany(ref, params, options))
        : readMany(ref, params, options),
    versionOf: (ref) => versionOf(findReadable(registry, ref)),
  };
}

function findReadable(registry: Registry, ref: string): SealedRoute {
  const route = registry.route(ref);
  if (route?.method === "GET" && (route.kind === "list" || route.kind === "returns")) return route;
  throw new Error(`${ref} is not a route that reads a list or a resource`);
}

/** The result for parameters that no path can have: a request for such a resource cannot be made either. */
const NOT_THERE: Read = { refusal: { code: "resource-not-found" } };

function haveForm(params: Params): boolean {
  return Object.values(params).every(isSegment);
}

function toTarget(route: SealedRoute, params: Params, { search = "" }: ReadOptions): string {
  const path = fillPath(route.pattern, params);
  if (path === undefined) throw new Error(`a parameter of ${route.path} is missing`);
  return `${path}${search}`;
}

function listKey(route: SealedRoute, params: Params, options: ReadOptions): string {
  return `${route.ref} ${toTarget(route, params, options)}`;
}

function toCall(route: SealedRoute, params: Params, options: ReadOptions): InternalCall {
  const { onBehalfOf } = options;
  const caller = onBehalfOf && RouteCall.callOf(onBehalfOf);
  return new InternalCall(route, toTarget(route, params, options), params, caller);
}

/** Returns a list as readers see it, its items in the query's order. */
function toRead(call: InternalCall, value: unknown, query: ListQuery): ReadList {
  const { items, facts } = finishList(call.route, value, query, call);
  return { value: items, next: facts.next };
}

/** Returns a list as clients receive it. */
function toWhole(call: InternalCall, value: unknown, query: ListQuery): Read {
  const finished = finishList(call.route, value, query, call);
  const body = envelopeOf(call.route, finished);
  return { value: wholeBody(call.route, body, call, finished.facts) };
}

/** Returns a refusal as a result. Other errors are bugs, and are thrown. */
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
