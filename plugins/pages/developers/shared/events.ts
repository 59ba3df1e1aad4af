/** Reads Server-Sent Events (WHATWG HTML, section 9.2). */

export interface StreamEvent {
  readonly type: string;
  readonly id: string;
  readonly data: string;
}

/** Calls `onEvent` for each event until the stream ends. Rejects if the stream is aborted. */
export async function readEvents(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  let rest = "";
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = `${rest}${value}`.split(/\r\n\r\n|\n\n|\r\r/);
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = parseEvent(block);
      if (event !== undefined) onEvent(event);
    }
  }
}

/** Parses one block of lines. Returns undefined for a block without data, such as a comment: it is not an event. */
function parseEvent(block: string): StreamEvent | undefined {
  const event = { type: "", id: "" };
  const data: string[] = [];
  for (const line of block.split(/\r\n|\n|\r/)) {
    const at = line.indexOf(":");
    const name = at < 0 ? line : line.slice(0, at);
    const value = at < 0 ? "" : line.slice(at + 1).replace(/^ /, "");
    if (name === "data") data.push(value);
    else if (name === "event") event.type = value;
    else if (name === "id") event.id = value;
  }
  if (data.length === 0) return undefined;
  return { ...event, type: event.type === "" ? "message" : event.type, data: data.join("\n") };
}
