/** The formats of the Statuspage API (version 2), which clients of status pages read. */
import { z } from "zod";

const time = z.iso.datetime();
const id = z.string().meta({ examples: ["a1b2c3d4e5f6"] });
const pageId = z.string().meta({ examples: ["waymark"] });
const componentName = z.string().meta({ examples: ["Data store"] });
const eventName = z.string().meta({ examples: ["The data store does not answer"] });

const componentState = z.enum([
  "operational",
  "degraded_performance",
  "partial_outage",
  "major_outage",
  "under_maintenance",
]);

/** A part of the server. */
export const StatusComponent = z
  .object({
    id,
    page_id: pageId,
    name: componentName,
    status: componentState,
    description: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    position: z.int().min(1),
    created_at: time,
    updated_at: time,
    start_date: z.iso.date().nullable(),
    group: z.boolean(),
    group_id: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    showcase: z.boolean(),
    only_show_if_degraded: z.boolean(),
  })
  .meta({ id: "StatusComponent" });

const incidentStates = ["investigating", "identified", "monitoring", "resolved"] as const;
const maintenanceStates = ["scheduled", "in_progress", "verifying", "completed"] as const;

/** A message about an incident or maintenance at one point in time. */
export const StatusIncidentUpdate = z
  .object({
    id,
    incident_id: id,
    status: z.enum([...incidentStates, ...maintenanceStates]),
    body: z.string().meta({ examples: ["The data store answers again."] }),
    created_at: time,
    updated_at: time,
    display_at: time,
    affected_components: z.null(),
  })
  .meta({ id: "StatusIncidentUpdate" });

const event = {
  id,
  page_id: pageId,
  name: eventName,
  created_at: time,
  started_at: time,
  updated_at: time,
  monitoring_at: time.nullable(),
  resolved_at: time.nullable(),
  shortlink: z.url(),
  incident_updates: z.array(StatusIncidentUpdate),
  components: z.array(StatusComponent),
};

/** A failure or degradation. */
export const StatusIncident = z
  .object({
    ...event,
    status: z.enum(incidentStates),
    impact: z.enum(["none", "minor", "major", "critical"]),
  })
  .meta({ id: "StatusIncident" });

/** Planned maintenance. */
export const StatusMaintenance = z
  .object({
    ...event,
    status: z.enum(maintenanceStates),
    impact: z.literal("maintenance"),
    scheduled_for: time,
    scheduled_until: time,
  })
  .meta({ id: "StatusMaintenance" });

const page = z.object({
  id: pageId,
  name: pageId,
  url: z.url(),
  time_zone: z.literal("Etc/UTC"),
  updated_at: time,
});

/** The state in one word and one sentence. */
export const StatusIndicator = z.object({
  page,
  status: z.object({
    indicator: z.enum(["none", "minor", "major", "critical", "maintenance"]),
    description: z.string().meta({ examples: ["All systems operational"] }),
  }),
});

export const StatusComponents = z.object({ page, components: z.array(StatusComponent) });
export const StatusIncidents = z.object({ page, incidents: z.array(StatusIncident) });

/** The health of the server in the format of `summary.json`. */
export const StatusSummary = StatusIndicator.extend({
  ...StatusComponents.shape,
  ...StatusIncidents.shape,
  scheduled_maintenances: z.array(StatusMaintenance),
});
