/** Requests that Node's parser refuses, or lets pass although HTTP does not allow them. */
import type { IncomingMessage } from "node:http";
import type { Refusal } from "../../../registry/contract/policy/policy-answer.ts";

/** Largest header block that Node's parser takes, in bytes; well above any URL limit, so that 414 can be answered. */
export const MAX_HEADER_BYTES = 64 * 1024;

/** Header lines that Node's parser takes. */
export const MAX_HEADERS = 1000;

/** `uri-host [":" port]` (RFC 9110, section 7.2). Two fields, joined with a comma and a space, do not fit. */
const HOST = /^(?:\[[\dA-Fa-fv:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\dA-Fa-f]{2})*)(?::\d{0,5})?$/;

/** Checks that a text is a single host name and port. */
export function isAuthority(text: string): boolean {
  return HOST.test(text);
}

/** Returns what is wrong with the version or Host of a parsed request (RFC 9112, section 3.2). */
export function protocolRefusal({ headers, httpVersion }: IncomingMessage): Refusal | undefined {
  const refusal = (detail: string): Refusal => ({ code: "malformed-request", detail });
  // Node's parser takes the version that a client writes.
  if (!httpVersion.startsWith("1.")) return refusal("The version of HTTP is neither 1.0 nor 1.1.");
  if (headers.host === undefined) {
    return httpVersion === "1.0"
      ? undefined
      : refusal("An HTTP/1.1 request has a Host header; none was received.");
  }
  return isAuthority(headers.host)
    ? undefined
    : refusal("The Host header must be a single host name and port.");
}

/** Turns an error of Node's parser into a refusal. */
export function parserRefusal({ code }: NodeJS.ErrnoException): Refusal {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return {
        code: "header-fields-too-large",
        detail: `The request line and headers may have ${MAX_HEADER_BYTES} bytes together, and the headers ${MAX_HEADERS} lines.`,
      };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { code: "request-timeout" };
    case "HPE_INVALID_METHOD":
      return {
        code: "malformed-request",
        detail: "The request line has a method that HTTP does not define.",
      };
    default:
      return { code: "malformed-request" };
  }
}

/** Finds the Accept field in the bytes of an unparsable request, so that its sender can read the error. */
export function findAccept(packet: Buffer | undefined): string | undefined {
  return /\r\nAccept:([\x20-\x7e\t]*)\r\n/i
    .exec(packet?.toString("latin1", 0, 16_384) ?? "")?.[1]
    ?.trim();
}
