/** Hosts that the header may bind. */

/**
 * Checks that the header may bind a host: a domain name, not an address (RFC 6797, section 8.1.1) or a name of the local
 * machine (RFC 6761, section 6.3).
 */
export function isBindable(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, "");
  const last = name.slice(name.lastIndexOf(".") + 1);
  // A last label that is a number makes an IPv4 address, also in short forms (WHATWG URL, section 3.5).
  return (
    last !== "" && last !== "localhost" && !name.includes(":") && !/^(?:\d+|0x[\da-f]*)$/.test(last)
  );
}
