import { z } from "zod";
import { HealthState } from "./health.ts";

const timestamp = z.iso.datetime();

/** The service, or one of its checks, is in another state than before. */
export const StatusChanged = z.object({
  subject: z.string().describe("`plugin:check`, or `service` for the worst of all."),
  from: HealthState,
  to: HealthState,
  timestamp,
});

/** An interval of the service's history is over and recorded. */
export const StatusSampled = z.object({
  status: HealthState.describe("The worst that the service was in the interval."),
  timestamp,
});
