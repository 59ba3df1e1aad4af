/** Ends answers that their clients leave unread. */
import { Socket } from "node:net";
import type { RequestServer } from "waymark/services";
import type { Http2Response } from "./http2-messages.ts";

/** Time that a client may leave an answer unread, in milliseconds. */
const STALL_MS = 90_000;
/** Number of looks at the connections in that time. */
const CHECKS = 18;

/** Bytes of answers that the client has not taken after so many writes, and since when that has been so. */
interface Unread {
  readonly bytes: number;
  readonly writes: number;
  readonly since: number;
}

/**
 * Closes connections whose client has taken no byte of its answer in the time that it may, and ends such answers of shared
 * connections. Node's own time-out begins again once the system has taken a part. Looking at intervals costs
 * requests nothing.
 */
export class StallWatch {
  readonly #open = new Map<Socket | Http2Response, Unread | undefined>();

  constructor(server: RequestServer, stallMs = STALL_MS) {
    const looking = setInterval(() => this.#look(stallMs), stallMs / CHECKS).unref();
    server.once("close", () => clearInterval(looking));
    server.on("connection", (socket: Socket) => this.add(socket));
  }

  /** Adds a connection inside another one, or an answer that shares its connection with others. */
  add(one: Socket | Http2Response): void {
    this.#open.set(one, undefined);
    one.once("close", () => this.#open.delete(one));
  }

  #look(stallMs: number): void {
    const now = performance.now();
    for (const [one, before] of this.#open) {
      const isSocket = one instanceof Socket;
      const bytes = isSocket ? unreadBytes(one) : one.unreadBytes;
      const writes = isSocket ? 0 : one.writes;
      if (bytes === 0 || bytes !== before?.bytes || writes !== before.writes)
        this.#open.set(one, { bytes, writes, since: now });
      else if (now - before.since < stallMs) continue;
      else if (isSocket) one.destroy();
      else one.cancel();
    }
  }
}

/** Returns the bytes of answers that the system has not taken. Node counts parts of a chunk under this name alone. */
function unreadBytes(
  socket: Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null },
): number {
  const { writableLength } = socket;
  return writableLength === 0 ? 0 : writableLength + (socket._handle?.writeQueueSize ?? 0);
}
