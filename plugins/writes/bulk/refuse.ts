/** Finds the operations that cannot run, before any of them does. */
import type { FieldError } from "waymark";
import type { RouteInfo } from "waymark/advanced";
import type { Operation } from "./format.ts";
import { isJson } from "./media-type.ts";

/** Headers of the connection (RFC 9110, section 7.6.1), of proxies, or about an answer that is not sent on its own. */
const REFUSED_HEADERS: ReadonlySet<string> = new Set(
  "connection keep-alive te trailer transfer-encoding upgrade expect host content-length content-encoding accept-encoding forwarded via x-real-ip".split(
    " ",
  ),
);
const REFUSED_PREFIXES: readonly string[] = ["proxy-", "x-forwarded-"];

/** Kinds of answers that have no place within another answer. */
const REFUSED_KINDS = {
  stream: "a stream, which does not end",
  page: "a page for people",
  bytes: "bytes, which have no form in JSON",
};

const isRefused = (name: string) =>
  REFUSED_HEADERS.has(name) || REFUSED_PREFIXES.some((prefix) => name.startsWith(prefix));

/**
 * Returns why operations cannot run, each with its place in the request.
 *
 * @param routes the route that each would reach; undefined if none takes it
 */
export function problemsOf(
  operations: readonly Operation[],
  routes: readonly (RouteInfo | undefined)[],
  self: string,
): readonly FieldError[] {
  const ids = new Set<string>();
  return operations.flatMap((operation, index) => {
    const { id, method, headers = {}, body } = operation;
    const at = `/operations/${index}`;
    const found: FieldError[] = [];
    const refuse = (pointer: string, detail: string) =>
      void found.push({ pointer: `${at}${pointer}`, detail });
    if (ids.has(id)) refuse("/id", "Another operation has the same id.");
    ids.add(id);
    const route = routes[index];
    if (route?.ref === self) refuse("/path", "A bulk request cannot be within another one.");
    else if (route?.kind === "stream" || route?.kind === "page" || route?.kind === "bytes")
      refuse("/path", `The answer would be ${REFUSED_KINDS[route.kind]}. Request it on its own.`);
    if (route?.upload !== undefined)
      refuse("/path", "The request would be an upload. Send it on its own.");
    const names = new Set<string>();
    for (const name of Object.keys(headers)) {
      const lower = name.toLowerCase();
      const pointer = `/headers/${name.replaceAll("~", "~0")}`;
      if (isRefused(lower))
        refuse(
          pointer,
          "The header is about a connection or a proxy, which operations have none of.",
        );
      else if (names.has(lower)) refuse(pointer, "The header is there twice.");
      names.add(lower);
    }
    if (body !== undefined && method === "GET")
      refuse("/body", "A GET has no body. Leave it out, or choose another method.");
    else if (body !== undefined && typeof body !== "string" && !isJson(contentTypeOf(operation)))
      refuse("/body", "The Content-Type is not JSON, so the body must be a text.");
    return found;
  });
}

/** Returns the media type of an operation's body. Default: JSON. */
export function contentTypeOf({ headers = {} }: Operation): string {
  const [, value = "application/json"] =
    Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type") ?? [];
  return value;
}
