/**
 * Sends hostile writes to all that can be written, and judges the answers: none is a failure of ours, and a request that is
 * refused changed nothing. `node test/hostile/writes.ts [requests of each kind] [seed]` prints figures.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sample } from "fast-check";
import { TableState } from "./table-state.ts";
import { hostileWrites, KINDS, type RawRequest, type Target } from "./write-requests.ts";

const COLLECTIONS = [
  "/api/brains",
  "/api/locales",
  "/api/offices",
  "/api/offices/lisboa/integrations",
];
const LEDGER = "/api/entries";
/** Each request is complete, so that silence is a failure. */
const PATIENCE_MS = 30_000;

export interface WritesResult {
  /** Answers of each kind of request, by status; 0 for connections that closed without one. */
  readonly statuses: Readonly<Record<string, Readonly<Record<number, number>>>>;
  /** The longest hold of the event loop in ms, and the memory before and after in bytes, by kind. */
  readonly loads: Readonly<
    Record<string, readonly [longestMs: number, before: number, after: number]>
  >;
  readonly failures: readonly string[];
}

interface Load {
  readonly longestMs: number;
  readonly rssBytes: number;
}

interface Answer {
  readonly status: number;
  readonly isReplayed: boolean;
  readonly body: string;
}

/** Each kind has a server and a data file of its own. */
export async function writeHostile(requests: number, seed: number): Promise<WritesResult> {
  const statuses: Record<string, Record<number, number>> = {};
  const loads: Record<string, [number, number, number]> = {};
  const failures: string[] = [];
  for (const kind of KINDS) {
    const folder = mkdtempSync(join(tmpdir(), "waymark-writes-"));
    const file = join(folder, "waymark.db");
    const child = fork(new URL("server.ts", import.meta.url), [file]);
    const ask = async (question: "read" | "reset"): Promise<Load> => {
      const answered = once(child, "message");
      child.send(question);
      const [load] = (await answered) as [Load];
      return load;
    };
    try {
      const [{ origin }] = (await once(child, "message")) as [{ origin: string }];
      const arbitrary = hostileWrites(await targetsOf(origin), LEDGER)[kind];
      const state = new TableState(file);
      const { rssBytes } = await ask("reset");
      const counts: Record<number, number> = (statuses[kind] = {});
      for (const request of sample(arbitrary, { numRuns: requests, seed })) {
        const { status, faults } = await judge(origin, request, state);
        counts[status] = (counts[status] ?? 0) + 1;
        failures.push(...faults.map((fault) => `${kind}: ${textOf(request)}\n→ ${fault}`));
      }
      state.close();
      const { longestMs, rssBytes: after } = await ask("read");
      loads[kind] = [longestMs, rssBytes, after];
    } finally {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return { statuses, loads, failures };
}

async function targetsOf(origin: string): Promise<readonly Target[]> {
  const targets = COLLECTIONS.map(async (path) => {
    const list = (await (await fetch(`${origin}${path}`)).json()) as object;
    const rows: unknown = Object.values(list).find(Array.isArray);
    return { path, rows: rows as object[] }; // the only list among the members
  });
  return Promise.all(targets);
}

async function judge(
  origin: string,
  request: RawRequest,
  state: TableState,
): Promise<{ readonly status: number; readonly faults: readonly string[] }> {
  const faults: string[] = [];
  const before = state.digest();
  const answer = await exchange(origin, request);
  if (answer === undefined) return { status: -1, faults: ["no answer"] };
  const { status, body } = answer;
  const results = request.target === "/api/bulk" && status === 200 ? resultsOf(body) : [status];
  if (results.some((one) => one >= 500)) faults.push(`${status} ${body}`);
  const after = state.digest();
  if (results.every((one) => one === 0 || one >= 400) && before !== after)
    faults.push(`${status}, but tables have changed: ${body}`);
  if (before !== after) faults.push(...state.disagreements());
  if (request.target === LEDGER && status === 201) {
    const again = await exchange(origin, request);
    if (again?.isReplayed !== true || again.body !== body || state.digest() !== after)
      faults.push(`${body} was not replayed: ${JSON.stringify(again)}`);
  }
  return { status, faults };
}

/** Statuses of operations; if the request was undone, only the refused operation's. */
function resultsOf(body: string): readonly number[] {
  const { results, refused } = JSON.parse(body) as {
    readonly results: readonly { readonly id: string; readonly status: number }[];
    readonly refused?: string;
  };
  return results
    .filter(({ id }) => refused === undefined || id === refused)
    .map((one) => one.status);
}

function exchange(
  origin: string,
  { method, target, fields, body }: RawRequest,
): Promise<Answer | undefined> {
  const { hostname, port } = new URL(origin);
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const head = `${method} ${target} HTTP/1.1\r\nHost: fuzz.example\r\nConnection: close\r\nContent-Length: ${body.byteLength}\r\n${lines}\r\n`;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () =>
      socket.write(Buffer.concat([Buffer.from(head, "latin1"), body])),
    );
    socket.setTimeout(PATIENCE_MS, () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", () => {}); // close follows
    socket.on("close", () => {
      const text = Buffer.concat(chunks).toString();
      const end = text.indexOf("\r\n\r\n");
      const isReplayed = /\r\nidempotency-replayed: true\r\n/i.test(text.slice(0, end + 2));
      resolve({ status: Number(text.slice(9, 12)), isReplayed, body: text.slice(end + 4) });
    });
  });
}

function textOf({ method, target, fields, body }: RawRequest): string {
  return `${method} ${target} ${JSON.stringify(fields)} ${Buffer.from(body).toString()}`;
}

if (import.meta.main) {
  const [, , requests = "10000", seed = String(Date.now() % 1e9)] = process.argv;
  const { statuses, loads, failures } = await writeHostile(Number(requests), Number(seed));
  const lines = [
    `${requests} requests of each kind, seed ${seed}`,
    ...Object.entries(statuses).map(([kind, counts]) => {
      const [longestMs = 0, before = 0, after = 0] = loads[kind] ?? [];
      const mb = (bytes: number) => Math.round(bytes / 1e6);
      return `${kind}: ${JSON.stringify(counts)}, longest hold ${longestMs.toFixed(1)} ms, ${mb(before)} MB before, ${mb(after)} MB after`;
    }),
    `failures of ours: ${failures.length}`,
    ...failures.slice(0, 8).map((failure) => `\n${failure.slice(0, 1500)}`),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
