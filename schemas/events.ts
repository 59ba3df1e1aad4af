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

/** Kinds of changes of a resource. */
export const ChangeKind = z.enum(["created", "replaced", "patched", "removed", "changed"]);

/** The same in a service with resources that requests change: a change by a request names its resource. */
export const ResourceChanged = DataChanged.extend({
  resource: z
    .string()
    .optional()
    .describe("The kind of resource, such as `offices`. Absent where it is unknown what changed."),
  path: z.string().optional().describe("Path of the resource."),
  key: z.string().optional().describe("The last segment of the path, where it is a key."),
  kind: ChangeKind.optional().describe("`changed`: by an action of the resource's own."),
});

/** The stream is alive and has no further events for now. */
export const Heartbeat = z.object({ timestamp });

/** Missed events are no longer available: clients must read their data again. */
export const Reset = z.object({ timestamp });
