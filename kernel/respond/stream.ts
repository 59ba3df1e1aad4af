/** Server-Sent Events (WHATWG HTML, section 9.2): events as text, back-pressure, and an end for all when the server stops. */

/** One message of a stream. A comment keeps the connection alive; `retry` is in milliseconds. */
export type StreamMessage =
  | { readonly event: string; readonly data: unknown; readonly id?: string }
  | { readonly comment: string }
  | { readonly retry: number };

/** Streams that are open, so that they can be ended together. */
export class OpenStreams {
  /** With the plugin that made it. */
  readonly #open = new Map<AbortController, unknown>();

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  /** Begins a stream. Its signal aborts when the client is gone, or `maker` or the server stops. */
  begin(maker: unknown): AbortController {
    const controller = new AbortController();
    this.#open.set(controller, maker);
    controller.signal.addEventListener("abort", () => this.#open.delete(controller), {
      once: true,
    });
    return controller;
  }

  endAll(): void {
    this.endThose(() => true);
  }

  endThose(isMadeBy: (maker: unknown) => boolean): void {
    for (const [controller, maker] of this.#open) if (isMadeBy(maker)) controller.abort();
  }
}

/** The bytes of a stream, made as fast as they are read. */
export function toByteStream(
  messages: AsyncIterable<StreamMessage>,
  controller: AbortController,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = messages[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(sink) {
        try {
          const { done, value } = await iterator.next();
          if (done !== true) return sink.enqueue(encoder.encode(format(value)));
          sink.close();
          controller.abort();
        } catch (error) {
          controller.abort();
          throw error;
        }
      },
      async cancel() {
        controller.abort();
        await iterator.return?.();
      },
    },
    { highWaterMark: 1 },
  );
}

/** A message as text. Throws on names and ids that would break the framing; data is JSON and has no line break. */
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
