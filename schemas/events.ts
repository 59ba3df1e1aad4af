import { z } from "zod";
import { HealthState } from "./health.ts";

const timestamp = z.iso.datetime();

/** The state of the server, or of one of its checks, has changed. */
export const StatusChanged = z.object({
  subject: z.string().describe("`plugin:check`, or `service` for the worst of all checks."),
  from: HealthState,
  to: HealthState,
  timestamp,
});

/** A sample was recorded in the server's history. */
export const StatusSampled = z.object({
  status: HealthState.describe("The worst state in the interval."),
  timestamp,
});

/** The health of the server has changed. */
export const HealthChanged = z.object({ status: HealthState, timestamp });

/** Another revision has taken over: routes, policies or options have changed. */
export const RegistryChanged = z.object({ revision: z.string() });

/** Data of lists and resources has changed. */
export const DataChanged = z.object({
  version: z.int().describe("Increases with each change while the process runs."),
  timestamp,
});

/** The stream is alive and has no further events for now. */
export const Heartbeat = z.object({ timestamp });

/** Missed events are no longer available: clients must read their data again. */
export const Reset = z.object({ timestamp });
