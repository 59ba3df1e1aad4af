/** Three nodes on PostgreSQL behind a balancer, each with a wire to it, and clients that record what they do and see. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { startBalancer } from "../../engines/balancer.ts";
import { cut, type Wire } from "../../engines/cut.ts";
import { startNode, type Node, type NodeConfig } from "../../engines/node.ts";
import { startPostgres, type Postgres } from "../../engines/postgres.ts";
import type { Operation, Read, Write } from "./history.ts";

const RECORDED = join(import.meta.dirname, "recorded.ts");
/** Milliseconds that a client waits for an answer. */
const PATIENCE_MS = 10_000;
const CLIENTS = 6;
const NAMES = ["a", "b", "c"];

/** Started for a test, until it ends. */
async function use<E extends { stop(): Promise<void> }>(starting: Promise<E>): Promise<E> {
  const engine = await starting;
  onTestFinished(() => engine.stop());
  return engine;
}

export interface Service {
  readonly url: string;
  readonly postgres: Postgres;
  readonly nodes: readonly { readonly node: Node; readonly wire: Wire }[];
}

/** @param plugins of the config of each node; `store` comes with the address that it should use. */
export async function startService(
  plugins: (url: string) => NonNullable<NodeConfig["plugins"]>,
): Promise<Service> {
  const postgres = await use(startPostgres());
  const start = async () => {
    const wire = await use(cut(postgres.url));
    const config = {
      baseUrl: "https://service.example",
      trustedProxies: ["127.0.0.1"],
      stop: { delay: "0s" },
      plugins: {
        "rate-limit": { limit: 1_000_000 },
        [RECORDED]: true,
        ...Object(plugins(wire.url)),
      },
    };
    return { wire, node: await use(startNode(config)) };
  };
  const nodes = [await start(), ...(await Promise.all([start(), start()]))];
  const balancer = await use(
    startBalancer(
      nodes.map(({ node }) => node.url),
      { adds: { "X-Node": "%s" } },
    ),
  );
  for (const { node } of nodes) await balancer.until(node.url, true);
  return { url: balancer.url, postgres, nodes };
}

/** Numbers below 1 that follow from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export class Recording {
  readonly operations: Operation[] = [];
  /** Answers that must not be: by status, with their body. */
  readonly wrong: string[] = [];
  /** Answers that say that the service is not available, or none. */
  unavailable = 0;
  readonly #url: string;
  #values = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** Reads and writes as several clients, until the signal. */
  async run(seed: number, signal: AbortSignal): Promise<void> {
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const random = randomFrom(seed * 1000 + client);
        while (!signal.aborted) {
          await this.#step(random);
          await sleep(random() * 10);
        }
      }),
    );
  }

  /** Reads all registers and counters. */
  async readAll(): Promise<boolean> {
    return (await this.#readList("registers")) && (await this.#readList("counters"));
  }

  /** All elements of the set; undefined where they cannot be read now. */
  async elements(): Promise<readonly string[] | undefined> {
    const elements: string[] = [];
    let next: string | undefined = "/api/elements?limit=100";
    while (next !== undefined) {
      const answer = await this.#ask(next);
      if (answer?.status !== 200) return undefined;
      const body = JSON.parse(answer.body) as Page;
      elements.push(...body.items.map(({ id }) => id));
      next = body._links?.next?.href;
    }
    return elements;
  }

  async #step(random: () => number): Promise<void> {
    const of = NAMES[Math.floor(random() * NAMES.length)] ?? "";
    const kind = random();
    if (kind < 0.35) return void (await this.#readList("registers"));
    if (kind < 0.55) return void (await this.#readList("counters"));
    const value = `v${++this.#values}`;
    if (kind < 0.75) return this.#write(`registers ${of}`, value, "registers", { id: of, value });
    if (kind < 0.85) return this.#write(`counters ${of}`, 1, "counters", { id: of });
    return this.#write("elements", value, "elements", { id: value });
  }

  async #write(of: string, value: Write["value"], list: string, body: object): Promise<void> {
    const began = performance.now();
    const answer = await this.#ask(`/api/${list}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const isDone = answer?.status === 204;
    const ended = isDone ? performance.now() : Infinity;
    this.operations.push({ kind: "write", of, value, began, ended, node: answer?.node });
  }

  async #readList(list: string): Promise<boolean> {
    const began = performance.now();
    const answer = await this.#ask(`/api/${list}`);
    if (answer?.status !== 200) return false;
    const ended = performance.now();
    const rows = new Map((JSON.parse(answer.body) as Page).items.map((row) => [row.id, row.value]));
    for (const name of NAMES) {
      const read: Read = {
        kind: "read",
        of: `${list} ${name}`,
        value: rows.get(name),
        began,
        ended,
        node: answer.node,
      };
      this.operations.push(read);
    }
    return true;
  }

  async #ask(path: string, init: RequestInit = {}) {
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await fetch(`${this.#url}${path}`, { ...init, signal });
      const { status, headers } = answer;
      const body = await answer.text();
      // The balancer says 502 for a node that was killed while it answered.
      if (status >= 502) this.unavailable += 1;
      else if (status >= 400) this.wrong.push(`${status} ${path} ${body.slice(0, 300)}`);
      return { status, body, node: headers.get("x-node") ?? undefined };
    } catch {
      this.unavailable += 1;
      return undefined;
    }
  }
}

interface Page {
  readonly items: readonly { readonly id: string; readonly value?: string | number }[];
  readonly _links?: { readonly next?: { readonly href: string } };
}
