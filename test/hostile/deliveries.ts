/** A receiver of webhooks that fails at times, and knows which messages it has taken. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** Shares of messages that are answered with a failure, and with nothing. */
const REFUSED = 0.05;
const DROPPED = 0.05;

interface Message {
  readonly data: { readonly path: string; readonly kind: string };
}

export interface Receiver {
  readonly url: string;
  /** Attempts since the start. */
  readonly attempts: number;
  /** Messages of this resource that were taken, each counted once. */
  taken(path: string): number;
  /** Messages that came after a later one of the same resource. */
  readonly unordered: readonly string[];
  close(): void;
}

export async function receive(random: () => number): Promise<Receiver> {
  const taken = new Map<string, Set<string>>();
  /** Messages by resource, in the order of their first attempt. */
  const seen = new Map<string, string[]>();
  const unordered: string[] = [];
  let attempts = 0;

  const note = (id: string, { data: { path, kind } }: Message): void => {
    const order = seen.get(path) ?? [];
    seen.set(path, order);
    if (order.at(-1) === id) return;
    if (order.includes(id) || (kind === "created") !== (order.length === 0))
      unordered.push(`${kind} of ${path} came out of order`);
    order.push(id);
  };

  const server = createServer((request, response) => {
    void (async () => {
      const message = (await json(request)) as Message; // as Waymark sends it
      const id = String(request.headers["webhook-id"]);
      attempts += 1;
      note(id, message);
      const chance = random();
      if (chance < REFUSED) return void response.writeHead(500).end();
      if (chance < REFUSED + DROPPED) return void request.socket.destroy();
      const { path } = message.data;
      taken.set(path, (taken.get(path) ?? new Set()).add(id));
      response.writeHead(204).end();
    })().catch(() => request.socket.destroy()); // the sender was killed
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    get attempts() {
      return attempts;
    },
    taken: (path) => taken.get(path)?.size ?? 0,
    unordered,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
