/** The service through which the plugins of a revision see the server. */
import type { InternalReads } from "../respond/internal-reads.ts";
import type { Runtime } from "../services.ts";
import type { ServerState } from "./server-status.ts";

/** The app of the revision, which needs the handlers of started plugins. */
type App = Pick<Runtime, "dispatch" | "routeOf">;

/** @param revision the members that are the revision's own; the others are the server's, and change. */
export function createRuntime(
  server: ServerState,
  {
    reads,
    ...revision
  }: Omit<Runtime, keyof ServerState | keyof App | keyof InternalReads> & {
    readonly reads: InternalReads;
  },
): { readonly runtime: Runtime; readonly connect: (app: App) => void } {
  const early = () => new Error("the service takes no requests before all plugins have started");
  let app: App = {
    dispatch: () => Promise.reject(early()),
    routeOf: () => Promise.reject(early()),
  };
  const runtime: Runtime = {
    ...revision,
    read: (...args) => reads.read(...args),
    readCached: (...args) => reads.readCached(...args),
    readMany: (...args) => reads.readMany(...args),
    versionOf: (ref) => reads.versionOf(ref),
    get ready() {
      return server.ready && !server.leaving;
    },
    get draining() {
      return server.draining;
    },
    get leaving() {
      return server.leaving;
    },
    leave: (leaving) => server.leave(leaving),
    inFlight: () => server.inFlight(),
    reloads: server.reloads,
    counts: server.counts,
    instance: server.instance,
    get certificate() {
      return server.certificate;
    },
    get origin() {
      return server.origin;
    },
    onChange: server.onChange,
    dispatch: (...args) => app.dispatch(...args),
    routeOf: (request) => app.routeOf(request),
  };
  return {
    runtime,
    connect: (to) => {
      app = to;
    },
  };
}
