/** Request bodies that handlers read while they arrive: never whole in memory, and within the limit of the route. */
import { Readable } from "node:stream";
import type { Upload } from "../../../registry/contract/route/upload.ts";
import type { ArrivingBody, Refusal } from "../../../registry/contract/policy/policy-answer.ts";
import type { Call } from "../../../registry/contract/call/call.ts";
import { askForBody, chunksOf, ClientLeft, counted, register, tooLarge } from "./collect-body.ts";
import { NodeCall } from "./call.ts";
import { receivedType } from "./read-body.ts";
import { Refused } from "../../host/support/refusal.ts";

/** A request body under way, as policies receive it. */
export class UploadUnderWay implements ArrivingBody {
  readonly bytes: Readable;
  readonly mediaType: string;
  readonly contentType: string;
  readonly length: number | undefined;
  readonly #call: Call;
  /** First error of the body, which makes it unusable. */
  #problem: Error | undefined = undefined;
  readonly #ends: (() => void)[] = [];

  constructor(call: Call, mediaType: string, maxBytes: number) {
    const length = call.header("content-length");
    if (Number(length ?? 0) > maxBytes) throw new Refused(tooLarge(maxBytes));
    this.#call = call;
    this.mediaType = mediaType;
    this.contentType = call.header("content-type") ?? "";
    this.length = length === undefined ? undefined : Number(length);
    this.bytes =
      call instanceof NodeCall
        ? fromSocket(call, maxBytes)
        : Readable.from(counted(chunksOf(call), maxBytes), { objectMode: false });
    this.bytes.on("error", (error) => (this.#problem ??= error));
  }

  readonly fail = (problem: Refusal | Error): Error => {
    this.#problem ??= problem instanceof Error ? problem : new Refused(problem);
    this.bytes.destroy(this.#problem);
    return this.#problem;
  };

  readonly defer = (end: () => void): void => void this.#ends.push(end);

  /** Runs the handler. A problem of the body is the answer, even if the handler has caught it. */
  async enclose<T>(run: () => Promise<T> | T): Promise<T> {
    try {
      const result = await run();
      if (this.#problem !== undefined) throw this.#problem;
      return result;
    } catch (error) {
      throw this.#problem ?? error;
    } finally {
      for (const end of this.#ends) end();
      const isComplete = this.bytes.readableEnded;
      this.bytes.destroy();
      if (!isComplete && this.#call instanceof NodeCall) await dropRest(this.#call);
    }
  }
}

/** Limits of the rest of a body that is read and dropped: bytes, and time. */
const DROPPED_BYTES = 262_144;
const DROPPED_MS = 1000;

/**
 * Reads and drops what little a client may still be sending, because it would not see the answer otherwise. Closes the
 * connection if there is more. If the body was not begun, Node does the same after the answer.
 */
async function dropRest({ request, response }: NodeCall): Promise<void> {
  if (request.readableFlowing === null || request.readableEnded || request.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  let length = 0;
  const take = (chunk: Uint8Array) => {
    length += chunk.byteLength;
    if (length > DROPPED_BYTES) resolve();
  };
  const timer = setTimeout(resolve, DROPPED_MS);
  request.on("data", take);
  request.once("end", resolve);
  request.once("close", resolve);
  request.resume();
  await promise;
  clearTimeout(timer);
  request.off("data", take);
  if (request.readableEnded) return;
  request.pause();
  if (!response.headersSent) response.setHeader("Connection", "close");
}

/** Returns the function that begins an upload. It refuses with 413 or 415. */
export function uploadReceiver({ mediaTypes, maxBytes }: Upload): (call: Call) => UploadUnderWay {
  const types = new Set(mediaTypes);
  return (call) => new UploadUnderWay(call, receivedType(call, types), maxBytes);
}

/** Returns a separate stream: the handler may destroy it, and the connection stays open for the answer. */
function fromSocket({ request, response }: NodeCall, maxBytes: number): Readable {
  let length = 0;
  let isBegun = false;
  const take = (chunk: Uint8Array) => {
    length += chunk.byteLength;
    if (length > maxBytes) body.destroy(new Refused(tooLarge(maxBytes)));
    else if (!body.push(chunk)) request.pause();
  };
  const end = () => void body.push(null);
  const leave = () => {
    if (!request.complete) body.destroy(new ClientLeft());
  };
  const begin = () => {
    isBegun = true;
    request.on("data", take);
    request.once("end", end);
    askForBody(request, response);
  };
  const body = new Readable({
    read() {
      if (isBegun) request.resume();
      else begin();
    },
    destroy(error, done) {
      release();
      request.off("data", take);
      request.off("end", end);
      request.pause();
      done(error);
    },
  });
  const release = register(request, (refusal) => body.destroy(new Refused(refusal)));
  request.once("error", leave);
  request.once("close", leave);
  return body;
}
