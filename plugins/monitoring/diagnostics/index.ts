/** The routes of the admin listener: health in detail, the running revision, and profiles. */
import { getHeapSnapshot } from "node:v8";
import { definePlugin, optional } from "waymark";
import { Health, Runtime } from "waymark/services";
import { z } from "zod";
import { AdminRoutes, HealthInDetail, Running } from "../../../schemas/diagnostics.ts";
import { OneAtATime } from "./one-at-a-time.ts";
import { ES } from "./es.ts";

const MAX_SECONDS = 60;
const BUSY = {
  detail: "One profile or heap snapshot is taken at a time.",
  retryAfter: 5,
} as const;

const admin = { method: "GET", listener: "admin", cache: "no-store" } as const;
/** As they are made: neither an ETag nor a coding is worth its time here. */
const JSON_DOWNLOAD = { mediaTypes: "application/json", streamed: true } as const;

export default definePlugin({
  id: "diagnostics",
  summary: "Shows operators, on the admin listener, health in detail, what runs, and profiles.",
  section: "monitoring",
  translations: { es: ES },
  needs: { runtime: Runtime, health: optional(Health) },

  routes: {
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
      summary: "Read what runs: revision, instance, plugins and reloads.",
      returns: Running,
    },
    getCpuProfile: {
      ...admin,
      path: "/debug/profile",
      summary: "Profile the processor time for some seconds.",
      description: "A .cpuprofile, for Chromium's developer tools and VS Code.",
      query: z.object({
        seconds: z.coerce.number().int().min(1).max(MAX_SECONDS).default(10),
      }),
      bytes: JSON_DOWNLOAD,
      timeout: "70s",
      errors: ["service-unavailable"],
    },
    getHeapSnapshot: {
      ...admin,
      path: "/debug/heap",
      summary: "Take a heap snapshot. The process answers nothing else in the meantime.",
      description: "A .heapsnapshot, for Chromium's developer tools. It holds all data in memory.",
      bytes: JSON_DOWNLOAD,
      errors: ["service-unavailable"],
    },
  },

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

  handlers: ({ runtime, health }) => {
    const one = new OneAtATime();
    return {
      getHealthInDetail: async (call) => {
        const report = await health?.report();
        const { status, at, checks } = report ?? { status: "ok", at: Date.now(), checks: [] };
        if (status === "down") call.status(503, { retryAfter: 1 });
        return {
          status,
          ready: runtime.ready,
          timestamp: new Date(at).toISOString(),
          checks: checks.map(({ title: _title, ...check }) => ({
            ...check,
            shared: check.shared ?? false,
          })),
        };
      },
      getRunning: () => {
        const { registry, instance, certificate, reloads, degraded } = runtime;
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
          reloads,
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
        };
      },
      getCpuProfile: async ({ query: { seconds }, method, signal, fail }) => {
        if (method === "HEAD") return Buffer.of();
        const end = one.begin() ?? fail("service-unavailable", BUSY);
        try {
          const { profileCpu } = await import("./profile.ts");
          const bytes = await profileCpu(seconds * 1000, signal);
          return { bytes, filename: `cpu-${process.pid}.cpuprofile` };
        } finally {
          end();
        }
      },
      getHeapSnapshot: ({ method, fail }) => {
        if (method === "HEAD") return Buffer.of();
        const end = one.begin() ?? fail("service-unavailable", BUSY);
        const snapshot = getHeapSnapshot();
        snapshot.once("close", end);
        return { bytes: snapshot, filename: `heap-${process.pid}.heapsnapshot` };
      },
    };
  },
});
