/** Who is asking: address, transport and host, from the socket and, behind trusted proxies only, from their word. */
import { BlockList, isIP } from "node:net";

/** What a connection and its headers say. Everything is as received. */
export interface Received {
  /** Address of the peer, or undefined when the platform does not tell. */
  readonly peer: string | undefined;
  /** The peer speaks TLS with us. */
  readonly encrypted: boolean;
  header(name: string): string | undefined;
}

/** Finds out who a request comes from; each question costs only its own answer. */
export interface ClientResolver {
  /** `unknown` when the platform does not tell. */
  address(received: Received): string;
  secure(received: Received): boolean;
  /** Lower-case, without port; "" without a Host header. */
  host(received: Received): string;
}

interface Client {
  readonly address: string;
  readonly secure: boolean;
  readonly host: string;
}

const direct: ClientResolver = {
  address: ({ peer }) => plainAddress(peer ?? "unknown"),
  secure: ({ encrypted }) => encrypted,
  host: (received) => hostName(received.header("host") ?? ""),
};

/**
 * Makes a resolver that believes `Forwarded` (RFC 7239), or else `X-Forwarded-*`, only from the given addresses and
 * CIDR ranges. It walks from the right over trusted hops, so that a client cannot put words in a proxy's mouth.
 * Throws a TypeError that names an entry which is neither an address nor a range.
 */
export function clientResolver(trustedProxies: readonly string[]): ClientResolver {
  if (trustedProxies.length === 0) return direct;
  const trusted = new BlockList();
  for (const entry of trustedProxies) addTo(trusted, entry);
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  const found = new WeakMap<Received, Client>();
  const find = (received: Received): Client => {
    const known = found.get(received) ?? behindProxies(received, isTrusted);
    found.set(received, known);
    return known;
  };
  return {
    address: (received) => find(received).address,
    secure: (received) => find(received).secure,
    host: (received) => find(received).host,
  };
}

function behindProxies(received: Received, isTrusted: (address: string) => boolean): Client {
  let client: Client = {
    address: direct.address(received),
    secure: direct.secure(received),
    host: direct.host(received),
  };
  if (!isTrusted(client.address)) return client;
  for (const hop of hopsOf(received).toReversed()) {
    client = {
      address: hop.address ?? client.address,
      secure: hop.proto === undefined ? client.secure : hop.proto === "https",
      host: hop.host === undefined ? client.host : hostName(hop.host),
    };
    if (hop.address === undefined || !isTrusted(hop.address)) break;
  }
  return client;
}

/** Why a trusted proxy entry cannot be used, or undefined. */
export function invalidProxy(entry: string): string | undefined {
  try {
    addTo(new BlockList(), entry);
    return undefined;
  } catch {
    return `${JSON.stringify(entry)} is neither an IP address nor a CIDR range such as 10.0.0.0/8`;
  }
}

function addTo(list: BlockList, entry: string): void {
  const [address = "", prefix, ...more] = entry.split("/");
  const family = isIP(address);
  const bits = Number(prefix);
  if (family === 0 || more.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix)))
    throw new TypeError(`no address: ${entry}`);
  if (prefix === undefined) list.addAddress(address, family === 6 ? "ipv6" : "ipv4");
  else list.addSubnet(address, bits, family === 6 ? "ipv6" : "ipv4");
}

/** An IPv4 address that arrived on an IPv6 socket is the same client as over IPv4. */
function plainAddress(address: string): string {
  return address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
}

/** `Example.org:8080` as `example.org`, `[::1]:80` as `[::1]`. */
function hostName(authority: string): string {
  const end = authority.startsWith("[") ? authority.indexOf("]") + 1 : authority.lastIndexOf(":");
  return (end > 0 ? authority.slice(0, end) : authority).toLowerCase();
}

interface Hop {
  readonly address: string | undefined;
  readonly proto: string | undefined;
  readonly host: string | undefined;
}

/** What each proxy said, the client's end first. */
function hopsOf(received: Received): readonly Hop[] {
  const forwarded = received.header("forwarded");
  if (forwarded !== undefined) return forwarded.split(",").map(forwardedHop);
  const list = (name: string) =>
    (received.header(name) ?? "")
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
  const [addresses, protos, hosts] = [
    list("x-forwarded-for"),
    list("x-forwarded-proto"),
    list("x-forwarded-host"),
  ];
  // Some proxies tell the scheme only.
  if (addresses.length === 0)
    return [{ address: undefined, proto: protos.at(-1)?.toLowerCase(), host: hosts.at(-1) }];
  return addresses.map((address, index) => {
    const fromRight = addresses.length - index;
    return {
      address: addressIn(address),
      proto: (protos.at(-fromRight) ?? protos.at(0))?.toLowerCase(),
      host: hosts.at(-fromRight) ?? hosts.at(0),
    };
  });
}

/** One element of Forwarded: `for="[2001:db8::1]:4711";proto=https;host=example.org`. */
function forwardedHop(element: string): Hop {
  const pairs = new Map(
    element.split(";").map((pair): [string, string] => {
      const [name = "", ...value] = pair.split("=");
      return [
        name.trim().toLowerCase(),
        value
          .join("=")
          .trim()
          .replace(/^"(.*)"$/, "$1"),
      ];
    }),
  );
  return {
    address: addressIn(pairs.get("for") ?? ""),
    proto: pairs.get("proto")?.toLowerCase(),
    host: pairs.get("host"),
  };
}

/** The address in a node identifier, without brackets and port; undefined for `unknown`, `_hidden` and nonsense. */
function addressIn(node: string): string | undefined {
  const address = node.startsWith("[")
    ? node.slice(1, node.indexOf("]"))
    : isIP(node)
      ? node
      : node.replace(/:\d+$/, "");
  return isIP(address) === 0 ? undefined : plainAddress(address);
}
