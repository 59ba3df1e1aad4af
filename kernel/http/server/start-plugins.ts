/** Starts plugins with everything that answers for them: handlers, documents, and reads by other plugins. */
import { Runtime } from "../../services.ts";
import type { Booted } from "../../host/boot/boot.ts";
import { DocumentCache } from "../respond/document.ts";
import { InternalReads } from "../respond/internal-reads.ts";
import { collectHandlers, type Handlers } from "./collect-handlers.ts";
import { createRuntime, type ServerState } from "./runtime.ts";
import { StartedEntries } from "../../host/start/started-entries.ts";
import type { Instances } from "../../host/start/running-plugin.ts";
import { startAll, type Filling, type Started, type StartOptions } from "../../host/start/start.ts";

/** Started plugins, and the handlers and services for them. */
export interface StartedPlugins extends Started, Pick<Handlers, "handlers" | "services"> {
  readonly documents: DocumentCache;
  /** Sets the app for requests that plugins make of the service. Until then there are none. */
  connect(app: Pick<Runtime, "dispatch" | "routeOf">): void;
}

/**
 * Starts all enabled plugins. If a plugin fails that the server cannot run without, stops the plugins that started here
 * and throws a BootError.
 *
 * @param options `server` is the state of the server: if it takes requests, and news of other revisions.
 */
export async function startPlugins(
  booted: Pick<Booted, "registry" | "absent" | "connectPolicies" | "validate">,
  { server, ...options }: StartOptions & { readonly server: ServerState },
): Promise<StartedPlugins> {
  const { registry } = booted;
  const instances: Instances = new Map();
  const documents = new DocumentCache(registry, options.log);
  const collected: Handlers = {
    handlers: new Map(),
    loaders: new Map(),
    services: new Map(),
    entries: new StartedEntries(registry.installed),
  };
  const filling: Pick<Filling, "degraded" | "queues"> = { degraded: [], queues: [] };
  const reads = new InternalReads(registry, { ...collected, documents, instances });
  const parts = { registry, of: collected.entries.of, ...reads, ...filling };
  const { runtime, connect } = createRuntime(server, parts);
  const routes = Map.groupBy([...registry.routes, ...registry.adminRoutes], ({ plugin }) => plugin);
  const started = await startAll(booted, options, {
    ...filling,
    runtime,
    instances,
    join: (joining) => collectHandlers(joining, routes.get(joining.plugin.id) ?? [], collected),
  });
  booted.connectPolicies(instances);
  return { ...started, ...collected, documents, connect };
}
