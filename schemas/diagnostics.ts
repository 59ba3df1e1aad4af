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
  }),
  certificate: z
    .object({ expires: z.iso.datetime(), failed: z.int(), lastFailed: z.boolean() })
    .optional()
    .describe("Of the public listener, with renewals that could not be used. Absent without TLS."),
  plugins: z.array(
    z.object({
      id: z.string(),
      source: z.string().describe("Where it was named: `preset`, or the config key."),
      state: z.enum(["on", "off", "degraded"]),
      reason: z.string().optional().describe("Why it did not start."),
    }),
  ),
});
