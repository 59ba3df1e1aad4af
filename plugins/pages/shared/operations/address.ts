/**
 * Calls in the fragment of an address, `#call=GET%20%2Fapi`. Sharing the address shares the call; opening it never sends
 * the call to a server.
 */
import type { ApiCall } from "./model.ts";

/** GraphQL query with its variables, as JSON text. */
export interface GraphqlCall {
  readonly query: string;
  readonly variables: string;
}

export type Place =
  | { readonly kind: "call"; readonly call: ApiCall }
  | {
      readonly kind: "graphql";
      readonly graphql: GraphqlCall;
      readonly headers: ApiCall["headers"];
    };

/** Characters of a body. Longer bodies are left out: some programs refuse such long addresses. */
const MAX_BODY = 20_000;

/**
 * Checks that a header is about one request and may stand in an address. Any other may be a credential: it is kept in
 * memory only, and goes along with the following requests.
 */
export function isShareable(name: string): boolean {
  return /^(accept(-.+)?|cache-control|content-type|idempotency-key|if-.+|last-event-id|prefer|range|want-.+)$/i.test(
    name,
  );
}

export function toHash(place: Place): string {
  const parts = new URLSearchParams();
  const { headers } = place.kind === "call" ? place.call : place;
  if (place.kind === "graphql") {
    const { query, variables } = place.graphql;
    parts.set("graphql", query);
    if (variables.trim() !== "") parts.set("variables", variables);
  } else {
    const { method, target, body } = place.call;
    parts.set("call", `${method} ${target}`);
    if (body !== undefined && body.length <= MAX_BODY) parts.set("body", body);
  }
  for (const [name, value] of headers)
    if (isShareable(name)) parts.append("header", `${name}: ${value}`);
  return `#${parts.toString().replaceAll("+", "%20")}`;
}

/** Reads the place; undefined for any other fragment, such as the anchor of a heading. */
export function fromHash(hash: string): Place | undefined {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const headers = parts.getAll("header").flatMap((line) => toHeader(line) ?? []);
  const query = parts.get("graphql");
  if (query !== null)
    return {
      kind: "graphql",
      graphql: { query, variables: parts.get("variables") ?? "" },
      headers,
    };
  const [, method, target] = /^([A-Z]+) (\/(?:[^\s/\\]\S*)?)$/.exec(parts.get("call") ?? "") ?? [];
  if (method === undefined || target === undefined) return undefined;
  const body = parts.get("body");
  return { kind: "call", call: { method, target, headers, ...(body === null ? {} : { body }) } };
}

/** Returns `Name: value` as a pair, in a list of its own so that it can be left out. */
export function toHeader(line: string): readonly [readonly [string, string]] | undefined {
  const [, name, value] = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
  return name === undefined || value === undefined || value === "" ? undefined : [[name, value]];
}
