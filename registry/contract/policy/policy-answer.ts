/** Answers by policies: in place of the handler's, and around writes; and bodies that policies receive. */
import type { Readable } from "node:stream";
import type { BodyInfo, Representation, Failure } from "../call/call.ts";
import type { ErrorCode } from "../call/errors.ts";

/**
 * A policy's answer in place of the handler's: a replay, or a redirect. Its status is below 400, or one among the
 * route's `statuses`.
 */
export interface PolicyAnswer {
  readonly status: number;
  readonly body?: string | Uint8Array;
  /** Full Content-Type of the body. Default: the route's own. */
  readonly contentType?: string;
  /** Becomes Location. */
  readonly location?: string | undefined;
  /** Becomes Content-Language. */
  readonly language?: string | undefined;
  /** Facts of the answer that this one repeats. Default: none. */
  readonly facts?: BodyInfo;
}

/** A write that its handler has finished, and that no policy has taken back yet. */
export interface WriteResult {
  readonly status: number;
  /** Path of the resource that the request created. */
  readonly location: string | undefined;
  /** Entity tag of the resource as the write leaves it; undefined if the answer is not its representation. */
  readonly etag: string | undefined;
  readonly language: string | undefined;
  /** Plain JSON. */
  readonly facts: BodyInfo;
  /** The finished body, unencoded; undefined if there is none. */
  readonly body: Pick<Representation, "bytes" | "contentType"> | undefined;
}

/** The end of a write, as a policy around it decides: the result as it is, another answer, or a refusal. */
export type WriteEnd = WriteResult | PolicyAnswer | { readonly refusal: Refusal };

/** The request of a write that policies enclose. */
export interface EnclosedWrite {
  /** The request body as it was received; undefined if the route takes none. */
  readonly body:
    | {
        readonly mediaType: string;
        /** SHA-256 over its bytes, base64url. */
        readonly sha256: string;
      }
    | undefined;
  /**
   * Resolves when all handlers of this request have ended: a handler that took too long may run on after `proceed` has
   * rejected. Never rejects.
   */
  settled(): Promise<void>;
}

/** A request body that has begun to arrive. */
export interface ArrivingBody {
  /** Ends with an error above its limit, and when the client leaves. The client is asked to send it at the first read. */
  readonly bytes: Readable;
  /** Media type, among those of the route. */
  readonly mediaType: string;
  /** Content-Type, with its parameters. */
  readonly contentType: string;
  /** Length in bytes, if the client has stated it. */
  readonly length: number | undefined;
  /** Ends the body with a problem. Returns its first problem, which is the answer even if the handler catches it. */
  readonly fail: (problem: Refusal | Error) => Error;
  /** Runs a function once the write is over, however it ends. */
  readonly defer: (end: () => void) => void;
}

/** Reason to refuse a request: a code of the error catalog and the particulars of this occurrence. */
export interface Refusal extends Partial<Omit<Failure, "code" | "status" | "message">> {
  readonly code: ErrorCode;
}
