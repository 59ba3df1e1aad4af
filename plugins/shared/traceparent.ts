/** Reads W3C Trace Context, Level 2 (https://www.w3.org/TR/trace-context-2/), section 3. */

export interface TraceParent {
  /** 32 lower-case hex digits. */
  readonly traceId: string;
  /** 16 lower-case hex digits: the client's span. */
  readonly parentId: string;
  /** Flags that Level 2 knows: sampled (1) and random (2); others are not passed on. */
  readonly flags: (typeof FLAGS)[number];
  /** Text to echo: as received, or of a later version the fields that version 00 knows (section 4.3). */
  readonly echo: string;
}

const FLAGS = ["00", "01", "02", "03"] as const;
const KNOWN_FLAGS = 3;
/** Offset of the flags. */
const FLAGS_AT = 53;

/**
 * Version, trace id, parent id and flags. Versions above 00 may continue after another dash with visible characters,
 * but not a comma, which would be a second field: Node joins repeated ones with `, `.
 */
const TRACEPARENT =
  /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:$|(?<!^00.{53})-[\x21-\x2b\x2d-\x7e]*$)/;

/** Reads `traceparent` (section 3.2); undefined if it is malformed, and a new trace has to start. */
export function parseTraceparent(text: string): TraceParent | undefined {
  const [, traceId, parentId, flags] = TRACEPARENT.exec(text) ?? [];
  if (traceId === undefined || parentId === undefined || flags === undefined) return undefined;
  const knownFlags = FLAGS[Number.parseInt(flags, 16) & KNOWN_FLAGS] ?? "00";
  const echo = text.startsWith("00") ? text : `00${text.slice(2, FLAGS_AT)}${knownFlags}`;
  return { traceId, parentId, flags: knownFlags, echo };
}

/** Characters of tracestate to echo: as many as every participant has to pass on (section 3.3.1.5). */
const MAX_TRACESTATE = 512;

/** Returns the part of `tracestate` to echo: whole members from the start; undefined if it is malformed. */
export function readTracestate(text: string): string | undefined {
  const end = text.length <= MAX_TRACESTATE ? text.length : text.lastIndexOf(",", MAX_TRACESTATE);
  const prefix = text.slice(0, Math.max(0, end));
  return isTracestate(prefix) ? prefix : undefined;
}

const MAX_MEMBERS = 32;
/** A key and a value, with optional white space around them. */
const MEMBER =
  /^[ \t]*[a-z0-9][a-z0-9_\-*/@]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e][ \t]*$/;

/**
 * Checks that `tracestate` (section 3.3) can be passed on: at least one member, at most 32, each with a proper key and
 * value. Empty members are ignored.
 */
export function isTracestate(text: string): boolean {
  let members = 0;
  for (const part of text.split(",")) {
    if (MEMBER.test(part)) members++;
    else if (/[^ \t]/.test(part)) return false;
  }
  return members > 0 && members <= MAX_MEMBERS;
}
