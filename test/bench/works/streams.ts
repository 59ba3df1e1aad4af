/** Many open event streams: what each keeps, and how long one event takes to reach all of them. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { fastPath, variant, type Contender } from "../contenders/index.ts";
import { atMost, valueOf } from "../harness/result.ts";
import { withServer, type Server } from "../harness/server.ts";
import { figure } from "../harness/statistics.ts";
import type { Context, Work } from "./context.ts";

const EVENTS = 10;
/** Streams from one address: the server takes 1,000 connections of each, and resets others. */
const PER_ADDRESS = 900;
const WAYMARK = "Waymark";
const [HEAP, RSS, FIRST, ALL] = ["heap KB each", "RSS KB each", "ms to the first", "ms to all"];

/** Clients of one server, each with one stream. */
class Clients {
  readonly #sockets: Socket[] = [];
  #heard = 0;
  #waitsFor = "";
  #firstAt = 0n;
  #lastAt = 0n;
  #done: () => void = () => {};

  async open(port: number, count: number): Promise<void> {
    const request = `GET /api/events HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`;
    // A hundred at a time, which every backlog holds.
    while (this.#sockets.length < count) {
      const some = Math.min(100, count - this.#sockets.length);
      await Promise.all(Array.from({ length: some }, () => this.#openOne(port, request)));
    }
  }

  async #openOne(port: number, request: string): Promise<void> {
    const localAddress = `127.0.0.${1 + Math.floor(this.#sockets.length / PER_ADDRESS)}`;
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    this.#sockets.push(socket);
    socket.write(request);
    const [head] = await once(socket, "data");
    if (!String(head).startsWith("HTTP/1.1 200")) throw new Error(`no stream: ${String(head)}`);
    socket.on("data", (chunk: Buffer) => {
      if (this.#waitsFor === "" || !chunk.includes(this.#waitsFor)) return;
      this.#lastAt = process.hrtime.bigint();
      if (this.#heard++ === 0) this.#firstAt = this.#lastAt;
      if (this.#heard === this.#sockets.length) this.#done();
    });
  }

  /** Lets the server publish an event: milliseconds until the first and the last client have it. */
  async hear(server: Server, n: number): Promise<{ first: number; all: number }> {
    this.#heard = 0;
    this.#waitsFor = `tick-${n}`;
    const all = new Promise<void>((resolve) => (this.#done = resolve));
    const publishedAt = BigInt(await server.ask<string>("publish", n));
    await all;
    const since = (at: bigint) => Number(at - publishedAt) / 1e6;
    return { first: since(this.#firstAt), all: since(this.#lastAt) };
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

function measure(contender: Contender, { settings: { streams } }: Context) {
  return withServer(contender, { flags: ["--expose-gc"] }, async (server) => {
    const warm = new Clients();
    await warm.open(server.port, 10);
    await warm.hear(server, 0);
    warm.close();
    await new Promise((resolve) => setTimeout(resolve, 200)); // until the server has seen them go
    const before = await server.memory();
    const clients = new Clients();
    try {
      await clients.open(server.port, streams);
      const after = await server.memory();
      const heard = [];
      for (let n = 1; n <= EVENTS; n++) heard.push(await clients.hear(server, n));
      const each = (bytes: number) => bytes / 1024 / streams;
      return {
        heap: each(after.retained - before.retained),
        rss: each(after.rss - before.rss),
        heard,
      };
    } finally {
      clients.close();
    }
  });
}

export const streamsWork: Work = {
  id: "streams",
  title: "Open event streams",
  async run(context) {
    const { streams, rounds } = context.settings;
    const contenders: Contender[] = [
      { name: "node:http", script: "streams.ts" },
      variant(fastPath, WAYMARK, { STREAMS: String(streams + 20) }),
    ];
    const rows = [];
    for (const contender of contenders) {
      const of = [];
      for (let round = 0; round < Math.min(rounds, 3); round++)
        of.push(await measure(contender, context));
      const heard = of.flatMap((sample) => sample.heard);
      rows.push({
        contender: contender.name,
        figures: {
          [HEAP]: figure(of.map(({ heap }) => heap)),
          [RSS]: figure(of.map(({ rss }) => rss)),
          [FIRST]: figure(heard.map(({ first }) => first)),
          [ALL]: figure(heard.map(({ all }) => all)),
        },
      });
    }
    return {
      work: this.id,
      title: this.title,
      columns: [HEAP, RSS, FIRST, ALL],
      rows,
      goals: [
        atMost("heap KB of a stream", valueOf(rows, WAYMARK, HEAP), 12),
        atMost("ms to all, for each 1,000", (valueOf(rows, WAYMARK, ALL) / streams) * 1000, 100),
      ],
      note: `${streams.toLocaleString("en")} streams over connections of their own, ${PER_ADDRESS} from an address.`,
    };
  },
};
