/** Conformance between nodes: a write at one shows at the others within the time that the store states. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  defineConformance,
  OK,
  outcomeOf,
  ownAnswers,
  readLinks,
  same,
  testCase,
  testLaw,
  type Answer,
  type Creation,
  type NodesContext,
  type ServiceNode,
  type Violation,
} from "waymark/conformance";
import { z } from "zod";

const NODES = "consistency: nodes";
const STALE = "consistency: stale-if-error";
const because = "a promise about data in the database, which no request shows without caches";

/** Milliseconds between two reads that wait for a write. */
const PAUSE_MS = 10;
/** Reads after the time that is stated, as others may write between the reads of two nodes. */
const LATE_READS = 3;

/** A store that states no time promises none. */
const ConsistencyStatement = z
  .object({ maxMs: z.number().default(0), staleIfErrorSeconds: z.number().optional() })
  .optional();

export default defineConformance({
  statement: ConsistencyStatement,
  covers: {
    scans: { because: "a part of what the limit of requests states" },
    model: [NODES],
    visibility: [NODES],
    typicalMs: { because: "a time that is usual, and no promise" },
    maxMs: [NODES],
    scope: [NODES],
    engine: { because },
    staleIfErrorSeconds: [STALE],
  },
  answers(operation, _context, statement) {
    const seconds = statement?.staleIfErrorSeconds;
    if (seconds === undefined) return [];
    const mayBeStale = operation.route.policies.some(
      ({ compiled }) => compiled.staleIfError !== undefined,
    );
    return [
      testCase(STALE, async () =>
        ownAnswers(operation).flatMap((answer) => {
          const isKept = ["ok", "notModified"].includes(outcomeOf(answer));
          const received = answer.headers["cache-control"]?.match(/stale-if-error=\d+/)?.[0];
          const expected = mayBeStale && isKept ? `stale-if-error=${seconds}` : undefined;
          return same("the time for which it stands in", received, expected);
        }),
      ),
    ];
  },
  nodes(context, statement) {
    if (statement === undefined) return [];
    const { maxMs } = statement;
    const law = `a finished write shows at every other node ${maxMs === 0 ? "at once" : `within ${maxMs} ms`}`;
    const { creations, nodes } = context;
    if (creations.length === 0)
      return [{ name: NODES, law, skipped: "no data is changed without --writes, or none can be" }];
    return [
      testLaw(NODES, law, async () => {
        const violations = await Array.fromAsync(creations, (creation) =>
          Array.fromAsync(nodes, (writer) => shows(creation, writer, context, maxMs)),
        );
        return violations.flat(2);
      }),
    ];
  },
});

/** Makes and removes a resource at one node, and reads it and its list at the others. */
async function shows(
  creation: Creation,
  writer: ServiceNode,
  { nodes, registry }: NodesContext,
  maxMs: number,
): Promise<readonly Violation[]> {
  const { path: list, route } = creation.operation;
  const isListed = registry.routes.some(
    ({ method, path }) => method === "GET" && path === route.path,
  );
  const lists = isListed ? [list] : [];
  const others = nodes.filter((node) => node !== writer);
  // Twice: then a list may be kept.
  for (const path of [...lists, ...lists])
    await Promise.all(others.map((reader) => reader.ask(path)));
  const made = await creation.make(writer);
  if ("missing" in made) return [{ expected: "a resource to read", received: made.missing }];
  const finished = performance.now();
  const key = decodeURIComponent(made.path.slice(made.path.lastIndexOf("/") + 1));
  const read = (wanted: boolean, from: number) => (reader: ServiceNode) =>
    Array.fromAsync([made.path, ...lists], (path) => {
      // A list of one page has all.
      const isDone = (answer: Answer) => hasNext(answer) || answer.body.includes(key) === wanted;
      return isCurrent(path, writer, reader, from, path === list ? isDone : () => true);
    });
  const afterMaking = await Promise.all(others.map(read(true, finished + maxMs)));
  await creation.remove(writer, made.path);
  const isGone = (await writer.ask(made.path)).status >= 400;
  const removed = performance.now() + maxMs;
  const afterRemoval = isGone ? await Promise.all(others.map(read(false, removed))) : [];
  return [...afterMaking, ...afterRemoval].flat(2);
}

function hasNext(answer: Answer): boolean {
  const { header, body } = readLinks(answer);
  return [...header, ...body].some(({ rel }) => rel === "next");
}

/** Reads until both nodes answer the same; a read that begins after `from` has to. */
async function isCurrent(
  path: string,
  writer: ServiceNode,
  reader: ServiceNode,
  from: number,
  isDone: (answer: Answer) => boolean,
): Promise<readonly Violation[]> {
  for (let late = 0; ;) {
    if (performance.now() >= from) late += 1;
    const answer = await reader.ask(path);
    const current = await writer.ask(path);
    if (textOf(answer) === textOf(current) && isDone(answer)) return OK;
    if (late === LATE_READS)
      return [
        {
          expected: `GET ${path} after a write at ${writer.origin}, there ${textOf(current).slice(0, 100)}`,
          received: `${textOf(answer).slice(0, 100)} from ${reader.origin}`,
        },
      ];
    await sleep(PAUSE_MS);
  }
}

function textOf({ status, headers, body }: Answer): string {
  // A refusal names its request.
  return status < 400 ? `${status} ${headers["etag"] ?? ""} ${String(body)}` : String(status);
}
