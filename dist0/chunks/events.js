import { b as object, p as int, s as _enum, w as string } from "./zod2.js";
import { n as datetime } from "./zod3.js";
import { r as HealthState } from "./health.js";
// schemas/events.ts
const timestamp = datetime();
/** The state of the server, or of one of its checks, has changed. */
const StatusChanged = object({
	subject: string().describe("`plugin:check`, or `service` for the worst of all checks."),
	from: HealthState,
	to: HealthState,
	timestamp
});
/** A sample was recorded in the server's history. */
const StatusSampled = object({
	status: HealthState.describe("The worst state in the interval."),
	timestamp
});
/** The health of the server has changed. */
const HealthChanged = object({
	status: HealthState,
	timestamp
});
/** Another revision has taken over: routes, policies or options have changed. */
const RegistryChanged = object({ revision: string() });
/** Data of lists and resources has changed. */
const DataChanged = object({
	version: int().describe("Increases with each change while the process runs."),
	timestamp
});
/** Kinds of changes of a resource. */
const ChangeKind = _enum([
	"created",
	"replaced",
	"patched",
	"removed",
	"changed"
]);
/** The same in a service with resources that requests change: a change by a request names its resource. */
const ResourceChanged = DataChanged.extend({
	resource: string().optional().describe("The kind of resource, such as `offices`. Absent where it is unknown what changed."),
	path: string().optional().describe("Path of the resource."),
	key: string().optional().describe("The last segment of the path, where it is a key."),
	kind: ChangeKind.optional().describe("`changed`: by an action of the resource's own.")
});
/** The stream is alive and has no further events for now. */
const Heartbeat = object({ timestamp });
/** Missed events are no longer available: clients must read their data again. */
const Reset = object({ timestamp });
export { RegistryChanged as a, StatusChanged as c, Heartbeat as i, StatusSampled as l, DataChanged as n, Reset as o, HealthChanged as r, ResourceChanged as s, ChangeKind as t };

//# sourceMappingURL=events.js.map