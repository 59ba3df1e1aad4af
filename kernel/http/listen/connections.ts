/** The open connections of a server, by their state. */
import type { ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { OpenConnections, RequestServer } from "../../host/define/listening.ts";
import { callOf, type NodeCall } from "../request/call.ts";

/** Connections that may wait to be accepted: Node's backlog. More come only from a client that never stops. */
const MAX_WAITING = 511;

/**
 * Returns the answer that is being made or sent on a connection. Node keeps it under this name and offers no other way to
 * ask; tracking it here would cost every request.
 */
export function answerUnderWay(
  socket: Duplex & { readonly _httpMessage?: ServerResponse | null },
): ServerResponse | undefined {
  return socket._httpMessage ?? undefined;
}

type SharedAnswer = Parameters<OpenConnections["addShared"]>[0];

export class Connections implements OpenConnections {
  readonly #server: RequestServer;
  readonly #open = new Set<Socket>();
  readonly #closing = new AbortController();
  /** Answers of connections that have several under way. */
  readonly #shared = new Set<SharedAnswer>();
  #accepted = 0;

  constructor(server: RequestServer) {
    this.#server = server;
    server.on("connection", (socket: Socket) => {
      this.#accepted++;
      this.add(socket);
    });
  }

  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  add(socket: Socket): void {
    this.#open.add(socket);
    socket.once("close", () => this.#open.delete(socket));
  }

  addShared(answer: SharedAnswer): void {
    this.#shared.add(answer);
    answer.once("close", () => this.#shared.delete(answer));
  }

  /** Accepts the connections that wait for it, because the system resets them when the port closes: Node takes one a turn. */
  async acceptWaiting(): Promise<void> {
    await nextTurn(); // ends the turn that has begun
    for (let turn = 0, before = -1; turn < MAX_WAITING && before !== this.#accepted; turn++) {
      before = this.#accepted;
      await nextTurn();
    }
  }

  /** Refuses new connections. Resolves when the open ones have ended. */
  async closePort(): Promise<void> {
    this.#closing.abort();
    // The close of HTTP servers also destroys connections whose last answer a slow client has not read yet. Bun has no other.
    const { close } = this.#server instanceof NetServer ? NetServer.prototype : this.#server;
    await new Promise<void>((resolve) => close.call(this.#server, () => resolve()));
    this.#server.close(); // ends Node's check for time-outs
  }

  /** Closes connections between two requests, and connections without a request: browsers open some in advance. */
  closeIdle(): void {
    const answers = [...this.#open].map((socket) => answerUnderWay(socket));
    // Node counts an answer that waits for a slow client as finished, and would cut it.
    if (!answers.some((answer) => answer?.writableEnded)) this.#server.closeIdleConnections();
    // Bun counts no bytes, so an answer under way says that a request has come.
    for (const socket of this.#open)
      if (socket.bytesRead === 0 && answerUnderWay(socket) === undefined) socket.destroy();
  }

  /** The calls that are not answered to the end. */
  get calls(): readonly NodeCall[] {
    const answers = [...this.#open].flatMap((socket) => answerUnderWay(socket) ?? []);
    return [...answers, ...this.#shared].flatMap((answer) => callOf(answer) ?? []);
  }

  /** Closes all connections. Returns the calls that were under way. */
  cut(): readonly NodeCall[] {
    const { calls } = this;
    for (const socket of this.#open) socket.destroy();
    return calls;
  }
}
