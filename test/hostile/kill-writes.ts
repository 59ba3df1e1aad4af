/**
 * Kills a server at random moments of a load of writes, and asks the next one what is left: every acknowledged write once,
 * none half, and its key replays. `node test/hostile/kill-writes.ts [kills] [seed]` prints the figures.
 */
import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sum } from "./ledger.ts";

const CLIENTS = 8;
/** Milliseconds of load before a kill, at most. */
const LONGEST_MS = 250;
/** Acknowledged writes that are repeated after each kill. */
const REPEATED = 5;

export interface KillResult {
  readonly kills: number;
  readonly acknowledged: number;
  /** Sent, and cut before an answer came. */
  readonly uncertain: number;
  /** Those of them that were there afterwards. */
  readonly kept: number;
  readonly replayed: number;
  /** Breaches of the law, each in one line. */
  readonly faults: readonly string[];
}

interface Server {
  readonly origin: string;
  kill(): Promise<void>;
}

async function start(file: string): Promise<Server> {
  const child = fork(new URL("write-server.ts", import.meta.url), [file], { stdio: "inherit" });
  const [{ origin }] = (await once(child, "message")) as [{ origin: string }];
  return {
    origin,
    async kill() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

interface Posted {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
}

async function post(origin: string, id: string): Promise<Posted> {
  const answer = await fetch(`${origin}/api/entries`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": `"${id}"` },
    body: JSON.stringify({ id, amount: 1 }),
  });
  const replayed = answer.headers.get("idempotency-replayed") === "true";
  return { status: answer.status, text: await answer.text(), replayed };
}

async function read<T>(origin: string, path: string): Promise<T> {
  const answer = await fetch(`${origin}${path}`);
  return (await answer.json()) as T; // as the ledger declares it
}

/** @param random returns numbers from 0 to 1. */
export async function killWrites(kills: number, random: () => number): Promise<KillResult> {
  const folder = mkdtempSync(join(tmpdir(), "waymark-kill-"));
  const file = join(folder, "waymark.db");
  const acknowledged = new Map<string, string>();
  const uncertain = new Set<string>();
  const faults: string[] = [];
  let kept = 0;
  let replayed = 0;

  async function load(server: Server, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const id = randomUUID();
      try {
        const { status, text } = await post(server.origin, id);
        if (status === 201) acknowledged.set(id, text);
        else faults.push(`a write was answered with ${status}: ${text}`);
      } catch {
        uncertain.add(id);
      }
    }
  }

  async function repeat(origin: string, id: string): Promise<void> {
    const before = acknowledged.get(id);
    const again = await post(origin, id);
    if (again.status !== 201) faults.push(`${id} was repeated, and answered with ${again.status}`);
    if (before === undefined) return void (kept += Number(again.replayed));
    if (!again.replayed || again.text !== before)
      faults.push(`${id} did not replay: ${again.text}`);
    replayed += 1;
  }

  async function verify({ origin }: Server): Promise<void> {
    const { entries } = await read<{ entries: { id: string }[] }>(origin, "/api/entries");
    const sum = await read<Sum>(origin, "/api/sum");
    if (sum.entries !== entries.length || sum.amount !== entries.length)
      faults.push(`${entries.length} entries, but the sum is ${JSON.stringify(sum)}`);
    const there = new Set(entries.map(({ id }) => id));
    for (const id of acknowledged.keys())
      if (!there.has(id)) faults.push(`the acknowledged entry ${id} is gone`);
    if (there.size > acknowledged.size + uncertain.size) faults.push("entries that were not sent");
  }

  async function settle({ origin }: Server): Promise<void> {
    const ids = [...acknowledged.keys()].toSorted(() => random() - 0.5).slice(0, REPEATED);
    for (const id of ids) await repeat(origin, id);
    for (const id of uncertain) await repeat(origin, id);
    for (const id of uncertain) acknowledged.set(id, (await post(origin, id)).text);
    uncertain.clear();
  }

  let sent = 0;
  try {
    for (let kill = 0; kill < kills; kill++) {
      const server = await start(file);
      await verify(server);
      await settle(server);
      const stop = new AbortController();
      const clients = Array.from({ length: CLIENTS }, () => load(server, stop.signal));
      await sleep(random() * LONGEST_MS);
      stop.abort();
      await server.kill();
      await Promise.all(clients);
      sent += uncertain.size;
    }
    const last = await start(file);
    await verify(last);
    await settle(last);
    await verify(last);
    await last.kill();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { kills, acknowledged: acknowledged.size, uncertain: sent, kept, replayed, faults };
}

if (import.meta.main) {
  const [kills = "500", seed = String(Date.now() % 1e6)] = process.argv.slice(2);
  let state = Number(seed);
  // A linear congruential generator (Numerical Recipes), so that the seed repeats the moments.
  const random = () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
  const result = await killWrites(Number(kills), random);
  process.stdout.write(`seed ${seed}\n${JSON.stringify(result, undefined, 2)}\n`);
  process.exitCode = result.faults.length === 0 ? 0 : 1;
}
