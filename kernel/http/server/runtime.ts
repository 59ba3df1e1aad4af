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

type OnChange = Parameters<Runtime["onChange"]>[0];

/** The part of the runtime that all revisions of a server share: the prototype of their runtimes. */
export class ServerState implements Omit<Runtime, OfRevision> {
  /** False while it starts and while it drains. */
  takesRequests = false;
  draining = false;
  leaving = false;
  leave: Runtime["leave"] = () => {};
  inFlight: Runtime["inFlight"] = () => [];
  /** True once all that a start can refuse has been checked: from then on requests may change data. */
  checked = false;
  readonly reloads = { failed: 0, lastFailed: false, appliedAt: 0 };
  readonly counts: ServerCounts = {
    listHits: 0,
    listMisses: 0,
    requestsCut: 0,
    get requestsWaiting() {
      return loopTurns.waiting;
    },
  };
  origin: Runtime["origin"] = undefined;
  certificate: Runtime["certificate"] = undefined;
  configFile: Runtime["configFile"] = undefined;
  /** Identity of this process among the processes that serve together. */
  readonly instance: Instance;
  readonly #listeners = new Set<OnChange>();
  readonly #serving = new Set<() => void>();

  /** @param name returns the name of the instance. */
  constructor(name: () => string) {
    this.instance = {
      id: randomBytes(8).toString("hex"),
      startedAt: Date.now(),
      get name() {
        return name();
      },
    };
  }

  get ready(): boolean {
    return this.takesRequests && !this.leaving;
  }

  readonly onServe: Runtime["onServe"] = (listener) => {
    this.#serving.add(listener);
    return () => void this.#serving.delete(listener);
  };

  readonly onChange: Runtime["onChange"] = (listener) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Calls the listeners of `onServe`. */
  serves(): void {
    for (const listener of this.#serving) listener();
  }

  /** Calls the listeners of `onChange`. */
  changed(registry: Registry, log: Log): void {
    const call = async (listener: OnChange) => listener(registry); // which may be async
    const failed = (error: unknown) =>
      log.error("a listener to changes of the registry failed", { reason: messageOf(error) });
    for (const listener of this.#listeners) call(listener).catch(failed);
  }
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
export const NOT_SERVING: ServerState = new ServerState(nameAt);

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
