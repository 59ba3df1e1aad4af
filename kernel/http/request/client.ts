/**
 * Address, transport and host of a client: from the socket and, only behind trusted proxies, from their reports in
 * `Forwarded` (RFC 7239) or `X-Forwarded-*`.
 */
import { BlockList, isIP } from "node:net";
import type { Call } from "../../../registry/contract/call/call.ts";
import type { Log } from "../../../registry/contract/types.ts";

/** A connection and its headers, as received. */
export interface ConnectionInfo {
  /** Address of the peer; undefined if the platform does not report it. */
  readonly peer: string | undefined;
  /** True if the peer speaks TLS with this server. */
  readonly encrypted: boolean;
  header(name: string): string | undefined;
}

/** The client behind a connection, by the members that calls have of it. Its address is `unknown` if the platform does not report it. */
export type Client = Pick<Call, "client" | "secure" | "host" | "proxied">;

/** Finds the client behind a connection. Each call asks once, and only if a policy or a handler does. */
export type ClientResolver = (connection: ConnectionInfo) => Client;

/** A peer that is the client itself. */
class Peer implements Client {
  readonly proxied = false;
  readonly #connection: ConnectionInfo;

  constructor(connection: ConnectionInfo) {
    this.#connection = connection;
  }

  get client(): string {
    return unmapIPv4(this.#connection.peer ?? "unknown");
  }
  get secure(): boolean {
    return this.#connection.encrypted;
  }
  get host(): string {
    return hostName(this.#connection.header("host") ?? "");
  }
}

const ABSENT: Client = { client: "", secure: false, host: "", proxied: false };

/** Resolver for calls that no client made. */
export const NO_CLIENT: ClientResolver = () => ABSENT;

/** Stand-in for the address of peers at a Unix socket, which have none. */
export const UNIX_PEER = "unix";

/** Returns a check that an address is among these addresses, CIDR ranges and `unix`, which were validated with the config. */
export function proxyMatcher(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const entry of trustedProxies) {
    if (entry === UNIX_PEER) continue;
    const [address = "", bits] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  const trustsSocket = trustedProxies.includes(UNIX_PEER);
  return (received) => {
    if (received === UNIX_PEER) return trustsSocket;
    const address = unmapIPv4(received);
    return isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  };
}

/**
 * Makes a resolver that believes one family of headers, and only from trusted proxies. It walks from the right over
 * trusted hops, so that a client cannot speak for a proxy. The other family is ignored, because a proxy passes on the
 * headers that it does not write itself.
 *
 * @param trustedProxies addresses, CIDR ranges and `unix`, validated with the config.
 * @param log receives a warning about a proxy that the config does not name. Default: none.
 */
export function clientResolver(
  trustedProxies: readonly string[],
  proxyHeaders: ProxyHeaders,
  log?: Log,
): ClientResolver {
  if (trustedProxies.length === 0)
    return log === undefined ? (connection) => new Peer(connection) : watchingForProxies(log);
  const isTrusted = proxyMatcher(trustedProxies);
  return (connection) => behindProxies(connection, proxyHeaders, isTrusted);
}

/** Requests to look at: behind a proxy nearly every request has these headers, so the first requests suffice. */
const WATCHED_REQUESTS = 10_000;

/**
 * Makes a resolver that believes no headers, and warns once if a request comes through a proxy: all clients then share the
 * proxy's address, and with it one rate limit.
 */
function watchingForProxies(log: Log): ClientResolver {
  let left = WATCHED_REQUESTS;
  const look = (connection: ConnectionInfo) => {
    left--;
    const names = ["forwarded", "x-forwarded-for"];
    const header = names.find((name) => connection.header(name) !== undefined);
    if (header === undefined) return;
    left = 0;
    log.warn(
      "a request came with a forwarding header from a peer that is not trusted, and the header was ignored; if a proxy is in front of this server, name it in trustedProxies",
      { header, peer: connection.peer, variable: "WAYMARK_TRUSTED_PROXIES" },
    );
  };
  return (connection) => {
    if (left > 0) look(connection);
    return new Peer(connection);
  };
}

function behindProxies(
  connection: ConnectionInfo,
  family: ProxyHeaders,
  isTrusted: (address: string) => boolean,
): Client {
  const peer = new Peer(connection);
  const { client: address, secure, host } = peer;
  if (!isTrusted(address)) return peer;
  let client: Client = { client: address, secure, host, proxied: true };
  for (const hop of readHops((name) => connection.header(name), family)) {
    // Scheme and host come only from the report on the client: another hop's belong to another connection.
    client = {
      client: hop.address ?? client.client,
      secure: hop.proto === undefined ? secure : hop.proto === "https",
      host: hop.host === undefined ? host : hostName(hop.host),
      proxied: true,
    };
    if (hop.address === undefined || !isTrusted(hop.address)) break;
  }
  return client;
}

/** Returns the host of an authority: `Example.org:8080` becomes `example.org`, `[::1]:80` becomes `[::1]`. */
function hostName(authority: string): string {
  const end = authority.startsWith("[") ? authority.indexOf("]") + 1 : authority.lastIndexOf(":");
  return (end > 0 ? authority.slice(0, end) : authority).toLowerCase();
}

/** Report of one proxy. */
interface Hop {
  readonly address: string | undefined;
  readonly proto: string | undefined;
  readonly host: string | undefined;
}

/** A family of headers: a proxy writes one, and may pass the other on as the client sent it. */
type ProxyHeaders = "x-forwarded" | "forwarded";

/** The longest chain of proxies that is followed. */
const MAX_HOPS = 32;

/**
 * Reads the reports, the nearest proxy's first. Each proxy adds its entry at the end, so the nth from the right
 * was written by the nth proxy; a header without an nth entry says nothing about that hop.
 */
function* readHops(
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
function unmapIPv4(address: string): string {
  return address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
}
