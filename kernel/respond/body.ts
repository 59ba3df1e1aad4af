import { hash } from "node:crypto";
import type { Coding } from "../../registry/contract/compiled-policy.ts";
import type {
  BodyFacts,
  Failure,
  Outcome,
  Reply,
  Representation,
} from "../../registry/contract/call.ts";
import type { HeaderPlan } from "../../registry/contract/sealed-route.ts";

/** What is the same of a reply whenever it is sent. */
export interface Prepared {
  readonly reply: Reply;
  /** Name, value, …: headers that are fixed, those of the body, and those of body slots. */
  readonly headers: readonly string[];
  readonly slots: HeaderPlan["slots"];
}

/**
 * One finished body. What is short is also kept as a string of its bytes, which Node sends with the headers in one write.
 * Hashes are made when a header first asks for them.
 */
export class Body implements Representation {
  readonly contentType: string;
  readonly coding: string;
  /** What goes on the wire; a string holds ASCII only. */
  readonly payload: string | Uint8Array;
  /** The same with a character for each byte (latin1), where it is short. */
  readonly wire: string | undefined;
  readonly byteLength: number;
  /** The kernel's headers of this body: name, value, … */
  readonly headers: readonly string[];
  readonly #prepared: { [outcome in Outcome]?: Prepared } = {};
  #sha256: string | undefined;
  #etag: string | undefined;

  constructor(content: string | Uint8Array, contentType: string, coding = "identity") {
    this.contentType = contentType;
    this.coding = coding;
    if (typeof content === "string") {
      this.byteLength = Buffer.byteLength(content);
      if (this.byteLength === content.length) {
        this.payload = this.wire = content;
      } else {
        this.payload = Buffer.from(content);
        this.wire = wireOf(this.payload);
      }
    } else {
      this.byteLength = content.byteLength;
      this.payload = content;
      this.wire = wireOf(content);
    }
    this.headers = ["Content-Type", contentType, "Content-Length", String(this.byteLength)];
  }

  get bytes(): Uint8Array {
    return typeof this.payload === "string" ? Buffer.from(this.payload, "latin1") : this.payload;
  }

  get sha256(): string {
    return (this.#sha256 ??= hash("sha256", this.payload, "base64"));
  }

  /** The reply with this body on an outcome of its route, made once: status and facts are the body's own. */
  on(
    outcome: Outcome,
    plan: HeaderPlan,
    status: number,
    facts: BodyFacts,
    failure?: Failure,
  ): Prepared {
    const known = this.#prepared[outcome];
    if (known !== undefined) return known;
    const reply: Reply = { outcome, status, representation: this, failure, facts };
    const made = prepare(reply, plan, status === 304 ? [] : this.headers);
    this.#prepared[outcome] = made;
    return made;
  }

  /** 128 bits of the hash are plenty to tell the representations of one resource apart. */
  get etag(): string {
    return (this.#etag ??= `"${this.sha256.slice(0, 22).replaceAll("+", "-").replaceAll("/", "_")}"`);
  }
}

/** Up to here one write of a string costs less than a second buffer in the same system call. */
const SHORT_BYTES = 8192;

function wireOf(bytes: Uint8Array): string | undefined {
  if (bytes.byteLength > SHORT_BYTES) return undefined;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** A reply with all headers that need no call: those of its plan, and more. */
export function prepare(
  reply: Reply,
  { fixed, bodySlots, slots }: HeaderPlan,
  more: readonly string[] = [],
): Prepared {
  const headers = [...fixed];
  for (const { name, value } of bodySlots) {
    const text = value(reply);
    if (text !== undefined) headers.push(name, text);
  }
  return { reply, headers: [...headers, ...more], slots };
}

/** A body in every content coding on offer. Codings are applied on first use and kept. */
export class Variants {
  readonly identity: Body;
  readonly #codings: readonly Coding[];
  readonly #encoded: (Body | undefined)[] = [];

  constructor(identity: Body, codings: readonly Coding[]) {
    this.identity = identity;
    this.#codings = codings;
  }

  /**
   * The body in the coding at `index` of those on offer, or as it is for -1. A body that is too small to gain is sent as
   * it is, unless the client refuses that.
   */
  in(index: number, identityRefused: boolean): Body {
    if (index === -1) return this.identity; // and not the member of an array that has the name "-1", which is slow to miss
    const coding = this.#codings[index];
    if (coding === undefined || (this.identity.byteLength < coding.minBytes && !identityRefused))
      return this.identity;
    return (this.#encoded[index] ??= new Body(
      coding.encode(this.identity.bytes),
      this.identity.contentType,
      coding.name,
    ));
  }
}

/** Content-Type of a media type: text gets its charset, JSON and others have none (RFC 8259, section 11). */
export function contentTypeOf(mediaType: string): string {
  return mediaType.startsWith("text/") && !mediaType.includes("charset")
    ? `${mediaType}; charset=utf-8`
    : mediaType;
}
