import { S as record, b as object, c as array, h as literal, l as boolean, p as int, s as _enum, w as string } from "./zod2.js";
import { n as datetime } from "./zod3.js";
// schemas/health.ts
/** `degraded`: the server answers, but a part of it does not work properly. */
const HealthState = _enum([
	"ok",
	"degraded",
	"down"
]);
/** One observation, after draft-inadarei-api-health-check-06, section 4. */
const HealthObservation = object({
	status: _enum([
		"pass",
		"warn",
		"fail"
	]),
	time: datetime(),
	output: string().optional().describe("The reason, unless the check passed.")
}).meta({ id: "HealthObservation" });
/** The health of the server, which is that of its worst check. */
const Health = object({
	status: HealthState,
	service: string(),
	timestamp: datetime().describe("When the checks last ran."),
	checks: record(string(), array(HealthObservation)).optional().describe("Each check's result by `plugin:check`; in application/health+json only.")
});
/** The server's name and version. */
const Version = object({
	service: string(),
	version: string()
});
/** The same of one of several nodes. */
const SharedVersion = Version.extend({ revision: string().describe("What the node serves: equal on all nodes with the same plugins and config, so that a rollout shows.") });
/** Health and version in one answer. */
const Status = object({
	...Health.omit({ checks: true }).shape,
	version: Version.shape.version
});
/** Shows that the server answers. */
const Ping = object({ pong: literal(true) });
/** Whether the server takes requests. */
const Ready = object({
	ready: boolean().describe("False while the server starts, while it drains, and while its health is down."),
	service: string()
});
/** The server's time, in three forms. */
const Time = object({
	iso: datetime().describe("UTC with milliseconds."),
	epochMs: int().min(0).describe("Milliseconds since 1970-01-01T00:00Z."),
	timezone: literal("UTC")
});
export { Ready as a, Time as c, Ping as i, Version as l, HealthObservation as n, SharedVersion as o, HealthState as r, Status as s, Health as t };

//# sourceMappingURL=health.js.map