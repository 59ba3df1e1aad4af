/** The server as its plugins see it. */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { messageOf } from "../../../registry/schema/words.ts";
import type { Registry } from "../../../registry/contract/plugin/registry.ts";
import type { Log } from "../../../registry/contract/types.ts";
import type { NodeCall } from "../request/call.ts";
import type { InFlight, Instance, Runtime, ServerCounts } from "../../services.ts";
import { loopTurns } from "../../host/support/loop-turns.ts";

/** The members of a runtime that each revision has for itself. */
type OfRevision =
  | keyof Requests
  | keyof Pick<Runtime, "registry" | "of" | "queues" | "degraded">
  | keyof Pick<Runtime, "read" | "readCached" | "readMany" | "versionOf">;

/** The part of the runtime that all revisions of a server share. */
export type ServerState = Omit<Runtime, OfRevision> & {
  readonly counts: ServerCounts;
  /** True once all that a start can refuse has been checked: from then on requests may change data. */
  readonly checked: boolean;
};

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
export type ServerStatus = Mutable<Omit<ServerState, "reloads" | "ready">> &
  Pick<ServerState, "ready"> & {
    readonly reloads: Mutable<ServerState["reloads"]>;
    /** Calls the listeners of `onServe`. */
    serves(): void;
    /** Calls the listeners of `onChange`. */
    changed(registry: Registry, log: Log): void;
    /** False while it starts and while it drains. */
    takesRequests: boolean;
  };

type OnChange = (registry: Registry) => unknown;

/** Creates the state of a server that has not begun to listen. */
export function createStatus(name: () => string): ServerStatus {
  const listeners = new Set<OnChange>();
  const serving = new Set<() => void>();
  return {
    takesRequests: false,
    get ready() {
      return this.takesRequests && !this.leaving;
    },
    draining: false,
    leaving: false,
    leave() {},
    inFlight: () => [],
    checked: false,
    reloads: { failed: 0, lastFailed: false, appliedAt: 0 },
    counts: {
      listHits: 0,
      listMisses: 0,
      requestsCut: 0,
      get requestsWaiting() {
        return loopTurns.waiting;
      },
    },
    origin: undefined,
    certificate: undefined,
    configFile: undefined,
    instance: identifyInstance(name),
    onServe(listener) {
      serving.add(listener);
      return () => void serving.delete(listener);
    },
    serves() {
      for (const listener of serving) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    changed(registry, log) {
      const call = async (listener: OnChange) => listener(registry); // which may be async
      const failed = (error: unknown) =>
        log.error("a listener to changes of the registry failed", { reason: messageOf(error) });
      for (const listener of listeners) call(listener).catch(failed);
    },
  };
}

/** Returns the identity of this process among the processes that serve together. */
function identifyInstance(name: () => string): Instance {
  return {
    id: randomBytes(8).toString("hex"),
    startedAt: Date.now(),
    get name() {
      return name();
    },
  };
}

/**
 * Returns the default name of an instance, by the port or path at which it listens, as many instances may share the public
 * address. A port that the system chooses, 0, is unknown before it listens.
 */
export function nameAt(place?: string | number): string {
  return `${hostname()} ${place === 0 ? "" : (place ?? "")}`.trim();
}

/** Describes requests of clients under way, the oldest first. */
export function describeCalls(calls: readonly NodeCall[]): readonly InFlight[] {
  const now = performance.now();
  return calls
    .map((call) => ({
      method: call.method,
      path: call.path,
      route: call.route.ref,
      client: call.client,
      requestId: call.requestId,
      principal: call.principal?.id,
      ms: Math.round(now - call.startedAt),
      begun: call.response.headersSent,
    }))
    .toSorted((one, other) => other.ms - one.ms);
}

/** State for plugins that start without a server. */
export const NOT_SERVING: ServerState = createStatus(nameAt);

/** The app of a revision, which needs the handlers of started plugins. */
type Requests = Pick<Runtime, "dispatch" | "routeOf">;

/**
 * Creates the runtime of a revision.
 *
 * @param server the members that all revisions share, and that change.
 */
export function createRuntime(
  server: ServerState,
  revision: Omit<Pick<Runtime, OfRevision>, keyof Requests>,
): { readonly runtime: Runtime; readonly connect: (app: Requests) => void } {
  const early = () => new Error("the service takes no requests before all plugins have started");
  let app: Requests = {
    dispatch: () => Promise.reject(early()),
    routeOf: () => Promise.reject(early()),
  };
  const runtime = Object.assign(Object.create(server) as ServerState, {
    ...revision,
    dispatch: (...args) => app.dispatch(...args),
    routeOf: (request) => app.routeOf(request),
  } satisfies Pick<Runtime, OfRevision>);
  return {
    runtime,
    connect: (to) => {
      app = to;
    },
  };
}
