/** Reports of proxies about their clients, in `Forwarded` (RFC 7239) or `X-Forwarded-*`. */
import { isIP } from "node:net";

/** One proxy's report. */
export interface Hop {
  readonly address: string | undefined;
  readonly proto: string | undefined;
  readonly host: string | undefined;
}

/** Reads the reports, the one nearest to the client first. */
export function readHops(header: (name: string) => string | undefined): readonly Hop[] {
  const forwarded = header("forwarded");
  if (forwarded !== undefined) return forwarded.split(",").map(parseElement);
  const list = (name: string) =>
    (header(name) ?? "")
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
  const addresses = list("x-forwarded-for");
  const protos = list("x-forwarded-proto");
  const hosts = list("x-forwarded-host");
  // Some proxies report the scheme only.
  if (addresses.length === 0)
    return [{ address: undefined, proto: protos.at(-1)?.toLowerCase(), host: hosts.at(-1) }];
  return addresses.map((address, index) => {
    const fromRight = addresses.length - index;
    return {
      address: parseNode(address),
      proto: (protos.at(-fromRight) ?? protos.at(0))?.toLowerCase(),
      host: hosts.at(-fromRight) ?? hosts.at(0),
    };
  });
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
