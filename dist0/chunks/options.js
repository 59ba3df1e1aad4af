import "./kernel.js";
import { C as strictObject, p as int, s as _enum, w as string } from "./zod2.js";
import { n as toMilliseconds } from "./duration.js";
import { t as Duration } from "./duration2.js";
// plugins/store/options.ts
/** The options of the store, and what they guarantee. */
/** Between a commit and the moment when another node knows of it, on one network. */
const TYPICAL_MS = 20;
const Options = strictObject({
	file: string().min(1).default("data/waymark.db").describe("Path of the SQLite file, relative to the working directory; `:memory:` keeps nothing."),
	url: string().regex(/^postgres(?:ql)?:\/\//, "a URL of PostgreSQL begins with postgres://").optional().meta({ writeOnly: true }).describe("Keeps the data in this database of PostgreSQL 15 or later, for any number of nodes: `postgres://user:password@host/database?sslmode=verify-full`."),
	migrate: _enum([
		"auto",
		"verify",
		"off"
	]).default("auto").describe("How to start on a database without some of the declared tables, columns or indexes: `auto` creates them, and leaves what another revision on the same server may still declare to `waymark migrate`; `verify` refuses to start, for services that run `waymark migrate` before each rollout; `off` does not look, for those that have checked it before and start often."),
	pool: strictObject({
		max: int().min(2).default(20).describe("Connections, half of them for writes."),
		wait: Duration.default("1s").describe("How long a query waits for one.")
	}).prefault({}).describe("The connections to PostgreSQL."),
	statementTimeout: Duration.default("10s").describe("How long a query of PostgreSQL may take."),
	versions: strictObject({
		mode: _enum(["bounded", "exact"]).default("bounded").describe("`exact`: each read request asks PostgreSQL first, so that no answer is stale."),
		poll: Duration.default("400ms").describe("How often to ask for changes by other nodes."),
		lease: Duration.default("1s").describe("How long an answer to that may be used: then nothing that was kept is.")
	}).prefault({}).describe("How a node learns of changes by other nodes on PostgreSQL.")
});
function settingsOf({ pool, statementTimeout, versions }, url) {
	return {
		url,
		max: pool.max,
		waitMs: toMilliseconds(pool.wait),
		statementTimeoutMs: toMilliseconds(statementTimeout),
		versions: {
			mode: versions.mode,
			pollMs: toMilliseconds(versions.poll),
			leaseMs: toMilliseconds(versions.lease)
		}
	};
}
/** `Database.version` keeps this promise: cached lists are keyed by it, and it is read again for each request. */
function guaranteeOf({ url, versions: { mode, lease } }) {
	const strong = {
		model: "strong",
		visibility: "A finished write shows in every answer that begins after it, also one by another process on the same database."
	};
	if (url === void 0) return strong;
	const shared = {
		scope: "cluster",
		engine: "PostgreSQL"
	};
	if (mode === "exact") return {
		...strong,
		...shared,
		typicalMs: 0,
		maxMs: 0
	};
	return {
		...shared,
		model: "bounded-staleness",
		visibility: `A finished write shows at once in the answers of the node that made it, and within ${lease} in those of all others.`,
		typicalMs: TYPICAL_MS,
		maxMs: toMilliseconds(lease)
	};
}
export { guaranteeOf as n, settingsOf as r, Options as t };

//# sourceMappingURL=options.js.map