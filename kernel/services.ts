/** Tokens of the services that the kernel provides or asks for. Tokens of features are in `plugins/services.ts`. */
import type { HandlerCall } from "../registry/contract/route/infer.ts";
import type { Point, StartedEntry } from "../registry/contract/plugin/point.ts";
import type { Queue } from "../registry/contract/plugin/queue.ts";
import type { Refusal } from "../registry/contract/policy/policy-answer.ts";
import type { RouteInfo } from "../registry/contract/route/route-info.ts";
import type { Registry } from "../registry/contract/plugin/registry.ts";
import type { CertificateStatus, Opened, Opening } from "./host/define/listening.ts";
import { service } from "./host/define/service.ts";

export type {
  CertificateStatus,
  ListenInput,
  OpenConnections,
  Opened,
  Opening,
  OpenListener,
  RequestServer,
  ServerPhase,
} from "./host/define/listening.ts";

/** Options for reading a route from within the service. */
export interface ReadOptions {
  /** Query string with its `?`, as a client would send it. Default: none. */
  readonly search?: string;
  /**
   * True if the value is the body that a client receives in the first media type: of a list its envelope, with the members
   * that policies add. Default: the value of the handler, or the items.
   */
  readonly whole?: boolean;
  /**
   * The call that a handler received, as it is: the guards of the route that is read see its caller, or none
   * without it.
   */
  readonly onBehalfOf?: Pick<HandlerCall, "signal" | "requestId" | "client">;
}

/** The result of reading a route: a resource, or the items of a list with the path of their next page. */
export type Read =
  | {
      readonly value: unknown;
      readonly next?: string | undefined;
      /** The status that the handler of a resource has chosen; undefined for 200. */
      readonly status?: number | undefined;
      readonly refusal?: undefined;
    }
  | { readonly refusal: Refusal };

/** A request that a plugin makes of the service itself. */
export interface InnerRequest {
  readonly method: string;
  /** Path with query. */
  readonly target: string;
  /** Headers by lower-case name. Credentials among them are not seen: the caller's principal is. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer as a client would receive it. */
export interface InnerAnswer {
  readonly status: number;
  /** Name, value, …: every header except the connection's. */
  readonly headers: readonly string[];
  /** Body; undefined if there is none, and for a stream, which ends at once. */
  readonly body: string | Uint8Array | undefined;
}

/** Id of this process in the logs, metrics, incidents and leases of several nodes. */
export interface Instance {
  /** Id of 16 hex digits, new after each start. */
  readonly id: string;
  /** Name, unique among running instances, and stable across restarts. Default: host name and port. */
  readonly name: string;
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly startedAt: number;
}

/** Numbers of the server since its start. */
export interface ServerCounts {
  /** Finished lists that were sent as they had been kept, and finished lists that were not kept. */
  listHits: number;
  listMisses: number;
  /** Requests that were not finished when the drain ended. */
  requestsCut: number;
  /** Requests that wait for their caller's turn of the event loop. */
  readonly requestsWaiting: number;
}

/** A request that has no answer yet, or whose answer a client still takes. */
export interface InFlight {
  readonly method: string;
  /** Path without its query, which may be secret. */
  readonly path: string;
  readonly route: string;
  readonly client: string;
  readonly requestId: string | undefined;
  /** Id of the principal. */
  readonly principal: string | undefined;
  readonly ms: number;
  /** True if its answer has begun. */
  readonly begun: boolean;
}

/** The running kernel as plugins see it. Provided by the kernel. */
export interface Runtime {
  readonly registry: Registry;
  /**
   * Returns the entries of all started plugins for a point whose form is a record of services: none where no enabled plugin
   * reads the point. The list is the same one until another revision takes over.
   */
  of<Entry>(point: Pick<Point<Entry>, "id" | "schema">): readonly StartedEntry<Entry>[];
  /** Queues of all started plugins, for places that clients share. */
  readonly queues: readonly Queue[];
  /** Optional plugins that failed to start, with the reason. */
  readonly degraded: readonly { readonly plugin: string; readonly reason: string }[];
  /** True if the server takes new work: false while it starts and while it drains. */
  readonly ready: boolean;
  /** True if the server has begun to stop: it finishes the requests that it has. */
  readonly draining: boolean;
  /** True if operators make it turn clients away: not `ready`, each answer closes its connection, and all are answered. */
  readonly leaving: boolean;
  leave(leaving: boolean): void;
  /** Requests of clients under way, the oldest first. */
  inFlight(): readonly InFlight[];
  /**
   * Reloads that did not take over, since the start, and whether the latest one was among them; and when the config in
   * force took over, in milliseconds since 1970-01-01T00:00Z.
   */
  readonly reloads: {
    readonly failed: number;
    readonly lastFailed: boolean;
    readonly appliedAt: number;
  };
  readonly counts: Readonly<ServerCounts>;
  readonly instance: Instance;
  /** Path of the config file; undefined without one, and for a server that a program started. */
  readonly configFile: string | undefined;
  /** The certificate of the public listener. Undefined without TLS. */
  readonly certificate: CertificateStatus | undefined;
  /** Scheme and authority at which this process listens, which clients may not see. Undefined before it listens. */
  readonly origin: string | undefined;
  /**
   * Calls `listener` whenever plugins have begun to serve: after the start, after a reload, and when plugins started after
   * all. Returns a function that removes the listener.
   */
  onServe(listener: () => void): () => void;
  /** Calls `listener` whenever another revision has taken over. Returns a function that removes the listener. */
  onChange(listener: (registry: Registry) => void): () => void;
  /**
   * Reads a GET route through its own handler or document, for the caller on whose behalf it is: guarded, its input checked
   * and its list engine at work as for a client, but without other policies and not as a representation. Rejects if the
   * handler throws anything but a refusal. The result may be shared with other readers and must not be changed.
   */
  read(
    ref: string,
    params?: Readonly<Record<string, string>>,
    inquiry?: ReadOptions,
  ): Promise<Read>;
  /**
   * Returns the result of `read` if it is known without reading: a list that was read before, from the same data, that
   * is the same for every caller. The result is shared and must not be changed.
   */
  readCached(
    ref: string,
    params?: Readonly<Record<string, string>>,
    inquiry?: ReadOptions,
  ): Read | undefined;
  /**
   * Reads a list for each of several sets of parameters, at once if its plugin can do that; `atMost` bounds the items
   * that are then taken from all of them together. Returns a result for each, in their order.
   */
  readMany(
    ref: string,
    params: readonly Readonly<Record<string, string>>[],
    inquiry: ReadOptions & { readonly atMost: number },
  ): Promise<readonly Read[]>;
  /**
   * Makes a request of the service itself, through all stages of a route, every limit included, as the caller on whose
   * behalf it is. Within a transaction of the store, its writes join that.
   */
  dispatch(
    request: InnerRequest,
    onBehalfOf: NonNullable<ReadOptions["onBehalfOf"]>,
  ): Promise<InnerAnswer>;
  /**
   * Resolves with the route that such a request would reach, however its path is spelled; undefined if no route takes it, as
   * for a path with a broken escape or NUL. A path with a slash at its end reaches the route, whose answer then leads to the
   * path without.
   */
  routeOf(request: Pick<InnerRequest, "method" | "target">): Promise<RouteInfo | undefined>;
  /**
   * Returns the version of the data behind this route: while it stays the same, equal reads have equal results for every
   * reader. Undefined if the version is unknown: for a resource, for a list that is not kept for requests either, and
   * if the answer may depend on the caller: because of a guard, or because the handler looks at it.
   */
  versionOf(ref: string): string | number | undefined;
}
export const Runtime = service<Runtime>("runtime");

/** Opens the listeners of the server. Without it, the kernel has a plain one at the config's host and port. */
export interface Listening {
  /** Opens at least a listener for clients. If this rejects, the kernel closes the open listeners. */
  open(opening: Opening): Promise<Opened>;
  /** Throws a BootError if it cannot work with a config: before the listeners open, and before a reload takes effect. */
  check?(config: Opening["config"]): void;
  /** Takes over the listeners that an earlier instance opened, after a reload that has replaced it. */
  takeOver?(opener: Listening): void;
}
export const Listening = service<Listening>("listening");
