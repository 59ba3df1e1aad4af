/** Conformance between nodes: each shows an event of another once, under the same id, and resumes from it. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  defineConformance,
  same,
  testLaw,
  type Creation,
  type NodeCase,
  type NodesContext,
  type ServiceNode,
  type Violation,
} from "waymark/conformance";
import { z } from "zod";
import { changes } from "./changes.ts";
import { sharedStreamsCase, StreamsStatement } from "./conformance-streams.ts";

const NODES = "events: nodes";
const STREAMS = "events: streams";
const LAW = "an event of one node is seen once at each, and Last-Event-ID goes on at every node";
/** Milliseconds for events to arrive; looked at when anything arrives, heartbeats at the latest. */
const ARRIVAL_MS = 5000;
/** Milliseconds in which all nodes have begun to listen. */
const SETTLE_MS = 1000;

const EventsStatement = z
  .object({
    scope: z.enum(["instance", "cluster"]).optional(),
    streams: StreamsStatement.optional(),
  })
  .optional();

export default defineConformance({
  statement: EventsStatement,
  covers: { scope: [NODES], streams: [STREAMS] },
  optional: { "X-Accel-Buffering": "only on streams" },
  nodes(context, statement) {
    const stream = context.operations.find(({ route }) => route.ref === "events.streamEvents");
    return [
      eventsCase(context, statement?.scope, stream?.target),
      sharedStreamsCase(STREAMS, context, statement?.streams, stream?.target),
    ];
  },
});

function eventsCase(
  context: NodesContext,
  scope: string | undefined,
  stream: string | undefined,
): NodeCase {
  const one = { name: NODES, law: LAW };
  if (scope !== "cluster")
    return { ...one, skipped: "the service states the events of one node only" };
  const creation = context.creations.find(({ operation }) =>
    operation.route.policies.some(({ policy }) => policy.id === changes.id),
  );
  if (stream === undefined || creation === undefined)
    return { ...one, skipped: "no data is changed without --writes, or none can be" };
  return testLaw(NODES, LAW, () => isSeen(stream, creation, context));
}

interface Event {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

async function isSeen(
  stream: string,
  { make, remove }: Creation,
  { nodes }: NodesContext,
): Promise<readonly Violation[]> {
  const end = performance.now() + SETTLE_MS + ARRIVAL_MS;
  const made = new Map<string, ServiceNode>();
  const isComplete = (events: readonly Event[]) =>
    made.size === nodes.length &&
    [...made.keys()].every((path) => changesOf(path, events).length >= 2);
  const listening = nodes.map((node) => listen(node, stream, {}, isComplete, end));
  await sleep(SETTLE_MS);
  for (const node of nodes) {
    const one = await make(node);
    if ("missing" in one) return [{ expected: "a resource to change", received: one.missing }];
    await remove(node, one.path);
    made.set(one.path, node);
  }
  const seen = await Promise.all(listening);
  const violations: Violation[] = [];
  for (const [path, { origin }] of made) {
    const ids = changesOf(path, seen[0] ?? []).map(({ id }) => id);
    for (const [index, events] of seen.entries()) {
      const where = `at ${nodes[index]?.origin ?? ""} of a write at ${origin}`;
      const ofPath = changesOf(path, events);
      violations.push(
        ...same(`events ${where}`, ofPath.length, 2),
        ...same(
          `their ids ${where}`,
          ofPath.map(({ id }) => id),
          ids,
        ),
      );
    }
  }
  const [first, second] = seen[0] ?? [];
  if (violations.length > 0 || first === undefined || second === undefined) return violations;
  return (
    await Promise.all(
      nodes.map(async (node) => {
        const headers = { "last-event-id": first.id };
        const [next] = await listen(node, stream, headers, (events) => events.length > 0);
        const received = `${next?.event ?? "nothing"} ${next?.id ?? ""}`;
        return same(
          `the event after ${first.id} at ${node.origin}`,
          received,
          `${second.event} ${second.id}`,
        );
      }),
    )
  ).flat();
}

/** Collects the events of a stream until they are complete, or late. Ignores heartbeats. */
async function listen(
  { ask }: ServiceNode,
  target: string,
  headers: Readonly<Record<string, string>>,
  isAll: (events: readonly Event[]) => boolean,
  end: number = performance.now() + ARRIVAL_MS,
): Promise<readonly Event[]> {
  const { body } = await ask(target, {
    headers,
    firstBytes: (received) => isAll(eventsOf(received)) || performance.now() > end,
  });
  return eventsOf(String(body));
}

function eventsOf(text: string): readonly Event[] {
  return text
    .split("\n\n")
    .slice(0, -1) // the last one may be cut
    .flatMap((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? "";
      const event = field("event");
      const isOne = event !== "" && event !== "heartbeat";
      return isOne ? [{ event, id: field("id"), data: field("data") }] : [];
    });
}

function changesOf(path: string, events: readonly Event[]): readonly Event[] {
  return events.filter(({ data }) => data.includes(`"path":${JSON.stringify(path)}`));
}
