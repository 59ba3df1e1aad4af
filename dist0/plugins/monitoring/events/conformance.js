import { b as object, p as int, s as _enum } from "../../../chunks/zod2.js";
import { t as defineConformance } from "../../../chunks/conformance.js";
import { n as changes } from "../../../chunks/changes.js";
import { T as same, k as testLaw, x as expectThat } from "../../../chunks/context.js";
import { setTimeout } from "node:timers/promises";
// plugins/monitoring/events/conformance-streams.ts
/** Between nodes: a client has as many streams as stated at all of them together. */
/** Connections that a check opens at most. */
const MAX_STREAMS = 100;
const StreamsStatement = object({
	perClient: int(),
	scope: _enum(["instance", "cluster"])
});
/** @param target a stream that counts; undefined where there is none. */
function sharedStreamsCase(name, context, stated, target) {
	if (stated?.scope !== "cluster") return {
		name,
		law: "a client has a number of event streams at all nodes together",
		skipped: "the service states the streams of one node only"
	};
	const { perClient } = stated;
	const law = `a client has ${perClient} event streams at all nodes together`;
	if (target === void 0) return {
		name,
		law,
		skipped: "no stream can be opened"
	};
	if (!context.exhaust) return {
		name,
		law,
		skipped: "it would take all streams of the clients at this address; check with --exhaust"
	};
	if (perClient > MAX_STREAMS) return {
		name,
		law,
		skipped: `it would take ${perClient} connections`
	};
	return testLaw(name, law, async () => {
		const open = await openTogether(target, context, perClient);
		return expectThat(open <= perClient, `at most ${perClient} open streams of a client, over all nodes`, `${open} open`);
	});
}
/** Opens one stream more at each node than all of them allow, and returns how many were open at the same time. */
async function openTogether(target, { nodes }, perClient) {
	for (const { ask } of nodes) await ask(target, { method: "HEAD" });
	const asked = Array.from({ length: perClient + nodes.length }, (_, at) => at);
	const answered = /* @__PURE__ */ new Set();
	return (await Promise.all(asked.map((at) => nodes[at % nodes.length]?.ask(target, {
		noRetry: true,
		firstBytes() {
			answered.add(at);
			return answered.size === asked.length;
		}
	})))).filter((answer) => answer?.status === 200).length;
}
// plugins/monitoring/events/conformance.ts
/** Between nodes: an event of one is seen once at each, under one id, from which every node goes on. */
const NODES = "events: nodes";
const STREAMS = "events: streams";
const LAW = "an event of one node is seen once at each, and Last-Event-ID goes on at every node";
/** Milliseconds for events to arrive; looked at when anything arrives, heartbeats at the latest. */
const ARRIVAL_MS = 5e3;
/** Milliseconds in which all nodes have begun to listen. */
const SETTLE_MS = 1e3;
const EventsStatement = object({
	scope: _enum(["instance", "cluster"]).optional(),
	streams: StreamsStatement.optional()
}).optional();
var conformance_default = defineConformance({
	statement: EventsStatement,
	covers: {
		scope: [NODES],
		streams: [STREAMS]
	},
	optional: { "X-Accel-Buffering": "only on streams" },
	nodes(context, statement) {
		const stream = context.operations.find(({ route }) => route.ref === "events.streamEvents");
		return [eventsCase(context, statement?.scope, stream?.target), sharedStreamsCase(STREAMS, context, statement?.streams, stream?.target)];
	}
});
function eventsCase(context, scope, stream) {
	const one = {
		name: NODES,
		law: LAW
	};
	if (scope !== "cluster") return {
		...one,
		skipped: "the service states the events of one node only"
	};
	const creation = context.creations.find(({ operation }) => operation.route.policies.some(({ policy }) => policy.id === changes.id));
	if (stream === void 0 || creation === void 0) return {
		...one,
		skipped: "no data is changed without --writes, or none can be"
	};
	return testLaw(NODES, LAW, () => isSeen(stream, creation, context));
}
async function isSeen(stream, { make, remove }, { nodes }) {
	const end = performance.now() + SETTLE_MS + ARRIVAL_MS;
	const made = /* @__PURE__ */ new Map();
	const isComplete = (events) => made.size === nodes.length && [...made.keys()].every((path) => changesOf(path, events).length >= 2);
	const listening = nodes.map((node) => listen(node, stream, {}, isComplete, end));
	await setTimeout(SETTLE_MS);
	for (const node of nodes) {
		const one = await make(node);
		if ("missing" in one) return [{
			expected: "a resource to change",
			received: one.missing
		}];
		await remove(node, one.path);
		made.set(one.path, node);
	}
	const seen = await Promise.all(listening);
	const violations = [];
	for (const [path, { origin }] of made) {
		const ids = changesOf(path, seen[0] ?? []).map(({ id }) => id);
		for (const [index, events] of seen.entries()) {
			const where = `at ${nodes[index]?.origin ?? ""} of a write at ${origin}`;
			const ofPath = changesOf(path, events);
			violations.push(...same(`events ${where}`, ofPath.length, 2), ...same(`their ids ${where}`, ofPath.map(({ id }) => id), ids));
		}
	}
	const [first, second] = seen[0] ?? [];
	if (violations.length > 0 || first === void 0 || second === void 0) return violations;
	return (await Promise.all(nodes.map(async (node) => {
		const [next] = await listen(node, stream, { "last-event-id": first.id }, (events) => events.length > 0);
		const received = `${next?.event ?? "nothing"} ${next?.id ?? ""}`;
		return same(`the event after ${first.id} at ${node.origin}`, received, `${second.event} ${second.id}`);
	}))).flat();
}
/** Takes the events of a stream until they are all, or too late. Heartbeats are none. */
async function listen({ ask }, target, headers, isAll, end = performance.now() + ARRIVAL_MS) {
	const { body } = await ask(target, {
		headers,
		firstBytes: (received) => isAll(eventsOf(received)) || performance.now() > end
	});
	return eventsOf(String(body));
}
function eventsOf(text) {
	return text.split("\n\n").slice(0, -1).flatMap((block) => {
		const field = (name) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? "";
		const event = field("event");
		return event !== "" && event !== "heartbeat" ? [{
			event,
			id: field("id"),
			data: field("data")
		}] : [];
	});
}
function changesOf(path, events) {
	return events.filter(({ data }) => data.includes(`"path":${JSON.stringify(path)}`));
}
export { conformance_default as default };

//# sourceMappingURL=conformance.js.map