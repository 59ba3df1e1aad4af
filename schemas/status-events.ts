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
