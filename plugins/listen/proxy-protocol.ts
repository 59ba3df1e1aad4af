/**
 * Headers of the PROXY protocol, versions 1 and 2 (haproxy.org/download/3.0/doc/proxy-protocol.txt), with which a proxy that
 * passes on bytes names the client of a connection.
 */
import { isIP } from "node:net";

const SIGNATURE = Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1");
const PREFIX = Buffer.from("PROXY ", "latin1");
/** Longest header of version 1, in bytes. */
const MAX_LINE = 107;
/** Signature, version and command, family, and length. */
const FIXED_BYTES = 16;
/** Addresses and what else a proxy has to say, in bytes: version 2 could have 64 KB of it. */
const MAX_DETAILS = 2048;
/** The type of a vector about the client's TLS (`PP2_TYPE_SSL`), and the bit in it that says that there is some. */
const TLS_VECTOR = 0x20;
const CLIENT_USES_TLS = 0x01;

/** A whole header, an incomplete header, or an invalid one. */
export type ProxyHeader =
  | {
      readonly kind: "header";
      /** Length of the header. */
      readonly bytes: number;
      /** Address of the client; undefined if the proxy speaks for itself, or knows no address. */
      readonly address: string | undefined;
      /** The client speaks TLS with the proxy, as far as version 2 says so. */
      readonly isSecure: boolean;
    }
  | { readonly kind: "incomplete" }
  | { readonly kind: "invalid" };

const INCOMPLETE: ProxyHeader = { kind: "incomplete" };
const INVALID: ProxyHeader = { kind: "invalid" };

/** Reads the first bytes of a connection. */
export function readProxyHeader(bytes: Buffer): ProxyHeader {
  if (begins(bytes, SIGNATURE)) return bytes.length < FIXED_BYTES ? INCOMPLETE : readBinary(bytes);
  return begins(bytes, PREFIX) ? readLine(bytes) : INVALID;
}

/** Checks that the bytes are the first ones of a text, or have it in front. */
function begins(bytes: Buffer, text: Buffer): boolean {
  const length = Math.min(bytes.length, text.length);
  return bytes.subarray(0, length).equals(text.subarray(0, length));
}

/** Reads version 1: `PROXY TCP4 192.0.2.1 192.0.2.9 56324 443`. */
function readLine(bytes: Buffer): ProxyHeader {
  const end = bytes.subarray(0, MAX_LINE).indexOf("\r\n");
  if (end === -1) return bytes.length < MAX_LINE ? INCOMPLETE : INVALID;
  const [, family, source = "", destination = "", ...ports] = bytes
    .toString("latin1", 0, end)
    .split(" ");
  const header = { kind: "header", bytes: end + 2, isSecure: false } as const;
  if (family === "UNKNOWN") return { ...header, address: undefined };
  const version = family === "TCP4" ? 4 : 6;
  const isValid =
    (family === "TCP4" || family === "TCP6") &&
    isIP(source) === version &&
    isIP(destination) === version &&
    ports.length === 2 &&
    ports.every((port) => /^\d{1,5}$/.test(port) && Number(port) <= 65_535);
  return isValid ? { ...header, address: source } : INVALID;
}

/** Reads version 2. */
function readBinary(bytes: Buffer): ProxyHeader {
  const [command, family, details] = [bytes[12], bytes[13], bytes.readUInt16BE(14)];
  if ((command !== 0x20 && command !== 0x21) || details > MAX_DETAILS) return INVALID;
  if (bytes.length < FIXED_BYTES + details) return INCOMPLETE;
  const header = { kind: "header", bytes: FIXED_BYTES + details } as const;
  const isLocal = command === 0x20; // such as a health check
  if (isLocal || (family !== 0x11 && family !== 0x21))
    return { ...header, address: undefined, isSecure: false };
  const [length, needed] = family === 0x11 ? [4, 12] : [16, 36];
  if (details < needed) return INVALID;
  const isSecure = usesTls(bytes.subarray(FIXED_BYTES + needed, header.bytes));
  if (isSecure === undefined) return INVALID;
  return { ...header, address: spell(bytes.subarray(FIXED_BYTES, FIXED_BYTES + length)), isSecure };
}

/** Reads TLS from the vectors, each a type, a length and a value; undefined if they do not fill their place. */
function usesTls(vectors: Buffer): boolean | undefined {
  let isSecure = false;
  let at = 0;
  while (at < vectors.length) {
    if (at + 3 > vectors.length) return undefined;
    const end = at + 3 + vectors.readUInt16BE(at + 1);
    if (end > vectors.length) return undefined;
    if (vectors[at] === TLS_VECTOR && end > at + 3)
      isSecure = ((vectors[at + 3] ?? 0) & CLIENT_USES_TLS) !== 0;
    at = end;
  }
  return isSecure;
}

function spell(address: Buffer): string {
  if (address.length === 4) return address.join(".");
  const groups = Array.from({ length: 8 }, (_, at) => address.readUInt16BE(at * 2).toString(16));
  return new URL(`http://[${groups.join(":")}]`).hostname.slice(1, -1);
}
