/**
 * Sends hostile requests and judges the answers: every request is answered or its connection closed, no answer is a
 * failure of ours. `node test/hostile/fuzz.ts [requests] [seed]` also prints the memory and the longest hold of the loop.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { sample } from "fast-check";
import type { Registry } from "waymark";
import preset from "../../plugins/preset.ts";
import { createTestServer } from "waymark/testing";
import { hostileRequests } from "./requests.ts";

/** Connections at a time. */
const CLIENTS = 16;
/** Requests that are generated at a time. */
const BATCH = 1000;
/** An incomplete request keeps its connection open until the server's time limit for headers or body. */
const PATIENCE_MS = 300;

export interface FuzzResult {
  /** Answers by status; 0 for connections that closed without one, -1 for those that stayed silent. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Requests whose answer is a failure of the server, with the answer's first bytes. */
  readonly failures: readonly string[];
}

export async function fuzz(
  { origin, registry }: { readonly origin: string; readonly registry: Registry },
  { requests, seed }: { readonly requests: number; readonly seed: number },
): Promise<FuzzResult> {
  const declared = new Set([501, 505, ...declaredFailures(registry)]);
  const statuses: Record<number, number> = {};
  const failures: string[] = [];
  const arbitrary = hostileRequests(registry);
  for (let done = 0; done < requests; done += BATCH) {
    const batch = sample(arbitrary, {
      numRuns: Math.min(BATCH, requests - done),
      seed: seed + done,
    });
    const client = async () => {
      for (let text = batch.pop(); text !== undefined; text = batch.pop()) {
        const answer = await exchange(origin, text);
        const status = answer === undefined ? -1 : Number(answer.slice(9, 12));
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status >= 500 && !declared.has(status)) failures.push(`${text}\n→ ${answer}`);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  }
  return { statuses, failures };
}

/** Statuses of routes that always fail. */
function declaredFailures({ routes, errors }: Registry): readonly number[] {
  const codes = new Set(routes.map(({ declaration }) => declaration.alwaysFails?.code));
  return errors.filter(({ code }) => codes.has(code)).map(({ status }) => status);
}

/** Returns the beginning of the answer, or undefined while the server waits for the rest of the request. */
function exchange(origin: string, text: string): Promise<string | undefined> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(Number(port), hostname, () => socket.write(text, "latin1"));
    const end = (answer: string | undefined) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(PATIENCE_MS, () => end(received === "" ? undefined : received));
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1", 0, 2000);
      // The head is enough, as streams never end.
      if (received.includes("\r\n\r\n") && !received.startsWith("HTTP/1.1 100")) end(received);
    });
    socket.on("error", () => end(received));
    socket.on("close", () => end(received));
  });
}

async function main(requests: number, seed: number): Promise<void> {
  const child = fork(new URL("server.ts", import.meta.url), { stdio: "inherit" });
  const [{ origin }] = (await once(child, "message")) as [{ origin: string }];
  // Only for its registry, which is that of the child.
  const { registry, close } = await createTestServer({ plugins: preset });
  const read = async () => {
    child.send("read");
    const [answer] = (await once(child, "message")) as [{ longestMs: number; rssBytes: number }];
    return answer;
  };
  await fuzz({ origin, registry }, { requests: BATCH, seed: seed - BATCH });
  const before = await read();
  child.send("reset");
  await once(child, "message");
  const begun = performance.now();
  const { statuses, failures } = await fuzz({ origin, registry }, { requests, seed });
  const seconds = (performance.now() - begun) / 1000;
  const after = await read();
  const mb = ({ rssBytes }: { rssBytes: number }) => Math.round(rssBytes / 1e6);
  const lines = [
    `${requests} requests, seed ${seed}, ${seconds.toFixed(0)} s`,
    `by status: ${JSON.stringify(statuses)}`,
    `memory: ${mb(before)} MB before, ${mb(after)} MB after`,
    `longest hold of the event loop: ${after.longestMs.toFixed(1)} ms`,
    `failures of ours: ${failures.length}`,
    ...failures.slice(0, 5).map((failure) => `\n${failure.slice(0, 1500)}`),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  child.disconnect();
  await close();
  process.exitCode = failures.length === 0 ? 0 : 1;
}

if (import.meta.main) {
  const [, , requests = "50000", seed = String(Date.now() % 1e9)] = process.argv;
  await main(Number(requests), Number(seed));
}
