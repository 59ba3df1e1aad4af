/** Reads of routes from within the server, through the same handlers and documents as requests. */
import { LRUCache } from "lru-cache";
import type { SealedRegistry } from "../../../registry/contract/plugin/installed.ts";
import { getOrMake } from "../../../registry/schema/memoize.ts";
import type { Runtime } from "../../services.ts";
import { versionOfReads } from "../../host/start/data-version.ts";
import { Tracepoint } from "../../host/support/tracepoint.ts";
import { ReadableRoute, type KeptLists, type ReadSources } from "./readable-route.ts";

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
