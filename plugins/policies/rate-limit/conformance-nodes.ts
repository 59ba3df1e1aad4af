/** Conformance between nodes: a client that calls all of them has one limit. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  expectThat,
  testLaw,
  type NodeCase,
  type NodesContext,
  type Violation,
} from "waymark/conformance";

/** Requests at once to each node. */
const BATCH = 10;
/** Milliseconds after which requests that a node took in advance are there for the others. */
const RETURN_MS = 1500;

interface StatedLimit {
  readonly limit: number;
  readonly windowSeconds: number;
  readonly scope: "instance" | "cluster";
  /** Requests that may be allowed beyond the limit. */
  readonly accuracy: { readonly over: number };
  /** Status of a refusal. */
  readonly refusal: number;
}

/** @param skipped why limits are not used up. */
export function sharedLimitCase(
  name: string,
  context: NodesContext,
  stated: StatedLimit,
  target: string | undefined,
  skipped: string | undefined,
): NodeCase {
  const law = `a client has ${stated.limit} requests in ${stated.windowSeconds} s at all nodes together`;
  if (stated.scope === "instance")
    return { name, law, skipped: "the service states the limit of one node only" };
  if (target === undefined) return { name, law, skipped: "no request counts" };
  if (skipped !== undefined) return { name, law, skipped };
  return testLaw(name, law, () => countTogether(target, context, stated));
}

/** Uses up a new window at all nodes at once, and counts the allowed requests. */
async function countTogether(
  target: string,
  { nodes }: NodesContext,
  { limit, windowSeconds, accuracy: { over }, refusal }: StatedLimit,
): Promise<readonly Violation[]> {
  const ask = async (method: string) =>
    Promise.all(nodes.map((node) => node.ask(target, { method, noRetry: true })));
  const before = await ask("OPTIONS");
  const isUsed = before.some(({ headers }) => Number(headers["x-ratelimit-remaining"]) < limit);
  const resets = before.map(({ headers }) => Number(headers["x-ratelimit-reset"]));
  if (isUsed) await sleep((Math.max(...resets) + 1) * 1000);

  const end = performance.now() + (windowSeconds - 1) * 1000;
  let allowed = 0;
  let isRefused = false;
  while (performance.now() < end && allowed <= limit + over) {
    const answers = (await Promise.all(Array.from({ length: BATCH }, () => ask("HEAD")))).flat();
    const passed = answers.filter(({ status }) => status !== refusal).length;
    allowed += passed;
    if (passed > 0) isRefused = false;
    else if (isRefused) break;
    else {
      isRefused = true;
      await sleep(RETURN_MS);
    }
  }
  return expectThat(
    allowed <= limit + over,
    `at most ${limit + over} requests of a client in ${windowSeconds} s, over all nodes`,
    `${allowed} allowed`,
  );
}
