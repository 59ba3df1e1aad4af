/**
 * The key under which the limiter counts an address. IPv6 clients are counted by their /64, the smallest network that
 * one customer gets (RFC 6177, section 2), because they can change the rest freely; all others by their address.
 */
export function clientKey(address: string): string {
  if (!address.includes(":")) return address;
  let key = cache.get(address);
  if (key === undefined) {
    key = parseNetwork(address);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(address, key);
  }
  return key;
}

/** Parsing takes some microseconds and the same clients come back. */
const MAX_CACHED = 1024;
const cache = new Map<string, string>();

function parseNetwork(address: string): string {
  const groups = parseAddress(address);
  if (groups === undefined) return address;
  // An IPv4 client on an IPv6 socket (RFC 4291, section 2.5.5.2).
  const [, , , , , fifth = 0, high = 0, low = 0] = groups;
  if (fifth === 0xffff && groups.slice(0, 5).every((group) => group === 0)) {
    return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
  }
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(":")}::/64`;
}

/** The eight groups of an IPv6 address (RFC 4291, section 2.2), or undefined when it is not one. */
function parseAddress(address: string): readonly number[] | undefined {
  const [plain = ""] = address.split("%", 1); // the zone of a link-local address
  const [head = "", tail, ...more] = plain.split("::");
  const left = parseGroups(head);
  const right = parseGroups(tail ?? "");
  const missing = 8 - left.length - right.length;
  if (more.length > 0 || (tail === undefined ? missing !== 0 : missing < 1)) return undefined;
  const groups = [...left, ...Array.from({ length: missing }, () => 0), ...right];
  return groups.every((group) => group >= 0 && group <= 0xffff) ? groups : undefined;
}

/** Groups in hexadecimal, the last two perhaps as an IPv4 address; NaN for what is neither. */
function parseGroups(text: string): readonly number[] {
  if (text === "") return [];
  return text.split(":").flatMap((group) => {
    if (/^[\da-f]{1,4}$/i.test(group)) return [Number.parseInt(group, 16)];
    const bytes = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(group)?.slice(1).map(Number);
    if (bytes === undefined || bytes.some((byte) => byte > 255)) return [Number.NaN];
    const [a = 0, b = 0, c = 0, d = 0] = bytes;
    return [(a << 8) | b, (c << 8) | d];
  });
}
