import { O as url, b as object, c as array, h as literal, l as boolean, p as int, s as _enum, w as string } from "./zod2.js";
import { n as datetime, t as date } from "./zod3.js";
// schemas/status-summary.ts
/** The formats of the Statuspage API (version 2), which clients of status pages read. */
const time = datetime();
const componentState = _enum([
	"operational",
	"degraded_performance",
	"partial_outage",
	"major_outage",
	"under_maintenance"
]);
/** A part of the server. */
const StatusComponent = object({
	id: string(),
	page_id: string(),
	name: string(),
	status: componentState,
	description: string().nullable(),
	position: int().min(1),
	created_at: time,
	updated_at: time,
	start_date: date().nullable(),
	group: boolean(),
	group_id: string().nullable(),
	showcase: boolean(),
	only_show_if_degraded: boolean()
}).meta({ id: "StatusComponent" });
const incidentStates = [
	"investigating",
	"identified",
	"monitoring",
	"resolved"
];
const maintenanceStates = [
	"scheduled",
	"in_progress",
	"verifying",
	"completed"
];
/** A message about an incident or maintenance at one point in time. */
const StatusIncidentUpdate = object({
	id: string(),
	incident_id: string(),
	status: _enum([...incidentStates, ...maintenanceStates]),
	body: string(),
	created_at: time,
	updated_at: time,
	display_at: time,
	affected_components: array(object({
		code: string(),
		name: string(),
		old_status: componentState,
		new_status: componentState
	})).nullable()
}).meta({ id: "StatusIncidentUpdate" });
const event = {
	id: string(),
	page_id: string(),
	name: string(),
	created_at: time,
	started_at: time,
	updated_at: time,
	monitoring_at: time.nullable(),
	resolved_at: time.nullable(),
	shortlink: url(),
	incident_updates: array(StatusIncidentUpdate),
	components: array(StatusComponent)
};
/** A failure or degradation. */
const StatusIncident = object({
	...event,
	status: _enum(incidentStates),
	impact: _enum([
		"none",
		"minor",
		"major",
		"critical"
	])
}).meta({ id: "StatusIncident" });
/** Planned maintenance. */
const StatusMaintenance = object({
	...event,
	status: _enum(maintenanceStates),
	impact: literal("maintenance"),
	scheduled_for: time,
	scheduled_until: time
}).meta({ id: "StatusMaintenance" });
const page = object({
	id: string(),
	name: string(),
	url: url(),
	time_zone: literal("Etc/UTC"),
	updated_at: time
});
/** The state in one word and one sentence. */
const StatusIndicator = object({
	page,
	status: object({
		indicator: _enum([
			"none",
			"minor",
			"major",
			"critical",
			"maintenance"
		]),
		description: string()
	})
});
const StatusComponents = object({
	page,
	components: array(StatusComponent)
});
const StatusIncidents = object({
	page,
	incidents: array(StatusIncident)
});
const StatusMaintenances = object({
	page,
	scheduled_maintenances: array(StatusMaintenance)
});
/** The health of the server in the format of `summary.json`. */
const StatusSummary = StatusIndicator.extend({
	...StatusComponents.shape,
	...StatusIncidents.shape,
	...StatusMaintenances.shape
});
export { StatusIncidents as a, StatusSummary as c, StatusIncidentUpdate as i, StatusComponents as n, StatusIndicator as o, StatusIncident as r, StatusMaintenances as s, StatusComponent as t };

//# sourceMappingURL=status-summary.js.map