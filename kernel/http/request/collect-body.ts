/** Collects the bytes of request bodies, within a limit for each and a limit for all that are under way. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Refusal } from "../../../registry/contract/policy/policy-answer.ts";
import type { Call } from "../../../registry/contract/call/call.ts";
import { FetchCall, NodeCall } from "./call.ts";
import { DispatchedCall } from "./internal-call.ts";
import { Refused } from "../../host/support/refusal.ts";

export interface BodyLimits {
  /** Limit of one body, in bytes. */
  readonly maxBodyBytes: number;
  /** Limit of all bodies that are received at the same time, in bytes. */
  readonly maxBytesUnderWay: number;
}

/** Error for a client that left before its request was complete, so that no client waits for the answer. */
export class ClientLeft extends Error {
  override readonly message = "the client left before its request was complete";
}

/** Collects a body. Refuses with 413 above its limit and, the oldest body first, with 503 above the limit of all. */
export function collectBody(call: Call, limits: BodyLimits): Promise<Uint8Array> {
  const { maxBodyBytes } = limits;
  if (Number(call.header("content-length") ?? 0) > maxBodyBytes)
    return Promise.reject(new Refused(tooLarge(maxBodyBytes)));
  if (call instanceof NodeCall) return fromSocket(call, limits);
  return Array.fromAsync(counted(chunksOf(call), maxBodyBytes)).then(Buffer.concat);
}

/** Returns the body of a call without a socket. */
export function chunksOf(call: Call): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (call instanceof DispatchedCall) return [call.body];
  return (call instanceof FetchCall ? call.request.body : null) ?? [];
}

/** Refuses a request whose body is being received. Returns false if no body is. */
export function refuseBody(request: IncomingMessage, refusal: Refusal): boolean {
  const upload = underWay.get(request);
  upload?.refuse(refusal);
  return upload !== undefined;
}

/** Registers a body under way that is not kept in memory. Returns the function to call when it is over. */
export function register(request: IncomingMessage, refuse: Upload["refuse"]): () => void {
  underWay.set(request, { bytes: 0, refuse });
  return () => void underWay.delete(request);
}

export function tooLarge(limit: number): Refusal {
  return { code: "payload-too-large", detail: `The body may have at most ${limit} bytes.` };
}

const CROWDED: Refusal = {
  code: "service-unavailable",
  detail: "Too many request bodies are being received at once, and this one was the oldest.",
  retryAfter: 1,
};

interface Upload {
  bytes: number;
  readonly refuse: (refusal: Refusal) => void;
}

/** Uploads of the process, whose memory they share, by request; the oldest first. */
const underWay = new Map<IncomingMessage, Upload>();
const total = { bytes: 0 };

/** Refuses the oldest uploads: a client that holds many open would otherwise keep all others from sending. */
function makeRoom(maxBytes: number): void {
  for (const { bytes, refuse } of underWay.values()) {
    if (total.bytes <= maxBytes) return;
    if (bytes > 0) refuse(CROWDED);
  }
}

/** Reads by events, because an async iterator costs several promises and an abort signal for each request. */
function fromSocket(
  { request, response }: NodeCall,
  { maxBodyBytes, maxBytesUnderWay }: BodyLimits,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    const upload: Upload = {
      bytes: 0,
      refuse(refusal) {
        release();
        // The socket stays open for the answer, and closes with it.
        request.pause();
        response.setHeader("Connection", "close");
        reject(new Refused(refusal));
      },
    };
    const release = () => {
      request.off("data", take);
      if (underWay.delete(request)) total.bytes -= upload.bytes;
      chunks.length = 0;
    };
    const take = (chunk: Uint8Array) => {
      upload.bytes += chunk.byteLength;
      total.bytes += chunk.byteLength;
      chunks.push(chunk);
      if (upload.bytes > maxBodyBytes) upload.refuse(tooLarge(maxBodyBytes));
      else makeRoom(maxBytesUnderWay);
    };
    const leave = () => {
      release();
      reject(new ClientLeft());
    };
    underWay.set(request, upload);
    request.on("data", take);
    request.once("end", () => {
      const body = Buffer.concat(chunks);
      release();
      resolve(body);
    });
    request.once("error", leave);
    request.once("close", () => {
      if (!request.complete) leave();
    });
    askForBody(request, response);
  });
}

/** Asks a client that waits for this to send its body: only now, so that a refused request sends none (RFC 9110, section 10.1.1). */
export function askForBody(
  { headers, httpVersion }: IncomingMessage,
  response: ServerResponse,
): void {
  if (headers.expect !== undefined && httpVersion === "1.1") response.writeContinue();
}

/** Passes on at most `maxBytes`, and refuses more with 413. */
export async function* counted(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void, void> {
  let length = 0;
  for await (const chunk of source) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new Refused(tooLarge(maxBytes));
    yield chunk;
  }
}
