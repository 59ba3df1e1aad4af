/** Finished bodies, and the headers that follow from them. */
import { hash } from "node:crypto";
import type { Coding } from "../../../registry/contract/policy/compiled-policy.ts";
import type {
  BodyInfo,
  Failure,
  Outcome,
  Reply,
  Representation,
} from "../../../registry/contract/call/call.ts";
import type { HeaderPlan, SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import type { MaybePromise } from "../../../registry/contract/types.ts";
import { fixedLines, headerLine, headerLines } from "./head.ts";

type Content = string | Uint8Array;

/** A reply with the headers that need no call. */
export interface PlannedReply {
  readonly reply: Reply;
  /** Lines: the fixed headers, the headers of body slots, and the headers of the body. */
  readonly lines: string;
  readonly slots: HeaderPlan["slots"];
}

/**
 * A finished body. A short body is also kept as a string of its bytes, which Node sends with the headers in one write.
 * Hashes are made when a header first needs them.
 */
export class EncodedBody implements Representation {
  readonly contentType: string;
  readonly coding: string;
  /** The bytes to send. A string holds ASCII only. */
  readonly payload: Content;
  /** The payload of a short body, with one character for each byte. */
  readonly latin1: string | undefined;
  readonly byteLength: number;
  /** Lines: the kernel's headers of this body. */
  readonly lines: string;
  /** Replies by outcome, filled by `planReply`. */
  readonly planned: { [outcome in Outcome]?: PlannedReply } = {};
  #sha256: string | undefined;
  #etag: string | undefined;

  readonly #original: EncodedBody | undefined;

  constructor(content: Content, contentType: string, coding = "identity", original?: EncodedBody) {
    this.#original = original;
    this.contentType = contentType;
    this.coding = coding;
    this.byteLength = Buffer.byteLength(content);
    const isAscii = this.byteLength === content.length;
    this.payload = typeof content === "string" && isAscii ? content : ownBytes(content);
    this.latin1 = toLatin1(this.payload);
    this.lines = `${headerLine("Content-Type", contentType)}Content-Length: ${this.byteLength}\r\n`;
  }

  get bytes(): Uint8Array {
    return typeof this.payload === "string" ? Buffer.from(this.payload, "latin1") : this.payload;
  }

  get sha256(): string {
    return (this.#sha256 ??= hash("sha256", this.payload, "base64"));
  }

  get version(): string {
    return this.#original?.version ?? this.etag.slice(1, -1);
  }

  /** The entity tag: 128 bits of the hash are plenty to tell the representations of a resource apart. */
  get etag(): string {
    return (this.#etag ??= `"${this.sha256.slice(0, 22).replaceAll("+", "-").replaceAll("/", "_")}"`);
  }
}

/**
 * Returns bytes in a buffer of their own. Compressors return a part of a larger buffer, and short texts are written into
 * the pool of 64 KiB that all buffers share: keeping a part would keep all of it.
 */
function ownBytes(content: Content): Uint8Array {
  if (typeof content !== "string")
    return content.byteLength === content.buffer.byteLength ? content : new Uint8Array(content);
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(content));
  bytes.write(content);
  return bytes;
}

/** Length up to which writing one string costs less than a second buffer in the same system call. */
const SHORT_BYTES = 8192;

function toLatin1(bytes: EncodedBody["payload"]): string | undefined {
  if (typeof bytes === "string") return bytes;
  if (bytes.byteLength > SHORT_BYTES) return undefined;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** Plans a reply, for each body once per outcome: status and facts always belong to the body. */
export function planReply(
  plans: SealedRoute["plans"],
  outcome: Outcome,
  body: EncodedBody | undefined,
  status: number,
  facts: BodyInfo,
  failure?: Failure,
): PlannedReply {
  const hit = body?.planned[outcome];
  if (hit !== undefined) return hit;
  const { fixed, bodySlots, slots, personalVary } = plans[outcome];
  const reply: Reply = { outcome, status, representation: body, failure, facts };
  // Vary comes first: some header always selects a representation.
  const all = [
    facts.personal && personalVary !== undefined
      ? headerLines(["Vary", personalVary, ...fixed.slice(2)])
      : fixedLines(fixed),
  ];
  for (const { name, value } of bodySlots) {
    const text = value(reply);
    if (text !== undefined) all.push(headerLine(name, text));
  }
  if (body !== undefined && status !== 304) all.push(body.lines);
  const lines = all.join(""); // in one piece: what `+=` makes is put together again for each answer
  const planned = { reply, lines, slots };
  if (body !== undefined) body.planned[outcome] = planned;
  return planned;
}

/** Returns the content codings that the route's policies offer, best first. */
export function offeredCodings(route: SealedRoute): readonly Coding[] {
  return route.policies.flatMap(({ compiled }) => compiled.codings ?? []);
}

/** Returns the function that finishes the bodies of a route, in every coding on offer. */
export function variantsOf(
  route: SealedRoute,
): (content: Content, contentType: string) => Variants {
  const codings = offeredCodings(route);
  return (content, contentType) => new Variants(new EncodedBody(content, contentType), codings);
}

/** A body in every content coding on offer. Codings are applied on first use and kept. */
export class Variants {
  readonly identity: EncodedBody;
  readonly #codings: readonly Coding[];
  readonly #encoded: (MaybePromise<EncodedBody> | undefined)[] = [];

  constructor(identity: EncodedBody, codings: readonly Coding[]) {
    this.identity = identity;
    this.#codings = codings;
  }

  /**
   * Returns the body in the offered coding at `index`, or unencoded for -1. A body that is too small to gain
   * stays unencoded unless the client refuses that.
   */
  get(index: number, identityRefused: boolean): MaybePromise<EncodedBody> {
    if (index === -1) return this.identity; // because looking up array[-1] is slow
    const coding = this.#codings[index];
    if (coding === undefined || (this.identity.byteLength < coding.minBytes && !identityRefused))
      return this.identity;
    return (this.#encoded[index] ??= this.#encode(index, coding));
  }

  #encode(index: number, { name, encode }: Coding): MaybePromise<EncodedBody> {
    const { contentType } = this.identity;
    const toBody = (bytes: Uint8Array) => new EncodedBody(bytes, contentType, name, this.identity);
    const encoded = encode(this.identity.bytes);
    if (!(encoded instanceof Promise)) return toBody(encoded);
    return encoded.then(
      (bytes) => (this.#encoded[index] = toBody(bytes)),
      (error: unknown) => {
        this.#encoded[index] = undefined;
        throw error;
      },
    );
  }
}

/** Content-Type of a media type: text gets its charset, JSON and others have none (RFC 8259, section 11). */
export function contentTypeOf(mediaType: string): string {
  return mediaType.startsWith("text/") && !mediaType.includes("charset")
    ? `${mediaType}; charset=utf-8`
    : mediaType;
}
