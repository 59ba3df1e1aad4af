/** Reports of proxies about their clients, in `Forwarded` (RFC 7239) or `X-Forwarded-*`. */
import { isIP } from "node:net";

/** Report of one proxy. */
export interface Hop {
  readonly address: string | undefined;
  readonly proto: string | undefined;
  readonly host: string | undefined;
}

/** A family of headers: a proxy writes one, and may pass the other on as the client sent it. */
export type ProxyHeaders = "x-forwarded" | "forwarded";

/** The longest chain of proxies that is followed. */
const MAX_HOPS = 32;

/**
 * Reads the reports, the nearest proxy's first. Each proxy adds its entry at the end, so the nth from the right
 * was written by the nth proxy; a header without an nth entry says nothing about that hop.
 */
export function* readHops(
  header: (name: string) => string | undefined,
  family: ProxyHeaders,
): Iterable<Hop> {
  if (family === "forwarded") {
    for (const element of fromRight(header("forwarded"))) yield parseElement(element);
    return;
  }
  const addresses = fromRight(header("x-forwarded-for"));
  const protos = fromRight(header("x-forwarded-proto"));
  const hosts = fromRight(header("x-forwarded-host"));
  // Some proxies report the scheme only.
  for (const [at, address] of (addresses.length === 0 ? [""] : addresses).entries())
    yield { address: parseNode(address), proto: protos[at]?.toLowerCase(), host: hosts[at] };
}

/** Returns the members of a list, the last first. */
function fromRight(list = ""): readonly string[] {
  const members: string[] = [];
  let end = list.length;
  for (let read = 0; read < MAX_HOPS && end > 0; read++) {
    const comma = list.lastIndexOf(",", end - 1);
    const member = list.slice(comma + 1, end).trim();
    if (member !== "") members.push(member);
    end = comma;
  }
  return members;
}

/** Parses one element of Forwarded: `for="[2001:db8::1]:4711";proto=https;host=example.org`. */
function parseElement(element: string): Hop {
  const pairs = new Map(
    element.split(";").map((pair): [string, string] => {
      const [name = "", ...value] = pair.split("=");
      const text = value.join("=").trim();
      return [name.trim().toLowerCase(), text.replace(/^"(.*)"$/, "$1")];
    }),
  );
  return {
    address: parseNode(pairs.get("for") ?? ""),
    proto: pairs.get("proto")?.toLowerCase(),
    host: pairs.get("host"),
  };
}

/** Returns the address in a node identifier, without brackets and port; undefined for `unknown` and `_hidden`. */
function parseNode(node: string): string | undefined {
  const address = node.startsWith("[")
    ? node.slice(1, node.indexOf("]"))
    : isIP(node)
      ? node
      : node.replace(/:\d+$/, "");
  return isIP(address) === 0 ? undefined : unmapIPv4(address);
}

/** Turns an IPv4 address that arrived on an IPv6 socket into its plain form: both are the same client. */
export function unmapIPv4(address: string): string {
  return address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
}
