/** Clients of one service, and a record of what they do and see. */
import { setTimeout as sleep } from "node:timers/promises";
import { framesOf } from "../_events.ts";
import type { Operation, Read, Write } from "./history.ts";
import type { Service } from "./service.ts";
import type { Asking, Run } from "./shared.ts";
import { jsonRequest } from "../../_setup.ts";

/** Milliseconds that a client waits for an answer. */
const PATIENCE_MS = 10_000;
const CLIENTS = 6;
const FOLLOWERS = 3;
/** Milliseconds until a follower whose stream ended opens another one. */
const PAUSE_MS = 100;
const NAMES = ["a", "b", "c"];

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
  /** Clients and what each of them was allowed. All requests at a time are those of the latest one. */
  readonly askings: Asking[] = [];
  /** The events as their followers saw them. */
  readonly runs: Run[] = [];
  readonly #service: Service;
  readonly #writesAt: string;
  #values = 0;

  /** @param writesAt the URL that is asked to write. */
  constructor(service: Service, writesAt: string = service.url) {
    this.#service = service;
    this.#writesAt = writesAt;
  }

  /** Reads, writes and follows as several clients, until the signal. */
  async run(seed: number, signal: AbortSignal): Promise<void> {
    await Promise.all([
      ...Array.from({ length: CLIENTS }, async (_, client) => {
        const random = randomFrom(seed * 1000 + client);
        while (!signal.aborted) {
          await this.#step(random);
          await sleep(random() * 10);
        }
      }),
      ...Array.from({ length: FOLLOWERS }, (_, follower) => this.#follow(follower, signal)),
    ]);
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
    return this.#write("elements", value, `elements/${value}`);
  }

  async #write(of: string, value: Write["value"], path: string, body?: object): Promise<void> {
    const began = performance.now();
    const answer = await this.#ask(
      `/api/${path}`,
      body === undefined ? { method: "PUT" } : jsonRequest("POST", body),
    );
    const isDone = answer?.status === 204;
    const ended = isDone ? performance.now() : Infinity;
    this.operations.push({ kind: "write", of, value, began, ended, node: answer?.node });
  }

  async #readList(list: string): Promise<boolean> {
    const asked = performance.now();
    const answer = await this.#ask(`/api/${list}`);
    if (answer?.status !== 200) return false;
    // One that stands in says how long ago it was current.
    const began = asked - 1000 * answer.age;
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

  /** Asks as the latest client, and as another one where that is refused. */
  async #ask(path: string, init: RequestInit = {}) {
    for (;;) {
      const asking = this.#asking();
      asking.sent++;
      const answer = await this.#send(path, asking.client, init);
      asking.disturbances = this.#service.disturbances - asking.since;
      if (answer?.status !== 429) {
        if (answer !== undefined && answer.status < 400) asking.allowed++;
        return answer;
      }
      asking.refusedAfter ??= asking.sent - 1;
    }
  }

  #asking(): Asking {
    const latest = this.askings.at(-1);
    if (latest !== undefined && latest.refusedAfter === undefined) return latest;
    const number = this.askings.length;
    const client = `10.0.${number >> 8}.${number & 255}`;
    const { disturbances: now } = this.#service;
    const since = now - (now % 2); // one that is under way is odd
    const asking = { client, since, sent: 0, allowed: 0, disturbances: 0 };
    this.askings.push(asking);
    return asking;
  }

  async #send(path: string, client: string, init: RequestInit) {
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const sent = { ...init, headers: { ...init.headers, "x-forwarded-for": client }, signal };
      const url = init.method === undefined ? this.#service.url : this.#writesAt;
      const answer = await fetch(`${url}${path}`, sent);
      const { status, headers } = answer;
      const body = await answer.text();
      // The balancer says 502 for a node that was killed while it answered.
      if (status >= 502) this.unavailable += 1;
      else if (status >= 400 && status !== 429)
        this.wrong.push(`${status} ${path} ${body.slice(0, 300)}`);
      return {
        status,
        body,
        node: headers.get("x-node") ?? undefined,
        age: Number(headers.get("age")),
      };
    } catch {
      this.unavailable += 1;
      return undefined;
    }
  }

  /** Follows the events, at another node where a stream ends. */
  async #follow(follower: number, signal: AbortSignal): Promise<void> {
    let last = "";
    let run: string[] = [];
    this.runs.push(run);
    for (let stream = 0; !signal.aborted; stream++) {
      const headers = {
        "x-forwarded-for": `10.1.${follower}.${stream & 255}`,
        ...(last !== "" && { "last-event-id": last }),
      };
      try {
        const answer = await fetch(`${this.#service.url}/api/events`, { headers, signal });
        if (answer.status !== 200) continue;
        for await (const { event, id = "" } of framesOf(answer)) {
          last = id === "" ? last : id;
          if (event === "reset") this.runs.push((run = []));
          if (event === "data.changed") run.push(id);
        }
      } catch {
        // The stream was cut.
      } finally {
        await sleep(PAUSE_MS);
      }
    }
  }
}

interface Page {
  readonly items: readonly { readonly id: string; readonly value?: string | number }[];
  readonly _links?: { readonly next?: { readonly href: string } };
}
