/** Reads of routes from within the server, through the same handlers and documents as requests. */
import { LRUCache } from "lru-cache";
import type { SealedRegistry } from "../../../registry/contract/plugin/installed.ts";
import { fillPath, isSegment } from "../../../registry/contract/route/path.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import { getOrMake } from "../../../registry/schema/memoize.ts";
import { InternalCall } from "../request/internal-call.ts";
import { RouteCall, type Input } from "../request/route-call.ts";
import { targetInput, withBody } from "../request/input.ts";
import { Refused } from "../../host/support/refusal.ts";
import { Tracepoint } from "../../host/support/tracepoint.ts";
import type { Read, ReadOptions, Runtime } from "../../services.ts";
import { versionOfReads, type DataVersion } from "../../host/start/data-version.ts";
import type { DocumentCache } from "./document.ts";
import type { Cache } from "./produced.ts";
import { gateOfReads, type Enter } from "./gate.ts";
import {
  listInput,
  envelopeOf,
  finishList,
  loadLists,
  queryForHandler,
  readQuery,
  type Batch,
} from "./read-list.ts";
import { wholeBody } from "./render.ts";

const reads = new Tracepoint("read");

/** Bytes of the lists that are kept per revision: an entry takes about 500, an item 1,000. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;

type Sources = ReadSources & Parameters<typeof versionOfReads>[2];

type Reads = Pick<Runtime, "read" | "readCached" | "readMany" | "versionOf">;

/** The reads of one revision. Their functions are fields, so that its runtime can have them as its own. */
export class InternalReads implements Reads {
  readonly #registry: SealedRegistry;
  readonly #sources: Sources;
  /** Routes that were read, by ref. */
  readonly #routes = new Map<string, ReadableRoute>();
  readonly #lists: KeptLists = new LRUCache({
    maxSize: MAX_LIST_BYTES,
    sizeCalculation: ({ list }, key) => key.length + 500 + 1000 * list.value.length,
  });

  /** @param sources fill up while plugins start. */
  constructor(registry: SealedRegistry, sources: Sources) {
    this.#registry = registry;
    this.#sources = sources;
  }

  readonly read: Reads["read"] = (ref, params = {}, options = {}) =>
    watch(ref, 1, async () => this.#find(ref).read(params, options));

  readonly readCached: Reads["readCached"] = (ref, params = {}, options = {}) =>
    this.#find(ref).readCached(params, options);

  readonly readMany: Reads["readMany"] = (ref, params, options) =>
    watch(ref, params.length, async () => this.#find(ref).readMany(params, options));

  readonly versionOf: Reads["versionOf"] = (ref) => this.#find(ref).version;

  #find(ref: string): ReadableRoute {
    return getOrMake(this.#routes, ref, () => {
      const { adminRoutes } = this.#registry;
      const route = this.#registry.route(ref) ?? adminRoutes.find((one) => one.ref === ref);
      if (route?.method !== "GET" || (route.kind !== "list" && route.kind !== "returns"))
        throw new Error(`${ref} is not a route that reads a list or a resource`);
      const owner = this.#registry.installed.find(({ plugin }) => plugin.id === route.plugin);
      const version = versionOfReads(route, owner?.plugin, this.#sources);
      return new ReadableRoute(route, this.#sources, this.#lists, version);
    });
  }
}

/** Reads as a span if a listener watches. */
function watch<T>(ref: string, count: number, read: () => Promise<T>): Promise<T> {
  if (!reads.isWatched) return read();
  const attributes = { "waymark.route": ref, "waymark.reads": count };
  return reads.run({ name: `read ${ref}`, attributes }, read);
}

type Params = Readonly<Record<string, string>>;

/** The items of a list with the path of its next page. */
interface ReadList {
  readonly value: readonly unknown[];
  readonly next?: string | undefined;
}

/** A list that is kept as long as the data behind it stays the same. */
interface KeptList {
  /** Version read before the list was made, so that later data never passes for earlier. */
  readonly version: string | number;
  readonly list: ReadList;
}

/** Lists of all routes by path and query, so that the bound holds for all of them together. */
type KeptLists = Cache<KeptList>;

/** The sources of reads. The maps fill up while plugins start. */
interface ReadSources {
  readonly documents: DocumentCache;
  /** Handlers by `plugin.routeId`, as the loaders. */
  readonly handlers: ReadonlyMap<string, (call: RouteCall) => unknown>;
  readonly loaders: ReadonlyMap<string, Batch>;
}

/** A route as plugins read it, through its guards: its resource, its list, or the lists of several calls at once. */
class ReadableRoute {
  readonly #route: SealedRoute;
  readonly #sources: ReadSources;
  readonly #gate: Enter | undefined;
  readonly #lists: KeptLists;
  readonly #dataVersion: DataVersion;
  /** True once the handler has looked at its caller; from then on no list is kept. */
  #isPerCaller = false;

  /** @param version reads the version of the data that lists of the route are made from. */
  constructor(route: SealedRoute, sources: ReadSources, lists: KeptLists, version: DataVersion) {
    this.#route = route;
    this.#sources = sources;
    this.#gate = gateOfReads(route);
    this.#lists = lists;
    this.#dataVersion = version;
  }

  /** Version of the data as it is now; undefined while it is unknown, and if lists are per caller. */
  get version(): ReturnType<DataVersion> {
    return this.#isPerCaller ? undefined : this.#dataVersion();
  }

  async read(params: Params, options: ReadOptions): Promise<Read> {
    if (!haveForm(params)) return NOT_THERE;
    const call = this.#enter(params, options);
    return orRefusal(async () => {
      const refusal = await this.#gate?.(call);
      if (refusal !== undefined) return { refusal };
      return this.#route.kind === "list"
        ? this.#readList(call, options)
        : this.#readResource(call, options);
    });
  }

  readCached(params: Params, options: ReadOptions): Read | undefined {
    const { version } = this;
    if (version === undefined || !haveForm(params)) return undefined;
    const kept = this.#lists.get(`${this.#route.ref} ${this.#target(params, options)}`);
    return kept?.version === version ? kept.list : undefined;
  }

  /** Reads a list for each set of parameters, at once if the plugin can do that. */
  async readMany(
    params: readonly Params[],
    options: ReadOptions & { readonly atMost: number },
  ): Promise<readonly Read[]> {
    const route = this.#route;
    const batch = this.#sources.loaders.get(route.ref);
    if (batch === undefined || !params.every(haveForm))
      return Promise.all(params.map((one) => this.read(one, options)));
    const calls = params.map((one) => this.#enter(one, options));
    const [first] = calls;
    if (first === undefined) return [];
    const gate = this.#gate;
    const entered = gate
      ? calls.map((call) => orRefusal(async () => ({ refusal: await gate(call) })))
      : [];
    const refusals = (await Promise.all(entered)).map(({ refusal }) => refusal);
    const lists = await orRefusal(async () => {
      const query = readQuery(route, first);
      const own = queryForHandler(route, query, first);
      const admitted = calls.filter((_call, index) => refusals[index] === undefined);
      const input = { params: first.params, query: own, headers: {}, body: undefined };
      const caller = new RouteCall(first, input, { signal: options.onBehalfOf?.signal });
      const loaded = await loadLists(batch, admitted, own, caller, options.atMost).finally(() =>
        this.#leave(caller, options),
      );
      return calls.map((call, index): Read => {
        const refusal = refusals[index];
        if (refusal !== undefined) return { refusal };
        return toRead(finishList(route, loaded.get(call) ?? [], query, call));
      });
    });
    if (!("refusal" in lists)) return lists;
    return calls.map((_call, index) => ({ refusal: refusals[index] ?? lists.refusal }));
  }

  async #readResource(call: InternalCall, options: ReadOptions): Promise<Read> {
    const route = this.#route;
    const made = await this.#produce(call, withBody(targetInput(route, call), undefined), options);
    return options.whole ? { ...made, value: wholeBody(route, made.value, call) } : made;
  }

  async #readList(call: InternalCall, options: ReadOptions): Promise<Read> {
    const route = this.#route;
    const { version } = this;
    const { query, input } = listInput(route, call);
    const { value } = await this.#produce(call, input, options);
    const finished = finishList(route, value, query, call);
    if (options.whole)
      return { value: wholeBody(route, envelopeOf(route, finished), call, finished.facts) };
    const list = toRead(finished);
    if (version !== undefined && !this.#isPerCaller)
      this.#lists.set(`${route.ref} ${call.path}${call.search}`, { version, list });
    return list;
  }

  async #produce(
    call: InternalCall,
    input: Input,
    options: ReadOptions,
  ): Promise<{ readonly value: unknown; readonly status?: number | undefined }> {
    const route = this.#route;
    const { documents, handlers } = this.#sources;
    if (route.document) return { value: await documents.get(route) };
    const handler = handlers.get(route.ref);
    if (handler === undefined) throw new Refused({ code: "service-unavailable" });
    const mediaType = route.mediaTypes[0];
    const language = route.declaration.languages?.[0];
    const signal = options.onBehalfOf?.signal;
    const routeCall = new RouteCall(call, input, { mediaType, language, signal });
    try {
      const value = await handler(routeCall);
      return { value, status: routeCall.chosen?.status };
    } finally {
      this.#leave(routeCall, options);
    }
  }

  /** Makes the call, and marks its caller's answer as personal if the route has other data, or none, for other callers. */
  #enter(params: Params, options: ReadOptions): InternalCall {
    const { onBehalfOf } = options;
    const { cache } = this.#route.declaration;
    const isPrivate = typeof cache === "object" && cache.scope === "private";
    if (onBehalfOf && (isPrivate || this.#gate)) RouteCall.markPersonal(onBehalfOf);
    const caller = onBehalfOf && RouteCall.callOf(onBehalfOf);
    return new InternalCall(this.#route, this.#target(params, options), params, caller);
  }

  /** Remembers that the route depends on its caller, and passes that on to the answer that the read becomes part of. */
  #leave({ sawCaller, personal }: RouteCall, { onBehalfOf }: ReadOptions): void {
    if (sawCaller) this.#isPerCaller = true;
    if (personal && onBehalfOf !== undefined) RouteCall.markPersonal(onBehalfOf);
  }

  #target(params: Params, { search = "" }: ReadOptions): string {
    const path = fillPath(this.#route.pattern, params);
    if (path === undefined) throw new Error(`a parameter of ${this.#route.path} is missing`);
    return `${path}${search}`;
  }
}

/** Returns a list as readers see it, its items in the query's order. */
function toRead({ items, facts }: ReturnType<typeof finishList>): ReadList {
  return { value: items, next: facts.next };
}

/** The result for parameters that no path can have: a request for such a resource cannot be made either. */
const NOT_THERE: Read = { refusal: { code: "resource-not-found" } };

function haveForm(params: Params): boolean {
  return Object.values(params).every(isSegment);
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
