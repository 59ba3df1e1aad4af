/** Addresses that may be targets: public addresses, and addresses in networks that the operator allows. */
import { BlockList, isIP } from "node:net";
import { toNetwork, type Network } from "./options.ts";

/** Networks that are not public (IANA special-purpose address registries), and addresses of metadata services. */
const REFUSED: readonly string[] = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "168.63.129.16/32", // Azure
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
  // Of IPv6 only 2000::/3 is public, and of that not the networks that carry IPv4 addresses or are for documents.
  "::/3",
  "4000::/2",
  "8000::/1",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
];

/** Returns a list for each family, because a list takes an IPv4 address for a part of `::/3`. */
function listsOf(networks: readonly string[]): Readonly<Record<Network[2], BlockList>> {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const text of networks) {
    const network = toNetwork(text);
    if (network !== undefined) lists[network[2]].addSubnet(...network);
  }
  return lists;
}

/** IPv4 addresses within IPv6 ones (RFC 4291, section 2.5.5.2), as the URL parser writes them. */
function unmapped(address: string): string {
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(address) ?? [];
  if (high === undefined || low === undefined) return address.replace(/^::ffff:(?=[\d.]+$)/i, "");
  const number = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((bits) => (number >>> bits) & 255).join(".");
}

/** Returns whether an address may be a target. */
export function targetNetworks(allowNetworks: readonly string[]): (address: string) => boolean {
  const allowed = listsOf(allowNetworks);
  const refused = listsOf(REFUSED);
  return (text) => {
    const address = unmapped(text.replace(/%.*$/, ""));
    const version = isIP(address);
    if (version === 0) return false;
    const family = version === 4 ? "ipv4" : "ipv6";
    return allowed[family].check(address, family) || !refused[family].check(address, family);
  };
}
