/** Address, transport and host of a client: from the socket and, only behind trusted proxies, from their headers. */
import { BlockList, isIP } from "node:net";
import type { Log } from "../../../registry/contract/types.ts";
import { readHops, unmapIPv4, type ProxyHeaders } from "./forwarded.ts";

/** A connection and its headers, as received. */
export interface ConnectionInfo {
  /** Address of the peer; undefined if the platform does not report it. */
  readonly peer: string | undefined;
  /** True if the peer speaks TLS with this server. */
  readonly encrypted: boolean;
  header(name: string): string | undefined;
}

export interface ClientResolver {
  /** Returns the client's address; `unknown` if the platform does not report it. */
  address(connection: ConnectionInfo): string;
  secure(connection: ConnectionInfo): boolean;
  /** Returns the host in lower case, without port; "" without a Host header. */
  host(connection: ConnectionInfo): string;
  /** Checks that the peer is a trusted proxy. */
  proxied(connection: ConnectionInfo): boolean;
}

type Client = { readonly [key in keyof ClientResolver]: ReturnType<ClientResolver[key]> };

const direct: ClientResolver = {
  address: ({ peer }) => unmapIPv4(peer ?? "unknown"),
  secure: ({ encrypted }) => encrypted,
  host: (connection) => hostName(connection.header("host") ?? ""),
  proxied: () => false,
};

/** Resolver for calls that no client made. */
export const NO_CLIENT: ClientResolver = {
  address: () => "",
  secure: () => false,
  host: () => "",
  proxied: () => false,
};

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
  if (trustedProxies.length === 0) return log === undefined ? direct : watchingForProxies(log);
  const isTrusted = proxyMatcher(trustedProxies);
  const clients = new WeakMap<ConnectionInfo, Client>();
  const resolve = (connection: ConnectionInfo): Client => {
    const client = clients.get(connection) ?? behindProxies(connection, proxyHeaders, isTrusted);
    clients.set(connection, client);
    return client;
  };
  return {
    address: (connection) => resolve(connection).address,
    secure: (connection) => resolve(connection).secure,
    host: (connection) => resolve(connection).host,
    proxied: (connection) => resolve(connection).proxied,
  };
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
  return {
    ...direct,
    address(connection) {
      if (left > 0) look(connection);
      return direct.address(connection);
    },
  };
}

function behindProxies(
  connection: ConnectionInfo,
  family: ProxyHeaders,
  isTrusted: (address: string) => boolean,
): Client {
  const peer: Client = {
    address: direct.address(connection),
    secure: direct.secure(connection),
    host: direct.host(connection),
    proxied: false,
  };
  if (!isTrusted(peer.address)) return peer;
  let client: Client = { ...peer, proxied: true };
  for (const hop of readHops((name) => connection.header(name), family)) {
    // Scheme and host come only from the report on the client: another hop's belong to another connection.
    client = {
      address: hop.address ?? client.address,
      secure: hop.proto === undefined ? peer.secure : hop.proto === "https",
      host: hop.host === undefined ? peer.host : hostName(hop.host),
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
