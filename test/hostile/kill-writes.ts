/**
 * Kills a server at random moments of a load of writes, and asks the next one what is left: every acknowledged write once,
 * none half, its key replays, and its webhook is delivered. `node test/hostile/kill-writes.ts [kills] [seed]` prints figures.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Books } from "./books.ts";
import { receive, type Receiver } from "./deliveries.ts";

const CLIENTS = 8;
/** Milliseconds of load before a kill, at most. */
const LONGEST_MS = 1000;
/** Share of starts that are killed before the server listens, and milliseconds until then, at most. */
const CUT_STARTS = 0.2;
const START_MS = 2000;
/** Acknowledged writes that are repeated after each kill. */
const REPEATED = 5;
/** Kills of one data file: each of them is followed by a look at all that it has. */
const KILLS_OF_FILE = 25;
/** Milliseconds that deliveries may take after the last start: their leases have to end first. */
const PATIENCE_MS = 60_000;

export interface KillResult {
  readonly kills: number;
  readonly cutStarts: number;
  readonly acknowledged: number;
  /** Writes cut before an answer came. */
  readonly uncertain: number;
  /** Uncertain writes that were there afterwards. */
  readonly kept: number;
  readonly replayed: number;
  /** Changes of resources, and attempts to deliver them. */
  readonly changes: number;
  readonly attempts: number;
  /** Breaches of the law, each in one line. */
  readonly faults: readonly string[];
}

/** @param random returns numbers from 0 to 1. */
export async function killWrites(kills: number, random: () => number): Promise<KillResult> {
  const results: KillResult[] = [];
  for (let left = kills; left > 0; left -= KILLS_OF_FILE)
    results.push(await killWritesOf(Math.min(left, KILLS_OF_FILE), random));
  const total = (of: (result: KillResult) => number) =>
    results.reduce((sum, result) => sum + of(result), 0);
  return {
    kills: total((result) => result.kills),
    cutStarts: total(({ cutStarts }) => cutStarts),
    acknowledged: total(({ acknowledged }) => acknowledged),
    uncertain: total(({ uncertain }) => uncertain),
    kept: total(({ kept }) => kept),
    replayed: total(({ replayed }) => replayed),
    changes: total(({ changes }) => changes),
    attempts: total(({ attempts }) => attempts),
    faults: results.flatMap(({ faults }) => faults),
  };
}

/** Kills the processes of one data file, so many times. */
async function killWritesOf(kills: number, random: () => number): Promise<KillResult> {
  const folder = mkdtempSync(join(tmpdir(), "waymark-kill-"));
  const file = join(folder, "waymark.db");
  const receiver = await receive(random);
  const books = new Books(random);
  let cutStarts = 0;
  let child: ChildProcess | undefined;

  const start = async (): Promise<string> => {
    child = fork(new URL("write-server.ts", import.meta.url), [file, receiver.url]);
    const [{ origin }] = (await once(child, "message")) as [{ origin: string }];
    return origin;
  };
  const cutStart = async (): Promise<void> => {
    child = fork(new URL("write-server.ts", import.meta.url), [file, receiver.url]);
    await sleep(random() * START_MS);
    await kill(child);
    cutStarts += 1;
  };
  try {
    for (let count = 0; count < kills; count++) {
      if (random() < CUT_STARTS) await cutStart();
      const origin = await start();
      await books.verify(origin);
      await books.settle(origin, REPEATED);
      const stop = new AbortController();
      const clients = Array.from({ length: CLIENTS }, () => books.load(origin, stop.signal));
      await sleep(random() * LONGEST_MS);
      stop.abort();
      await kill(child);
      await Promise.all(clients);
    }
    const origin = await start();
    await books.verify(origin);
    await books.settle(origin, REPEATED);
    await books.verify(origin);
    const { changes } = books;
    const faults = [...books.faults, ...(await undelivered(changes, receiver))];
    const { attempts, unordered } = receiver;
    const made = [...changes.values()].reduce((sum, count) => sum + count, 0);
    const { counts } = books;
    return {
      kills,
      cutStarts,
      ...counts,
      changes: made,
      attempts,
      faults: [...faults, ...unordered],
    };
  } finally {
    await kill(child);
    receiver.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function kill(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** Waits until each change was delivered, and returns those whose deliveries are too few or too many. */
async function undelivered(
  changes: ReadonlyMap<string, number>,
  receiver: Receiver,
): Promise<readonly string[]> {
  const differing = () =>
    [...changes].filter(([path, versions]) => receiver.taken(path) !== versions);
  const until = performance.now() + PATIENCE_MS;
  while (differing().length > 0 && performance.now() < until) await sleep(50);
  return differing().map(
    ([path, versions]) => `${versions} changes of ${path}, ${receiver.taken(path)} deliveries`,
  );
}

/** A linear congruential generator (Numerical Recipes), so that the seed repeats the moments. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
}

if (import.meta.main) {
  const [kills = "500", seed = String(Date.now() % 1e6)] = process.argv.slice(2);
  const result = await killWrites(Number(kills), seeded(Number(seed)));
  process.stdout.write(`seed ${seed}\n${JSON.stringify(result, undefined, 2)}\n`);
  process.exitCode = result.faults.length === 0 ? 0 : 1;
}
