/**
 * Keeps web pages from the admin listener. The browser of an operator reaches it, and would send what any page asks for:
 * with the listener's own address, or with a name that an attacker's DNS leads there (DNS rebinding).
 */
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Refusal } from "waymark";

const OWN_PAGES: ReadonlySet<string> = new Set(["none", "same-origin"]);

/** @param names under which operators reach the listener, beside its addresses and `localhost`. */
export function foreignRequest(
  names: readonly string[],
): (request: IncomingMessage) => Refusal | undefined {
  const known = new Set(["localhost", ...names.map((name) => name.toLowerCase())]);
  return ({ headers }) => {
    const site = headers["sec-fetch-site"];
    if (typeof site === "string" && !OWN_PAGES.has(site))
      return { code: "bad-request", detail: `A page of another site asked for this (${site}).` };
    if (headers.host === undefined) return undefined; // HTTP/1.0, which browsers do not send
    const name = headers.host.replace(/:\d*$/, "").toLowerCase();
    if (known.has(name) || isIP(name.replace(/^\[|\]$/g, "")) !== 0) return undefined;
    const detail =
      "The Host header is neither an address nor localhost nor a name in the config's admin.hosts.";
    return { code: "bad-request", detail };
  };
}
