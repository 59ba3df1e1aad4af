/** Types of the admin listener, which no public document has. */
import { z } from "zod";
import { HealthState } from "./health.ts";

/** The routes of the admin listener. */
export const AdminRoutes = z.object({
  service: z.string(),
  routes: z.array(z.object({ method: z.string(), path: z.string(), summary: z.string() })),
});

/** Health with the time and owner of each check. */
export const HealthInDetail = z.object({
  status: HealthState,
  ready: z.boolean().describe("Whether the server takes requests, health aside."),
  timestamp: z.iso.datetime().describe("When the checks last ran."),
  checks: z.array(
    z.object({
      plugin: z.string(),
      name: z.string(),
      status: HealthState,
      detail: z.string().optional().describe("The reason, unless the check passed."),
      durationMs: z.number().optional().describe("Absent where no check ran."),
      shared: z.boolean().describe("Whether all instances share the thing that was looked at."),
    }),
  ),
});

/** Places that callers share, such as connections, and who has them. */
export const Queues = z.object({
  queues: z.array(
    z.object({
      name: z.string().describe("The plugin and what it shares: `store.reads`."),
      places: z.int(),
      inUse: z.int(),
      waiting: z.int(),
      refused: z.int().describe("Callers without a place, since the start."),
      uses: z.array(
        z.object({
          owner: z.string().describe("A principal or a network; empty for the service itself."),
          route: z.string().describe("The route, or what the place is for."),
          inUse: z.int(),
          waiting: z.int(),
          oldestMs: z.int().describe("Milliseconds since the longest one began."),
        }),
      ),
    }),
  ),
});

/** The running process. */
export const Running = z.object({
  service: z.string(),
  version: z.string(),
  revision: z.string().describe("Equal on all nodes with the same plugins and config."),
  instance: z.object({ id: z.string(), name: z.string() }),
  started: z.iso.datetime(),
  node: z.string().describe("Version of Node."),
  pid: z.int(),
  reloads: z.object({
    failed: z.int().describe("Reloads that did not take over, since the start."),
    lastFailed: z.boolean(),
    applied: z.iso.datetime().describe("When the config in force took over."),
  }),
  certificate: z
    .object({ expires: z.iso.datetime(), failed: z.int(), lastFailed: z.boolean() })
    .optional()
    .describe(
      "Certificate of the public listener, with renewals that could not be used. Absent without TLS.",
    ),
  plugins: z.array(
    z.object({
      id: z.string(),
      source: z.string().describe("Where it was named: `preset`, or the config key."),
      state: z.enum(["on", "off", "degraded"]),
      reason: z.string().optional().describe("Why it did not start."),
    }),
  ),
  tasks: z
    .array(
      z.object({
        name: z.string(),
        runs: z.int().describe("Runs at this node since the start."),
        failures: z.int(),
        last: z.iso.datetime().optional().describe("End of the latest run."),
        next: z.iso.datetime(),
      }),
    )
    .describe("Work that is done again and again: jobs of plugins as `plugin.job`."),
});

/** Requests of clients under way. */
export const Requests = z.object({
  requests: z.array(
    z.object({
      method: z.string(),
      path: z.string(),
      route: z.string(),
      client: z.string(),
      requestId: z.string().optional(),
      principal: z.string().optional(),
      ms: z.int().describe("Milliseconds since it arrived."),
      begun: z.boolean().describe("Whether its answer has begun."),
    }),
  ),
});

/** The slowest statements, by their text, which has no values. */
export const Statements = z.object({
  statements: z.array(
    z.object({
      table: z.string(),
      text: z.string(),
      count: z.int(),
      meanMs: z.number(),
      maxMs: z.number(),
    }),
  ),
});

/** The nodes of the service; if they do not know each other, the node that is asked. */
export const Members = z.object({
  members: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      revision: z.string(),
      started: z.iso.datetime(),
      seen: z.iso.datetime(),
      ready: z.boolean().optional().describe("Whether it takes requests, health aside."),
      failing: z.array(z.string()).optional().describe("Checks of the node that are not ok."),
    }),
  ),
});

export const LogLevel = z.strictObject({ level: z.enum(["debug", "info", "warn", "error"]) });

export const Drain = z.strictObject({ draining: z.boolean() });
