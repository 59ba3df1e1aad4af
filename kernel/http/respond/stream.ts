/** Server-Sent Events (WHATWG HTML, section 9.2): framing, back-pressure, and the end of all streams at shutdown. */

/** A message of a stream. A comment keeps the connection alive; `retry` is in milliseconds. */
export type StreamMessage =
  | { readonly event: string; readonly data: unknown; readonly id?: string }
  | { readonly comment: string }
  | { readonly retry: number };

/** Checks for web streams, Node's streams and generators. */
export function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/** The open streams, so that they can be ended together. */
export class OpenStreams {
  /** Plugins that made the open streams, by controller. */
  readonly #open = new Map<AbortController, unknown>();

  get size(): number {
    return this.#open.size;
  }

  /** Begins a stream. Its signal aborts when the client leaves, or `maker` or the server stops. */
  begin(maker: unknown): AbortController {
    const controller = new AbortController();
    this.#open.set(controller, maker);
    controller.signal.addEventListener("abort", () => this.#open.delete(controller), {
      once: true,
    });
    return controller;
  }

  /** @param isMadeBy selects streams by their maker. Default: all. */
  end(isMadeBy: (maker: unknown) => boolean = () => true): void {
    for (const [controller, maker] of this.#open) if (isMadeBy(maker)) controller.abort();
  }
}

const ENCODER = new TextEncoder();

/** Encodes messages as fast as the bytes are read. */
export function toByteStream(
  messages: AsyncIterable<StreamMessage>,
  controller: AbortController,
): ByteSource {
  const iterator = messages[Symbol.asyncIterator]();
  const next = async () => {
    const { done, value } = await iterator.next();
    return done === true ? undefined : ENCODER.encode(format(value));
  };
  return new ByteSource(next, {
    end: () => controller.abort(),
    cancel: () => iterator.return?.(),
  });
}

/** The ends of a body that is sent while it is made: `end` in any case, then `fail` or `cancel`. */
interface Ends {
  readonly end: () => void;
  readonly fail?: (error: unknown) => void;
  /** Ends the body because the client has left. */
  readonly cancel: () => unknown;
}

/** A body that is sent while it is made: read a chunk at a time, by one reader. */
export class ByteSource {
  readonly #next: () => Promise<Uint8Array | undefined>;
  readonly #ends: Ends;
  #isOver = false;

  /** @param next returns the next chunk, undefined at the end. */
  constructor(next: () => Promise<Uint8Array | undefined>, ends: Ends) {
    this.#next = next;
    this.#ends = ends;
  }

  /** Returns the next chunk; undefined at the end, and once it is cancelled. */
  async next(): Promise<Uint8Array | undefined> {
    try {
      const chunk = await this.#next();
      if (this.#isOver) return undefined;
      if (chunk === undefined) this.#end();
      return chunk;
    } catch (error) {
      if (this.#isOver) return undefined; // the source was closed between two chunks
      this.#end();
      this.#ends.fail?.(error);
      throw error;
    }
  }

  /** Ends a body whose reader has left. Idempotent; never rejects. */
  async cancel(): Promise<void> {
    if (this.#isOver) return;
    this.#end();
    try {
      await this.#ends.cancel();
    } catch {
      // The client has left.
    }
  }

  #end(): void {
    this.#isOver = true;
    this.#ends.end();
  }
}

/** Throws on names and ids that would break the framing. Data is JSON, which has no line break. */
function format(message: StreamMessage): string {
  if ("comment" in message) return `: ${oneLine(message.comment)}\n\n`;
  if ("retry" in message) return `retry: ${Math.max(0, Math.floor(message.retry))}\n\n`;
  const id = message.id === undefined ? "" : `id: ${oneLine(message.id)}\n`;
  return `event: ${oneLine(message.event)}\n${id}data: ${JSON.stringify(message.data)}\n\n`;
}

function oneLine(text: string): string {
  if (/[\0\r\n]/.test(text))
    throw new Error("an event's name, id or comment has a line break or NUL");
  return text;
}
