import { isIPv6 } from "node:net";
import type { Call } from "../../../registry/contract/call/call.ts";

/** Returns the owner of a use of shared things: the principal of a call, or the network of its client. */
export function ownerOf({ principal, client }: Pick<Call, "principal" | "client">): string {
  return principal?.id ?? clientNetwork(client);
}

/**
 * Returns the network under which limits count a client's address: of IPv6 the /64, the smallest network that one customer
 * gets (RFC 6177, section 2), because clients can change the rest freely; otherwise the address itself.
 */
export function clientNetwork(address: string): string {
  if (!address.includes(":")) return address;
  let key = cache.get(address);
  if (key === undefined) {
    key = parseNetwork(address);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(address, key);
  }
  return key;
}

/** Number of networks that are kept: parsing takes some microseconds and the same clients come back. */
const MAX_CACHED = 1024;
const cache = new Map<string, string>();

/** An IPv4 client on an IPv6 socket (RFC 4291, section 2.5.5.2). */
const MAPPED = /^::ffff:([\da-f]+):([\da-f]+)$/;

function parseNetwork(address: string): string {
  const [plain = ""] = address.split("%", 1); // the zone of a link-local address
  if (!isIPv6(plain)) return address;
  // The URL parser spells every address in one way: hexadecimal groups without leading zeros, and `::`.
  const spelled = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [, ...mapped] = MAPPED.exec(spelled) ?? [];
  if (mapped.length > 0) {
    const [high = 0, low = 0] = mapped.map((group) => Number.parseInt(group, 16));
    return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
  }
  const [head = "", tail = ""] = spelled.split("::");
  const left = head.split(":").filter((group) => group !== "");
  const right = tail.split(":").filter((group) => group !== "");
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return `${[...left, ...zeros, ...right].slice(0, 4).join(":")}::/64`;
}
