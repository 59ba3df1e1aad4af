/**
 * HTTP/2 requests and responses that look like HTTP/1.1 ones: Node's own lack a Host, count a body that was broken off
 * as complete, and warn about a Connection header.
 */
import type { OutgoingHttpHeader } from "node:http";
import { constants, Http2ServerRequest, Http2ServerResponse, type Http2Session } from "node:http2";

/** The highest id that a stream can have: announced first, so that requests under way are answered (RFC 9113, section 6.8). */
const ANY_STREAM = 2 ** 31 - 1;

/** The part of a socket that the kernel reads, by session. Node's own fails once the session has ended. */
const peers = new WeakMap<Http2Session, { readonly remoteAddress: string | undefined }>();
const UNKNOWN_PEER = { remoteAddress: undefined, encrypted: true };
const leaving = new WeakSet<Http2Session>();

/** Notes who is at the other end of a session. */
export function noteSession(session: Http2Session): void {
  peers.set(session, { ...UNKNOWN_PEER, remoteAddress: session.socket.remoteAddress });
}

export class Http2Request extends Http2ServerRequest {
  constructor(
    ...[stream, headers, options, raw]: ConstructorParameters<typeof Http2ServerRequest>
  ) {
    super(stream, headers, options, raw);
    // A client sends either or both (RFC 9113, section 8.3.1).
    headers.host ??= headers[":authority"];
    const peer = (stream.session && peers.get(stream.session)) ?? UNKNOWN_PEER;
    Object.defineProperty(this, "socket", { value: peer });
  }

  static {
    Object.defineProperty(this.prototype, "complete", {
      get(this: Http2Request) {
        return this.stream.endAfterHeaders || this.readableEnded;
      },
    });
  }
}

/** Bytes of a body that go out at once: the largest frame that every client takes (RFC 9113, section 4.2). */
const PART_BYTES = 16_384;

export class Http2Response extends Http2ServerResponse {
  /** Parts of the body so far: each but the last has gone out, or waits for the client. */
  writes = 0;

  /** Bytes of it that the client has not taken. */
  get unreadBytes(): number {
    return this.stream.writableLength;
  }

  /** Ends the stream, though not all has been sent. */
  cancel(): void {
    this.stream.close(constants.NGHTTP2_CANCEL);
  }

  override write(...part: readonly unknown[]): boolean {
    this.writes++;
    return super.write(...(part as [string])); // any of its forms
  }

  /** A body in one piece would not show whether a client reads it. */
  override end(...last: readonly unknown[]): this {
    const [body, encoding] = last;
    if (typeof body !== "string" && !(body instanceof Uint8Array))
      return super.end(...(last as [])); // any of its forms
    this.#endWith(typeof body === "string" ? Buffer.from(body, encoding as "latin1") : body);
    return this;
  }

  #endWith(bytes: Uint8Array): void {
    this.writes++;
    if (bytes.byteLength <= PART_BYTES) super.end(bytes);
    else
      super.write(bytes.subarray(0, PART_BYTES), "latin1", (error) => {
        if (!error) this.#endWith(bytes.subarray(PART_BYTES));
      });
  }

  static {
    Object.defineProperty(this.prototype, "writableFinished", {
      get(this: Http2Response) {
        return this.stream.writableFinished;
      },
    });
  }

  override setHeader(name: string, value: number | string | readonly string[]): void {
    if (isConnection(name)) this.#close();
    else super.setHeader(name, value);
  }

  /** @param headers name, value, … */
  override writeHead(status: number, ...[headers]: readonly unknown[]): this {
    if (!Array.isArray(headers)) return super.writeHead(status);
    const kept: OutgoingHttpHeader[] = [];
    for (let i = 0; i < headers.length; i += 2)
      if (isConnection(headers[i])) this.#close();
      else kept.push(headers[i], headers[i + 1]);
    return super.writeHead(status, kept as never); // Node takes lists, as in HTTP/1.1; its types do not say so
  }

  /** Ends the stream if the client still sends to it, else asks for no more requests on the connection. */
  #close(): void {
    const { stream, req } = this;
    if (!req.complete) {
      stream.once("finish", () => stream.close(constants.NGHTTP2_NO_ERROR));
      return;
    }
    const { session } = stream;
    if (session === undefined || session.closed || leaving.has(session)) return;
    leaving.add(session);
    session.goaway(constants.NGHTTP2_NO_ERROR, ANY_STREAM);
  }
}

function isConnection(name: string): boolean {
  return name.length === 10 && name.toLowerCase() === "connection";
}
