import { z } from "zod";
import { HealthState } from "./health.ts";

const timestamp = z.iso.datetime();

/** The service's health is another than before. */
export const HealthChanged = z.object({ status: HealthState, timestamp });

/** Another revision of the service took over: routes, policies or options are others than before. */
export const RegistryChanged = z.object({ revision: z.string() });

/** Some of the data that lists and resources are made from is other than before. */
export const DataChanged = z.object({
  version: z.int().describe("Grows with each change while a process runs."),
  timestamp,
});

/** The stream is alive, and there is nothing more to tell for now. */
export const Heartbeat = z.object({ timestamp });

/** Events were missed that are no longer known: what was read before has to be read anew. */
export const Reset = z.object({ timestamp });
