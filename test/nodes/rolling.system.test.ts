/** Nodes behind a load balancer that stop in turn and start again, under load. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { needs } from "../_programs.ts";
import { startBalancer } from "../engines/balancer.ts";
import { startNode } from "../engines/node.ts";

const CLIENTS = 12;
/** Milliseconds that a client waits between two requests, so that the load leaves time to start nodes. */
const PAUSE_MS = 10;

const POST = { method: "POST", headers: { "content-type": "application/json" } };

/** A balancer may repeat the reads on its own, and never the others. */
const REQUESTS: readonly (readonly [path: string, init?: RequestInit])[] = [
  ["/api/ping"],
  ["/api/brains?limit=5"],
  ["/api/offices"],
  ["/api/openapi"],
  ["/api/graphql", { ...POST, body: '{"query":"{ offices { name } }"}' }],
];

/** Sends requests until the signal, one after another, and counts the outcomes: statuses, or what went wrong. */
async function load(origin: string, outcomes: Map<string, number>, signal: AbortSignal) {
  for (let turn = 0; !signal.aborted; turn++) {
    const [path, init] = REQUESTS[turn % REQUESTS.length]!;
    const outcome = await fetch(`${origin}${path}`, init).then(
      async (answer) => {
        const body = await answer.text();
        return answer.ok ? String(answer.status) : `${answer.status} ${body}`;
      },
      (error: Error) => `${error.message}: ${String(error.cause)}`,
    );
    const key = outcome === "200" ? outcome : `${path} ${outcome}`;
    outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
    await sleep(PAUSE_MS);
  }
}

needs("haproxy");

test("SIGTERM of each node in turn: only 200 (A2)", async () => {
  const config = {
    stop: { delay: "3s", drain: "20s" },
    trustedProxies: ["127.0.0.1"],
    plugins: { "rate-limit": { limit: 1_000_000 } },
  };
  const nodes = await Promise.all([1, 2].map(() => startNode(config)));
  for (const node of nodes) onTestFinished(() => node.stop());
  const balancer = await startBalancer(nodes.map(({ url }) => url));
  onTestFinished(() => balancer.stop());

  const outcomes = new Map<string, number>();
  const end = new AbortController();
  const clients = Array.from({ length: CLIENTS }, () => load(balancer.url, outcomes, end.signal));
  for (const node of nodes) {
    const before = outcomes.get("200") ?? 0;
    await node.restart();
    await balancer.until(node.url, true);
    expect(outcomes.get("200")).toBeGreaterThan(before);
  }
  end.abort();
  await Promise.all(clients);
  expect(Object.fromEntries(outcomes)).toEqual({ 200: expect.any(Number) });
  for (const node of nodes) {
    const stops = node
      .log()
      .filter(({ message }) => message === "stopping" || message === "stopped");
    expect(stops).toMatchObject([{ signal: "SIGTERM" }, { message: "stopped" }]);
  }
});
