/** Request bodies that handlers read while they arrive: never whole in memory, and within the limit of the route. */
import { Readable } from "node:stream";
import { bodyTypesOf } from "../../../registry/contract/route/route-keys.ts";
import type { UploadDeclaration } from "../../../registry/contract/route/upload.ts";
import type { Call } from "../../../registry/contract/call/call.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import { ClientLeft, counted, register, tooLarge } from "./collect-body.ts";
import { FetchCall, NodeCall } from "./call.ts";
import { partsOf, type Fail } from "./form-parts.ts";
import { receivedType } from "./read-body.ts";
import { Refused } from "../../host/support/refusal.ts";

/** A request body under way. */
export class Upload {
  readonly mediaType: string;
  /** Body as the handler receives it. */
  readonly content: AsyncIterable<unknown>;
  readonly #body: Readable;
  readonly #call: Call;
  /** First error of the body, which makes it unusable. */
  #problem: Error | undefined = undefined;

  constructor(call: Call, mediaType: string, { maxBytes, parts }: UploadDeclaration) {
    this.#call = call;
    this.mediaType = mediaType;
    const length = call.header("content-length");
    if (Number(length ?? 0) > maxBytes) throw new Refused(tooLarge(maxBytes));
    this.#body = bodyOf(call, maxBytes);
    this.#body.on("error", (error) => (this.#problem ??= error));
    const fail: Fail = (error) => {
      this.#problem ??= error;
      this.#body.destroy(error);
      return this.#problem;
    };
    this.content =
      parts === undefined
        ? Object.assign(chunksOf(this.#body), {
            mediaType,
            length: length === undefined ? undefined : Number(length),
          })
        : partsOf(this.#body, call.header("content-type") ?? "", parts, fail);
  }

  /** Runs the handler. A problem of the body is the answer, even if the handler has caught it. */
  async enclose<T>(run: () => Promise<T> | T): Promise<T> {
    try {
      const result = await run();
      if (this.#problem !== undefined) throw this.#problem;
      return result;
    } catch (error) {
      throw this.#problem ?? error;
    } finally {
      const isComplete = this.#body.readableEnded;
      this.#body.destroy();
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

/** Returns the function that begins an upload; undefined for routes without uploads. It refuses with 413 or 415. */
export function uploadReceiver({
  declaration,
}: Pick<SealedRoute, "declaration">): ((call: Call) => Upload) | undefined {
  const { upload } = declaration;
  if (upload === undefined) return undefined;
  const types = new Set(bodyTypesOf(declaration));
  return (call) => new Upload(call, receivedType(call, types), upload);
}

async function* chunksOf(body: Readable): AsyncGenerator<Uint8Array, void, void> {
  yield* body.iterator({ destroyOnReturn: false });
}

function bodyOf(call: Call, maxBytes: number): Readable {
  if (call instanceof NodeCall) return fromSocket(call, maxBytes);
  const source = call instanceof FetchCall ? call.request.body : null;
  return Readable.from(counted(source ?? [], maxBytes), { objectMode: false });
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
    // Only now, so that a request that is refused sends no body (RFC 9110, section 10.1.1).
    if (request.headers.expect !== undefined && request.httpVersion === "1.1")
      response.writeContinue();
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
