/** Histories of several clients through the balancer, while nodes, their wires and PostgreSQL fail. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { needs } from "../../_programs.ts";
import { isLinearizable, staleReads, wrongCounts, wrongElements, type Write } from "./history.ts";
import { randomFrom, Recording, startService, type Service } from "./service.ts";

/** As `/api/consistency-policy` states. */
const MAX_MS = 1000;
const SEEDS = (process.env["HISTORY_SEEDS"] ?? "1").split(",").map(Number);
const PAUSE_MS = 700;
const TRUSTING = join(import.meta.dirname, "trusting-store.ts");

/** Each breaks something, and repairs only processes and wires. */
const FAULTS: Readonly<Record<string, (service: Service, random: () => number) => Promise<void>>> =
  {
    async "a node is killed"({ nodes }, random) {
      const { node } = nodes[Math.floor(random() * nodes.length)]!;
      await node.kill();
      await sleep(PAUSE_MS);
      await node.restart();
    },
    async "a node is cut off"({ nodes }, random) {
      const { wire } = nodes[Math.floor(random() * nodes.length)]!;
      await wire.cut();
      await sleep(2 * MAX_MS);
      await wire.restore();
    },
    async "a network loses everything"({ nodes }, random) {
      const { wire } = nodes[Math.floor(random() * nodes.length)]!;
      wire.hold();
      await sleep(2 * MAX_MS);
      await wire.restore();
    },
    async "listeners are ended"({ postgres }) {
      await postgres.terminateBackends("listen%");
    },
    async "all connections are ended"({ postgres }) {
      await postgres.terminateBackends();
    },
    async "PostgreSQL is killed"({ postgres }) {
      await postgres.kill();
      await sleep(PAUSE_MS);
      await postgres.restart();
    },
  };

/** Runs clients and faults, and returns what broke a rule. */
async function violations(
  service: Service,
  seed: number,
  faults: readonly string[],
  isStrong = false,
) {
  const random = randomFrom(seed);
  const recording = new Recording(service.url);
  const end = new AbortController();
  const clients = recording.run(seed, end.signal);
  await sleep(PAUSE_MS);
  for (const name of faults.toSorted(() => random() - 0.5)) {
    await FAULTS[name]?.(service, random);
    await sleep(PAUSE_MS);
  }
  end.abort();
  await clients;
  await sleep(2 * MAX_MS);
  const { operations } = recording;
  // The rest recovers by itself.
  let elements: readonly string[] | undefined;
  const isThere = async () => {
    elements = await recording.elements();
    return elements !== undefined && (await recording.readAll());
  };
  await expect.poll(isThere, { timeout: 60_000 }).toBe(true);

  const byThing = Map.groupBy(operations, ({ of }) => of);
  const writes = operations.filter((one): one is Write => one.kind === "write");
  const found = [...byThing].flatMap(([of, history]) => {
    if (isStrong && of.startsWith("registers"))
      return isLinearizable(history) ? [] : [`${of} is not linearizable`];
    if (of.startsWith("registers")) return staleReads(history, MAX_MS);
    return of.startsWith("counters") ? wrongCounts(history, MAX_MS) : [];
  });
  const ofSet = writes.filter(({ of }) => of === "elements");
  found.push(...wrongElements(ofSet, elements ?? []), ...recording.wrong);
  return { found, operations: operations.length, unavailable: recording.unavailable };
}

needs("postgres", "haproxy");

describe("three nodes on PostgreSQL", () => {
  test.each(SEEDS)("keep their promise in history %i", { timeout: 300_000 }, async (seed) => {
    const service = await startService((url) => ({ store: { url } }));
    const { found, operations } = await violations(service, seed, Object.keys(FAULTS));
    expect(found, `seed ${seed}`).toEqual([]);
    expect(operations).toBeGreaterThan(1000);
  });

  test("that ask before each read are linearizable", { timeout: 300_000 }, async () => {
    const versions = { mode: "exact" };
    const service = await startService((url) => ({ store: { url, versions } }));
    const { found } = await violations(service, 5, ["listeners are ended"], true);
    expect(found).toEqual([]);
  });

  test("that trust what they kept for ever are found out", { timeout: 300_000 }, async () => {
    const service = await startService((url) => ({ store: false, [TRUSTING]: { url } }));
    const { found } = await violations(service, 1, []);
    expect(found.some((text) => text.includes("before the read began"))).toBe(true);
  });
});
