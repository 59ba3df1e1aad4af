import { b as object, y as number } from "../../../../chunks/zod2.js";
import { t as defineConformance } from "../../../../chunks/conformance.js";
import { _ as readLinks } from "../../../../chunks/sample.js";
import { k as testLaw, v as OK } from "../../../../chunks/context.js";
import { setTimeout } from "node:timers/promises";
// plugins/discovery/documents/consistency-policy/conformance.ts
/** Between nodes: a write at one shows at the others within the time that the store states. */
const NODES = "consistency: nodes";
const because = "a promise about data in the database, which no request shows without caches";
/** Milliseconds between two reads that wait for a write. */
const PAUSE_MS = 10;
/** Reads after the time that is stated, as others may write between the reads of two nodes. */
const LATE_READS = 3;
/** A store that states no time promises none. */
const ConsistencyStatement = object({ maxMs: number().default(0) }).optional();
var conformance_default = defineConformance({
	statement: ConsistencyStatement,
	covers: {
		model: [NODES],
		visibility: [NODES],
		typicalMs: { because: "a time that is usual, and no promise" },
		maxMs: [NODES],
		scope: [NODES],
		engine: { because }
	},
	nodes(context, statement) {
		if (statement === void 0) return [];
		const { maxMs } = statement;
		const law = `a finished write shows at every other node ${maxMs === 0 ? "at once" : `within ${maxMs} ms`}`;
		const { creations, nodes } = context;
		if (creations.length === 0) return [{
			name: NODES,
			law,
			skipped: "no data is changed without --writes, or none can be"
		}];
		return [testLaw(NODES, law, async () => {
			return (await Array.fromAsync(creations, (creation) => Array.fromAsync(nodes, (writer) => shows(creation, writer, context, maxMs)))).flat(2);
		})];
	}
});
/** Makes and removes a resource at one node, and reads it and its list at the others. */
async function shows(creation, writer, { nodes, registry }, maxMs) {
	const { path: list, route } = creation.operation;
	const lists = registry.routes.some(({ method, path }) => method === "GET" && path === route.path) ? [list] : [];
	const others = nodes.filter((node) => node !== writer);
	for (const path of [...lists, ...lists]) await Promise.all(others.map((reader) => reader.ask(path)));
	const made = await creation.make(writer);
	if ("missing" in made) return [{
		expected: "a resource to read",
		received: made.missing
	}];
	const finished = performance.now();
	const key = decodeURIComponent(made.path.slice(made.path.lastIndexOf("/") + 1));
	const read = (wanted, from) => (reader) => Array.fromAsync([made.path, ...lists], (path) => {
		const isDone = (answer) => hasNext(answer) || answer.body.includes(key) === wanted;
		return isCurrent(path, writer, reader, from, path === list ? isDone : () => true);
	});
	const afterMaking = await Promise.all(others.map(read(true, finished + maxMs)));
	await creation.remove(writer, made.path);
	const isGone = (await writer.ask(made.path)).status >= 400;
	const removed = performance.now() + maxMs;
	const afterRemoval = isGone ? await Promise.all(others.map(read(false, removed))) : [];
	return [...afterMaking, ...afterRemoval].flat(2);
}
function hasNext(answer) {
	const { header, body } = readLinks(answer);
	return [...header, ...body].some(({ rel }) => rel === "next");
}
/** Reads until both nodes answer the same; a read that begins after `from` has to. */
async function isCurrent(path, writer, reader, from, isDone) {
	for (let late = 0;;) {
		if (performance.now() >= from) late += 1;
		const answer = await reader.ask(path);
		const current = await writer.ask(path);
		if (shown(answer) === shown(current) && isDone(answer)) return OK;
		if (late === LATE_READS) return [{
			expected: `GET ${path} after a write at ${writer.origin}, there ${shown(current).slice(0, 100)}`,
			received: `${shown(answer).slice(0, 100)} from ${reader.origin}`
		}];
		await setTimeout(PAUSE_MS);
	}
}
function shown({ status, headers, body }) {
	return status < 400 ? `${status} ${headers["etag"] ?? ""} ${String(body)}` : String(status);
}
export { conformance_default as default };

//# sourceMappingURL=conformance.js.map