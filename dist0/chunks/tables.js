import "./kernel.js";
import { r as messageOf } from "./finding.js";
import { b as object, p as int, s as _enum, w as string } from "./zod2.js";
import { t as AuditEvent$1 } from "./monitoring.js";
import { appendFile, readFile } from "node:fs/promises";
import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
// plugins/identity/audit/records.ts
/** Records of the audit, each with the hash of the one before, and the marks that tell a prune from a cut. */
/** One recorded action. Every member but `hash` is hashed, in this order. */
const AuditEvent = object({
	...AuditEvent$1.shape,
	outcome: _enum([
		"ok",
		"refused",
		"failed"
	]),
	principal: string().optional().describe("Id of the caller; absent for anonymous ones."),
	principalName: string().optional().describe("Name of the caller at that time."),
	network: string().optional().describe("Network of the client: of IPv6 the /64."),
	target: string().optional().describe("Id of the thing that was acted on."),
	method: string().optional(),
	route: string().optional().describe("The route that answered, as plugin.routeId."),
	path: string().optional().describe("The path as received, without the query."),
	status: int().optional(),
	errorCode: string().optional(),
	requestId: string().optional(),
	traceId: string().optional(),
	detail: string().optional(),
	instance: string().describe("The chain of records that this is part of: one run of a server or command."),
	sequence: int().min(1).describe("Place in the chain."),
	previous: string().describe("Hash of the record before; of the first, that of its target, which is of another chain."),
	hash: string().describe("SHA-256 over all other members, in hex.")
}).meta({ id: "AuditEvent" });
/** A place in a chain: where it ends (`head`), or up to where old records were removed (`cut`). */
const Mark = object({
	id: string(),
	kind: _enum(["head", "cut"]),
	instance: string(),
	/** 0 for a chain without records. */
	sequence: int().min(0),
	/** Id and hash of the record there. */
	record: string(),
	hash: string()
});
const RECORDS = "auditRecords";
const MARKS = "auditMarks";
const HASHED = Object.keys(AuditEvent.shape).filter((name) => name !== "hash");
/** The hash that a record must have. */
function hashOf(record) {
	const values = HASHED.map((name) => Reflect.get(record, name) ?? null);
	return hash("sha256", JSON.stringify(values), "hex");
}
/** The part of ids that sorts by time, in milliseconds since 1970-01-01T00:00Z. */
function timeKey(at) {
	return String(Math.max(0, at)).padStart(15, "0");
}
/** The time of an id. */
function timeOf(id) {
	return Number(id.slice(0, 15));
}
function recordId(at, instance, sequence) {
	return `${timeKey(at)}-${instance}-${String(sequence).padStart(10, "0")}`;
}
// plugins/identity/audit/anchor.ts
/**
* A file outside of the store with places that chains have reached, one JSON line each. Those who can change the store
* alone cannot cut or rewrite what is before such a place.
*/
/** Milliseconds between two lines of one chain, at least. */
const EVERY_MS = 1e4;
/** Without a file, it does nothing. */
function createAnchor(file, log) {
	let notedAt = Number.NEGATIVE_INFINITY;
	let unnoted;
	let failing = false;
	const append = async (mark) => {
		if (file !== void 0) await appendFile(file, `${JSON.stringify(mark)}\n`, { mode: 384 });
	};
	async function note() {
		if (unnoted === void 0) return;
		try {
			await append(unnoted);
			notedAt = performance.now();
			unnoted = void 0;
			failing = false;
		} catch (error) {
			if (!failing) log.error("the anchor of the audit cannot be written", {
				file,
				reason: messageOf(error)
			});
			failing = true;
		}
	}
	return {
		async head(mark) {
			unnoted = mark;
			if (performance.now() - notedAt >= EVERY_MS) await note();
		},
		cut: append,
		close: note
	};
}
/** The latest places of the file, by kind and chain. Throws when it cannot be read. */
async function readAnchor(file) {
	const lines = (await readFile(file, "utf8")).split("\n");
	const latest = /* @__PURE__ */ new Map();
	for (const [index, line] of lines.entries()) {
		if (line === "") continue;
		const { success, data } = Mark.safeParse(parse(line));
		if (!success && index === lines.length - 1) continue;
		if (!success) throw new Error(`line ${index + 1} of the anchor ${file} cannot be read`);
		const key = `${data.instance} ${data.kind}`;
		if (data.sequence >= (latest.get(key)?.sequence ?? 0)) latest.set(key, data);
	}
	return [...latest.values()];
}
function parse(line) {
	try {
		return JSON.parse(line);
	} catch {
		return;
	}
}
// plugins/identity/audit/tables.ts
/** How the two tables are read. */
/** Rows read in one turn of the event loop. */
const AT_ONCE = 200;
/** Every row that passes the filters, by id, some at a time. */
async function* eachRow(table, filters) {
	const sort = [{
		field: "id",
		descending: false
	}];
	let after;
	do {
		const query = {
			fields: void 0,
			filters,
			sort,
			limit: AT_ONCE,
			after
		};
		const page = await table.list(query);
		yield* page.items;
		after = page.next;
		if (after !== void 0) await setImmediate();
	} while (after !== void 0);
}
/** The last row by id that passes the filters. */
async function lastRow(table, filters = []) {
	const query = {
		fields: void 0,
		filters,
		sort: [{
			field: "id",
			descending: true
		}],
		limit: 1,
		after: void 0
	};
	return (await table.list(query)).items[0];
}
function is(field, value) {
	return {
		field,
		operator: "eq",
		value
	};
}
export { readAnchor as a, Mark as c, recordId as d, timeKey as f, createAnchor as i, RECORDS as l, is as n, AuditEvent as o, timeOf as p, lastRow as r, MARKS as s, eachRow as t, hashOf as u };

//# sourceMappingURL=tables.js.map