/** Messages of the protocol, one a line, as requests over HTTP. */
import { messageOf } from "waymark";

/** Sends a request to the endpoint. */
export type Send = (init: RequestInit) => Promise<Response>;

type Members = Readonly<Record<string, unknown>>;

const VERSION = "io.modelcontextprotocol/protocolVersion";
const ERRORS = { parse: -32_700, invalid: -32_600, internal: -32_603 } as const;

export class Bridge {
  readonly #send: Send;
  readonly #write: (line: string) => void;
  /** Requests under way, by id. */
  readonly #open = new Map<unknown, AbortController>();
  readonly #running = new Set<Promise<void>>();

  constructor(send: Send, write: (line: string) => void) {
    this.#send = send;
    this.#write = write;
  }

  /** Passes a message on. Writes the answer when it arrives, possibly after answers to later messages. */
  receive(line: string): void {
    if (line.trim() === "") return;
    const running = this.#pass(line).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Waits for the answers under way, for as long as the signal allows: subscriptions have no end. */
  async end(signal: AbortSignal): Promise<void> {
    const abort = () => this.#open.forEach((controller) => controller.abort());
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    await Promise.all(this.#running);
  }

  async #pass(line: string): Promise<void> {
    const message = membersOf(line);
    if (message === undefined) return this.#fail(null, "parse", "The line is not a JSON object.");
    const { id, method, params } = message;
    if (method === "notifications/cancelled") this.#open.get(Object(params).requestId)?.abort();
    const controller = new AbortController();
    if (id !== undefined) this.#open.set(id, controller);
    try {
      const headers = headersOf(message);
      const { signal } = controller;
      await this.#answer(await this.#send({ method: "POST", headers, body: line, signal }), id);
    } catch (error) {
      // A cancelled request has no answer.
      if (!controller.signal.aborted) this.#fail(id, "internal", messageOf(error));
    } finally {
      this.#open.delete(id);
    }
  }

  async #answer(response: Response, id: unknown): Promise<void> {
    const type = response.headers.get("content-type");
    if (type?.startsWith("text/event-stream")) return this.#stream(response);
    const text = await response.text();
    if (text === "") return;
    const answer = membersOf(text) ?? {};
    if (answer["jsonrpc"] !== undefined) return this.#write(JSON.stringify(answer));
    const { message = `The service answered ${response.status}.`, ...data } = Object(
      answer["error"],
    );
    this.#fail(id, "invalid", String(data.detail ?? message), data);
  }

  /** Writes the data of each event as it comes. */
  async #stream({ body }: Response): Promise<void> {
    let rest = "";
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = `${rest}${chunk}`.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line.startsWith("data:")) this.#write(line.slice(5).trim());
    }
  }

  #fail(id: unknown, kind: keyof typeof ERRORS, message: string, data?: object): void {
    const error = { code: ERRORS[kind], message, data };
    this.#write(JSON.stringify({ jsonrpc: "2.0", id: id ?? null, error }));
  }
}

/** Returns the headers that repeat what a message says, if it stands for itself (2026-07-28). */
function headersOf({ method, params }: Members): Record<string, string> {
  const { name, uri, _meta } = Object(params) as Members;
  const version = Object(_meta)[VERSION] as unknown;
  const known = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  if (typeof version !== "string") return known;
  const named = name ?? uri;
  return {
    ...known,
    "mcp-protocol-version": version,
    "mcp-method": String(method),
    ...(typeof named === "string" && { "mcp-name": headerText(named) }),
  };
}

/** Returns a header value: plain text unchanged, other text in Base64 as the protocol encodes it. */
function headerText(text: string): string {
  const isPlain = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text).toString("base64")}?=`;
}

function membersOf(text: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Members)
      : undefined;
  } catch {
    return undefined;
  }
}
