/** The cookie by which pages know their browser. */
import type { Call } from "waymark";
import { idIn, randomId } from "../shared/cookies.ts";

const PLAIN = "journey";
/** Name over TLS: other hosts of the domain cannot set it (RFC 6265bis, section 4.1.3.2). */
const SECURE = "__Host-journey";

/** Returns the id of the browser, from the cookies of a request. */
export function browserIn(cookies: string | undefined): string | undefined {
  return idIn(cookies, SECURE, PLAIN);
}

/** Returns the id of the browser that a page of this service runs in, perhaps a new one; undefined for other callers. */
export function browserOf(call: Call): string | undefined {
  if (!isSameOrigin(call)) return undefined;
  return idIn(call.header("cookie"), call.secure ? SECURE : PLAIN) ?? randomId();
}

/** Returns the value of Set-Cookie. */
export function cookieFor(browser: string, { secure }: Call): string {
  const attributes = "Path=/; HttpOnly; SameSite=Strict";
  return secure
    ? `${SECURE}=${browser}; ${attributes}; Secure`
    : `${PLAIN}=${browser}; ${attributes}`;
}

/** Checks for a script or page of this service. Pages of other origins cannot send the header so. */
export function isSameOrigin(call: Call): boolean {
  return call.header("sec-fetch-site") === "same-origin";
}
