import "./kernel.js";
import { _ as service } from "./explain-issues.js";
import "./services.js";
// plugins/services/store.ts
/** Tokens of the data: tables, their rows, and transactions. */
/** Thrown when a row would have the key of another one, or values that a table declares as unique. Nothing was changed. */
var UniqueViolation = class extends Error {
	table;
	/** Those whose values another row has; one for a key. */
	fields;
	constructor(table, fields, options) {
		const names = fields.map((field) => `"${field}"`).join(" and ");
		super(`a row with this ${names} exists already in the table "${table}": choose another value, or change that row`, options);
		this.name = "UniqueViolation";
		this.table = table;
		this.fields = fields;
	}
};
const Store = service("store", { track(store) {
	const reached = /* @__PURE__ */ new Set();
	const table = (name) => {
		reached.add(name);
		return store.table(name);
	};
	return {
		instance: {
			table,
			version: (tables) => store.version(tables),
			changes: (tables) => store.changes(tables),
			transaction: (work, options) => store.transaction(work, options),
			changed: () => store.changed(),
			afterCommit: (work) => store.afterCommit(work)
		},
		version: () => store.version(reached)
	};
} });
// plugins/services/limits.ts
/** Tokens of the limits on requests and on what is open at the same time, and of the plans that set them. */
const Plans = service("plans");
const Limiter = service("limiter");
const Semaphores = service("semaphores");
// plugins/services/nodes.ts
/** Tokens of a service of several nodes. */
const Nodes = service("nodes");
const Jobs = service("jobs");
// plugins/services/audit.ts
/** Token of the record of actions. */
const Audit = service("audit");
// plugins/services/tracing.ts
/** Token of the tracer, for those who show or forward the ids of a trace. */
const Tracer = service("tracer");
// plugins/services/measurements.ts
/** Token of the measurements: one source for texts that scrapers read and for protocols that send them. */
const Measurements = service("measurements", { metrics: (measurements) => measurements.families() });
// plugins/services/health.ts
/** Tokens of the health of the service, now and over time. */
const Health = service("health");
const History = service("history");
// plugins/services.ts
/**
* The door "waymark/services": tokens of the services that plugins share. Each names an interface, which any plugin may
* provide. The kernel's own are passed on.
*/
const EventBus = service("eventBus");
const SharedEvents = service("sharedEvents");
export { Measurements as a, Jobs as c, Plans as d, Semaphores as f, History as i, Nodes as l, UniqueViolation as m, SharedEvents as n, Tracer as o, Store as p, Health as r, Audit as s, EventBus as t, Limiter as u };

//# sourceMappingURL=services2.js.map