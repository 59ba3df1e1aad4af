/** Reads W3C Trace Context, Level 2 (https://www.w3.org/TR/trace-context-2/), section 3. */

export interface TraceParent {
  /** 32 lower-case hex digits. */
  readonly traceId: string;
  /** Flags that Level 2 knows: sampled (1) and random (2); others are not passed on. */
  readonly flags: "00" | "01" | "02" | "03";
}

const FLAGS = ["00", "01", "02", "03"] as const;
const KNOWN_FLAGS = 3;

// version "-" trace-id "-" parent-id "-" trace-flags
const TRACE = 3;
const PARENT = 36;
const FLAG = 53;
const LENGTH = 55;

const COMMA = 0x2c;

/**
 * Reads `traceparent` (section 3.2); undefined when it is malformed, and a new trace has to start. Versions above 00
 * may continue after another dash.
 */
export function parseTraceparent(text: string): TraceParent | undefined {
  if (text.length < LENGTH) return undefined;
  if (!isHex(text, 0, 2) || text[TRACE - 1] !== "-") return undefined;
  if (!isHex(text, TRACE, PARENT - 1) || isZero(text, TRACE, PARENT - 1)) return undefined;
  if (text[PARENT - 1] !== "-") return undefined;
  if (!isHex(text, PARENT, FLAG - 1) || isZero(text, PARENT, FLAG - 1)) return undefined;
  if (text[FLAG - 1] !== "-" || !isHex(text, FLAG, LENGTH)) return undefined;
  if (text.startsWith("ff")) return undefined;
  if (text.length > LENGTH && (text.startsWith("00") || !isExtension(text))) return undefined;
  const flags = FLAGS[Number.parseInt(text.slice(FLAG, LENGTH), 16) & KNOWN_FLAGS] ?? "00";
  return { traceId: text.slice(TRACE, PARENT - 1), flags };
}

/** A dash and visible characters. A comma would be a second field: Node joins repeated ones with `, `. */
function isExtension(text: string): boolean {
  if (text[LENGTH] !== "-") return false;
  for (let at = LENGTH; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x21 || code > 0x7e || code === COMMA) return false;
  }
  return true;
}

function isHex(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    const digit = code >= 0x30 && code <= 0x39;
    const letter = code >= 0x61 && code <= 0x66;
    if (!digit && !letter) return false;
  }
  return true;
}

function isZero(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if (text.charCodeAt(at) !== 0x30) return false;
  }
  return true;
}

const MAX_MEMBERS = 32;
const MEMBER =
  /^[a-z0-9][a-z0-9_\-*/@]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;

/**
 * Whether `tracestate` (section 3.3) can be passed on: at least one member, at most 32, each with a proper key and
 * value. Empty members are ignored.
 */
export function isTracestate(text: string): boolean {
  let members = 0;
  for (const part of text.split(",")) {
    const member = trimBlanks(part);
    if (member === "") continue;
    members++;
    if (members > MAX_MEMBERS || !MEMBER.test(member)) return false;
  }
  return members > 0;
}

/** Removes optional white space at both ends. A regular expression would take quadratic time on long runs of it. */
function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text[start])) start++;
  while (end > start && isBlank(text[end - 1])) end--;
  return text.slice(start, end);
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t";
}
