/** Effect on clients of a node that stops: one of three behind HAProxy, which receives SIGTERM under load. */
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { startBalancer } from "../../engines/balancer.ts";
import { startNode, type Node } from "../../engines/node.ts";
import type { RequestShape } from "../harness/request.ts";
import { atMost } from "../harness/result.ts";
import { figure, median, percentile, ratios } from "../harness/statistics.ts";
import type { Work } from "./context.ts";
import { shapes } from "./shapes.ts";
import { P99, RATE } from "./throughput.ts";

const [CALM, STOPS] = ["all three", "one of them stops"];
const FAILED = "not 200";
const NODES = 3;
const CLIENTS = 16;
/** Milliseconds that a client waits between two requests: the machine is to be busy, and not at its limit. */
const PAUSE_MS = 20;
/** Seconds for a node that was started to be as warm as the others. */
const WARM_SECONDS = 3;
/** A balancer needs less to leave a node out. */
const LEAST_SECONDS = 2;

interface Answer {
  readonly at: number;
  readonly ms: number;
  readonly isOk: boolean;
}

/** Resolves to false for another status than 200, and for none. */
function send(agent: Agent, url: string, { method, path, headers, body }: RequestShape) {
  return new Promise<boolean>((resolve) => {
    const sent = request(`${url}${path}`, { agent, method, headers }, (answer) => {
      answer.resume();
      answer.on("error", () => resolve(false));
      answer.on("end", () => resolve(answer.statusCode === 200));
    });
    sent.on("error", () => resolve(false));
    sent.end(body);
  });
}

/** Sends requests as clients that pause in between, until the signal. */
async function load(url: string, answers: Answer[], signal: AbortSignal): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const client = async (): Promise<void> => {
    for (let turn = 0; !signal.aborted; turn++) {
      const at = performance.now();
      const isOk = await send(agent, url, turn % 4 === 0 ? shapes.graphql : shapes.list);
      answers.push({ at, ms: performance.now() - at, isOk });
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  agent.destroy();
}

/** The figures of some seconds. */
function sampleOf(answers: readonly Answer[], from: number, to: number) {
  const own = answers.filter(({ at }) => at >= from && at < to);
  return {
    perSecond: own.length / ((to - from) / 1000),
    p99: percentile(
      own.map(({ ms }) => ms),
      0.99,
    ),
    failed: own.filter(({ isOk }) => !isOk).length,
  };
}
type Sample = ReturnType<typeof sampleOf>;

/** The seconds from SIGTERM to the end of a node, and as many before. */
async function measure(node: Node, answers: readonly Answer[], seconds: number) {
  const began = performance.now();
  await sleep(seconds * 1000);
  const signalled = performance.now();
  await node.kill("SIGTERM");
  const ended = performance.now();
  await sleep(500); // answers under way, and what the balancer notices late
  return {
    calm: sampleOf(answers, began, signalled),
    stops: sampleOf(answers, signalled, ended + 250),
  };
}

export const nodeStopsWork: Work = {
  id: "node-stops",
  title: "One of three nodes stops",
  async run({ settings }) {
    const seconds = Math.max(LEAST_SECONDS, settings.seconds);
    const config = {
      stop: { delay: `${seconds}s`, drain: "20s" },
      trustedProxies: ["127.0.0.1"],
      plugins: { "rate-limit": { limit: 100_000_000 }, "access-log": { sample: 0 } },
    };
    const running: { stop(): Promise<void> }[] = [];
    const use = async <T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
      const started = await starting;
      running.unshift(started);
      return started;
    };
    const end = new AbortController();
    try {
      const nodes = await Promise.all(Array.from({ length: NODES }, () => use(startNode(config))));
      const balancer = await use(startBalancer(nodes.map(({ url }) => url)));
      for (const { url } of nodes) await balancer.until(url, true);
      const answers: Answer[] = [];
      const loading = load(balancer.url, answers, end.signal);
      const measured: Awaited<ReturnType<typeof measure>>[] = [];
      for (let round = 0; round < settings.rounds; round++) {
        await sleep(WARM_SECONDS * 1000);
        const node = nodes[round % NODES]!;
        measured.push(await measure(node, answers, seconds));
        await node.restart();
        await balancer.until(node.url, true);
      }
      end.abort();
      await loading;
      const [calm, stops] = [measured.map((one) => one.calm), measured.map((one) => one.stops)];
      const ratio = median(ratios(p99Of(stops), p99Of(calm)));
      const failed = answers.filter(({ isOk }) => !isOk).length;
      return {
        work: this.id,
        title: this.title,
        columns: [RATE, P99, FAILED],
        rows: [rowOf(CALM, calm), rowOf(STOPS, stops)],
        goals: [
          atMost("p99 while one stops, against all three", ratio, 3),
          atMost("answers other than 200, also while nodes start", failed, 0),
        ],
        note: `${CLIENTS} clients pause ${PAUSE_MS} ms between two requests. Nodes, HAProxy and clients share the machine.`,
      };
    } finally {
      end.abort();
      for (const one of running) await one.stop();
    }
  },
};

const p99Of = (samples: readonly Sample[]) => samples.map(({ p99 }) => p99);

function rowOf(contender: string, samples: readonly Sample[]) {
  return {
    contender,
    figures: {
      [RATE]: figure(samples.map(({ perSecond }) => perSecond)),
      [P99]: figure(p99Of(samples)),
      [FAILED]: figure(samples.map(({ failed }) => failed)),
    },
  };
}
