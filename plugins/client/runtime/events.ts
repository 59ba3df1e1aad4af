import { ApiError, CircuitOpenError, ConnectionError } from "./errors.ts";
import type { Answer } from "./message.ts";

/** An event of a stream. */
export interface StreamEvent<Name extends string = string, Data = unknown> {
  readonly event: Name;
  readonly data: Data;
  /** Id of the last event that had one; empty if none had. */
  readonly id: string;
}

/** Milliseconds until a connection that ended is opened again, unless the service says how long to wait. */
const RECONNECT_MS = 3000;

/** Events as they happen. `for await` opens the stream, and opens it again after the last event when it ends. */
export class EventStream<Event extends StreamEvent = StreamEvent> implements AsyncIterable<Event> {
  readonly #open: (headers: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly #wait: (ms: number) => Promise<void>;

  constructor(
    open: (headers: Readonly<Record<string, string>>) => Promise<Answer>,
    wait: (ms: number) => Promise<void>,
  ) {
    this.#open = open;
    this.#wait = wait;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined> {
    let id = "";
    let waitMs = RECONNECT_MS;
    let answer: Answer | undefined = await this.#open({});
    for (;;) {
      for await (const { retry, event = "message", data, ...block } of blocksOf(answer)) {
        if (retry !== undefined) waitMs = Number(retry);
        id = block["id"] ?? id;
        if (data !== undefined) yield { event, data: JSON.parse(data), id } as Event;
      }
      await this.#wait(waitMs);
      answer = await this.#open(id === "" ? {} : { "last-event-id": id }).catch(failedForNow);
    }
  }
}

/** Returns no answer for a failure that may pass; throws every other error. */
function failedForNow(error: unknown): undefined {
  const isRefusal = error instanceof ApiError && error.status < 500;
  const mayPass = error instanceof ConnectionError || error instanceof CircuitOpenError;
  if (isRefusal || !(mayPass || error instanceof ApiError)) throw error;
}

/** Fields of the blocks of a stream (WHATWG HTML, section 9.2.6), several lines of data as one text. */
async function* blocksOf(
  answer: Answer | undefined,
): AsyncGenerator<Readonly<Record<string, string>>, void, undefined> {
  if (!(answer?.body instanceof ReadableStream)) return;
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(cut);
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split(/\r\n\r\n|\n\n|\r\r/);
      text = blocks.pop() ?? "";
      for (const block of blocks) yield fieldsOf(block);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function fieldsOf(block: string): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (name === "data" && fields["data"] !== undefined) fields["data"] += `\n${value}`;
    else if (name !== "") fields[name] = value;
  }
  return fields;
}

/** A connection that is cut has ended. */
function cut(): { readonly done: true; readonly value?: undefined } {
  return { done: true };
}
