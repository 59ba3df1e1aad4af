/** The routes of the admin listener: health in detail, the running revision, and tools for operators. */
import { definePlugin, optional, service } from "waymark";
import { Health, Nodes, Runtime, Scheduler, type TaskStatus } from "waymark/services";
import { z } from "zod";
import { AdminRoutes, HealthInDetail, Queues, Running } from "../../../schemas/diagnostics.ts";
import type { Debug } from "./debug.ts";
import { DEBUG_ROUTES } from "./debug-routes.ts";
import es from "./es.json" with { type: "json" };

const Options = z.strictObject({
  debug: z
    .boolean()
    .default(false)
    .describe(
      "Whether the admin listener also serves profiles, requests under way, slow statements and the nodes, sets the log level, and takes the node out of the balancers.",
    ),
});

const admin = { method: "GET", listener: "admin", cache: "no-store" } as const;
const DebugService = service<() => Debug | undefined>("debug");

export default definePlugin({
  id: "diagnostics",
  summary:
    "Shows operators, on the admin listener, detailed health, what is running, and profiles.",
  section: "monitoring",
  translations: { es },
  options: Options,
  needs: {
    runtime: Runtime,
    health: optional(Health),
    nodes: optional(Nodes),
    scheduler: optional(Scheduler),
  },
  provides: { debug: DebugService },
  async setup({ runtime, nodes }, { options, log, defer }) {
    if (!options.debug) return { debug: () => undefined };
    const { createDebug } = await import("./debug.ts");
    const debug = createDebug({ runtime, nodes, log });
    defer(debug.close);
    return { debug: () => debug };
  },

  routes: ({ debug }) => ({
    showAdminRoutes: {
      ...admin,
      path: "/",
      summary: "List the routes of this listener.",
      returns: AdminRoutes,
      document: true,
    },
    getHealthInDetail: {
      ...admin,
      path: "/health",
      summary: "Read the results of all health checks.",
      description: "200 while the server works, also when it is degraded; 503 when it is down.",
      returns: HealthInDetail,
      statuses: [503],
    },
    getRunning: {
      ...admin,
      path: "/revision",
      summary: "Read what is running: revision, instance, plugins and reloads.",
      returns: Running,
    },
    getQueues: {
      ...admin,
      path: "/queues",
      summary: "Read who holds and awaits places that callers share.",
      returns: Queues,
    },
    // Typed as if they were always there, like their handlers.
    ...(debug ? DEBUG_ROUTES : ({} as typeof DEBUG_ROUTES)),
  }),

  documents: {
    showAdminRoutes: ({ app, adminRoutes }) => ({
      service: app.name,
      routes: adminRoutes.map(({ method, path, declaration }) => ({
        method,
        path,
        summary: declaration.summary,
      })),
    }),
  },

  handlers: ({ runtime, health, scheduler, debug }) => {
    return {
      getHealthInDetail: async (call) => {
        const report = await health?.report();
        const { status, at, checks, forOperators } = report ?? {
          status: "ok",
          at: Date.now(),
          checks: [],
          forOperators: [],
        };
        if (status === "down") call.status(503, { retryAfter: 1 });
        return {
          status: status === "ok" && forOperators.length > 0 ? "degraded" : status,
          ready: runtime.ready,
          timestamp: new Date(at).toISOString(),
          checks: [...forOperators, ...checks].map(({ title: _title, ...check }) => ({
            ...check,
            shared: check.shared ?? false,
          })),
        };
      },
      getRunning: () => {
        const { registry, instance, certificate, degraded } = runtime;
        const { failed, lastFailed, appliedAt } = runtime.reloads;
        const { app, revision, installed } = registry;
        const reasons = new Map(degraded.map(({ plugin, reason }) => [plugin, reason]));
        return {
          service: app.name,
          version: app.version,
          revision,
          instance: { id: instance.id, name: instance.name },
          started: new Date(instance.startedAt).toISOString(),
          node: process.version,
          pid: process.pid,
          reloads: { failed, lastFailed, applied: new Date(appliedAt).toISOString() },
          ...(certificate === undefined
            ? {}
            : {
                certificate: {
                  ...certificate,
                  expires: new Date(certificate.expires).toISOString(),
                },
              }),
          plugins: installed.map(({ plugin: { id }, source, enabled }) => {
            const reason = reasons.get(id);
            if (reason !== undefined) return { id, source, state: "degraded" as const, reason };
            return { id, source, state: enabled ? ("on" as const) : ("off" as const) };
          }),
          tasks: (scheduler?.tasks ?? []).map(showTask),
        };
      },
      getQueues: () => ({
        queues: runtime.queues.map(({ name, places, inUse, waiting, refused, uses }) => ({
          name,
          places,
          inUse,
          waiting,
          refused,
          uses: [...uses],
        })),
      }),
      ...(debug()?.handlers ?? ({} as Debug["handlers"])), // as the routes
    };
  },
});

function showTask({ name, runs, failures, lastAt, nextAt }: TaskStatus) {
  const last = lastAt === undefined ? {} : { last: new Date(lastAt).toISOString() };
  return { name, runs, failures, ...last, next: new Date(nextAt).toISOString() };
}
