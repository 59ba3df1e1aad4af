/**
 * Sends each request of the corpus and prints for how long it held the server's event loop; then lets one client repeat
 * each, and prints what that does to the pings of another. `node test/hostile/graphql.ts [name]`
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request, type ClientRequest } from "node:http";
import { GRAPHQL_CORPUS } from "./graphql-corpus.ts";

/** The shortest of several, because other work of the machine only ever adds. */
const ROUNDS = 5;
/** Requests until the engine has compiled what it runs often. */
const WARM_UP = 20;
/** 600 a minute, as the rate limit has it. */
const ATTACK_EVERY_MS = 100;
const ATTACK_MS = 3000;

const child = fork(new URL("server.ts", import.meta.url), { stdio: "inherit" });
const [{ origin }] = (await once(child, "message")) as [{ origin: string }];
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function loop(question: "reset" | "read"): Promise<number> {
  child.send(question);
  const [{ longestMs }] = (await once(child, "message")) as [{ longestMs: number }];
  return longestMs;
}

interface Answer {
  readonly status: number;
  readonly bytes: number;
}

function answerOf(sent: ClientRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    sent.on("error", reject);
    sent.on("response", (answer) => {
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => (bytes += chunk.byteLength));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, bytes }));
    });
  });
}

function ping(): Promise<Answer> {
  return answerOf(request(`${origin}/api/ping`, { agent }).end());
}

let count = 0;
/** Sends a query with a comment that sets it apart from those before, so that no kept answer helps. */
function query(body: string): Promise<Answer> {
  count += 1;
  const text = body.replace('"query":"', `"query":"#${count}\\n`);
  const headers = { "content-type": "application/json", "accept-encoding": "gzip" };
  return answerOf(request(`${origin}/api/graphql`, { method: "POST", headers }).end(text));
}

async function pingsDuring(work: Promise<unknown>): Promise<{ p50: number; p99: number }> {
  const state = { over: false };
  void work.finally(() => (state.over = true));
  const took: number[] = [];
  while (!state.over) {
    const begun = performance.now();
    await ping();
    took.push(performance.now() - begun);
  }
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.floor(took.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends requests of one client within its limit, without waiting for answers. */
async function attack(body: string): Promise<void> {
  const until = performance.now() + ATTACK_MS;
  const answers: Promise<unknown>[] = [];
  while (performance.now() < until) {
    answers.push(query(body).catch(() => {}));
    await pause(ATTACK_EVERY_MS);
  }
  await Promise.all(answers);
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

const [, , only = ""] = process.argv;
const chosen = Object.entries(GRAPHQL_CORPUS).filter(([name]) => name.includes(only));
const [, schema = ""] = GRAPHQL_CORPUS["the whole schema"] ?? [];
for (let round = 0; round < WARM_UP; round++) await query(schema);
const idle = await pingsDuring(pause(1000));
print(
  `longest hold of the loop, pings of another client during an attack, answer; in ms and bytes`,
);
print(`idle: ping p50 ${idle.p50.toFixed(2)}, p99 ${idle.p99.toFixed(2)}`);
for (const [name, [, body]] of chosen) {
  const longest: number[] = [];
  let answer: Answer | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    await pause(20);
    await loop("reset");
    answer = await query(body);
    await pause(5);
    longest.push(await loop("read"));
  }
  const { p50, p99 } = await pingsDuring(attack(body));
  const held = Math.min(...longest).toFixed(1);
  const pings = `p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(1)}`;
  print(`${held.padStart(6)}  ${pings.padEnd(22)}  ${answer?.status} ${answer?.bytes}  ${name}`);
}
agent.destroy();
child.disconnect();
