import { z } from "zod";

const time = z.iso.datetime();

/** A part of the server. */
export const StatusComponent = z
  .object({
    id: z.string(),
    page_id: z.string(),
    name: z.string(),
    status: z.enum([
      "operational",
      "degraded_performance",
      "partial_outage",
      "major_outage",
      "under_maintenance",
    ]),
    description: z.string().nullable(),
    position: z.int().min(1),
    created_at: time,
    updated_at: time,
    start_date: z.iso.date().nullable(),
    group: z.boolean(),
    group_id: z.string().nullable(),
    showcase: z.boolean(),
    only_show_if_degraded: z.boolean(),
  })
  .meta({ id: "StatusComponent" });

/** A message about an incident at one point in time. */
export const StatusIncidentUpdate = z
  .object({
    id: z.string(),
    incident_id: z.string(),
    status: z.enum(["investigating", "identified", "monitoring", "resolved"]),
    body: z.string(),
    created_at: time,
    updated_at: time,
    display_at: time,
  })
  .meta({ id: "StatusIncidentUpdate" });

/** A failure or degradation. */
export const StatusIncident = z
  .object({
    id: z.string(),
    page_id: z.string(),
    name: z.string(),
    status: z.enum(["investigating", "identified", "monitoring", "resolved"]),
    impact: z.enum(["none", "minor", "major", "critical"]),
    created_at: time,
    started_at: time,
    updated_at: time,
    monitoring_at: time.nullable(),
    resolved_at: time.nullable(),
    shortlink: z.url(),
    incident_updates: z.array(StatusIncidentUpdate),
    components: z.array(StatusComponent),
  })
  .meta({ id: "StatusIncident" });

/** The health of the server in the format of `summary.json`, which clients of Statuspage (API v2) read. */
export const StatusSummary = z.object({
  page: z.object({
    id: z.string(),
    name: z.string(),
    url: z.url(),
    time_zone: z.literal("Etc/UTC"),
    updated_at: time,
  }),
  status: z.object({
    indicator: z.enum(["none", "minor", "major", "critical"]),
    description: z.string(),
  }),
  components: z.array(StatusComponent),
  incidents: z.array(StatusIncident).describe("Incidents that are not resolved."),
  scheduled_maintenances: z
    .array(StatusIncident)
    .describe("Always empty: maintenance is not scheduled here."),
});
