import { BlockList, isIP } from "node:net";
// kernel/request/forwarded.ts
/** Reports of proxies about their clients, in `Forwarded` (RFC 7239) or `X-Forwarded-*`. */
/** The longest chain of proxies that is followed. */
const MAX_HOPS = 32;
/**
* Reads the reports, the one of the nearest proxy first. Each proxy adds its entry at the end, so the nth from the right
* was written by the nth proxy; a header without an nth entry says nothing about that hop.
*/
function* readHops(header, family) {
	if (family === "forwarded") {
		for (const element of fromRight(header("forwarded"))) yield parseElement(element);
		return;
	}
	const addresses = fromRight(header("x-forwarded-for"));
	const protos = fromRight(header("x-forwarded-proto"));
	const hosts = fromRight(header("x-forwarded-host"));
	for (const [at, address] of (addresses.length === 0 ? [""] : addresses).entries()) yield {
		address: parseNode(address),
		proto: protos[at]?.toLowerCase(),
		host: hosts[at]
	};
}
/** Members of a list, the last first. */
function fromRight(list = "") {
	const members = [];
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
function parseElement(element) {
	const pairs = new Map(element.split(";").map((pair) => {
		const [name = "", ...value] = pair.split("=");
		const text = value.join("=").trim();
		return [name.trim().toLowerCase(), text.replace(/^"(.*)"$/, "$1")];
	}));
	return {
		address: parseNode(pairs.get("for") ?? ""),
		proto: pairs.get("proto")?.toLowerCase(),
		host: pairs.get("host")
	};
}
/** Returns the address in a node identifier, without brackets and port; undefined for `unknown` and `_hidden`. */
function parseNode(node) {
	const address = node.startsWith("[") ? node.slice(1, node.indexOf("]")) : isIP(node) ? node : node.replace(/:\d+$/, "");
	return isIP(address) === 0 ? void 0 : unmapIPv4(address);
}
/** Turns an IPv4 address that arrived on an IPv6 socket into its plain form: both are the same client. */
function unmapIPv4(address) {
	return address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
}
// kernel/request/client.ts
/** Address, transport and host of a client: from the socket and, only behind trusted proxies, from their headers. */
const direct = {
	address: ({ peer }) => unmapIPv4(peer ?? "unknown"),
	secure: ({ encrypted }) => encrypted,
	host: (connection) => hostName(connection.header("host") ?? ""),
	proxied: () => false
};
/** For calls that no client made. */
const NO_CLIENT = {
	address: () => "",
	secure: () => false,
	host: () => "",
	proxied: () => false
};
/** Stands for the address of peers at a Unix socket, which have none. */
const UNIX_PEER = "unix";
/** Returns whether an address is among these addresses, CIDR ranges and `unix`, which were validated with the config. */
function proxyMatcher(trustedProxies) {
	const trusted = new BlockList();
	for (const entry of trustedProxies) {
		if (entry === "unix") continue;
		const [address = "", bits] = entry.split("/");
		const family = isIP(address) === 6 ? "ipv6" : "ipv4";
		if (bits === void 0) trusted.addAddress(address, family);
		else trusted.addSubnet(address, Number(bits), family);
	}
	const trustsSocket = trustedProxies.includes(UNIX_PEER);
	return (received) => {
		if (received === "unix") return trustsSocket;
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
*/
function clientResolver(trustedProxies, proxyHeaders) {
	if (trustedProxies.length === 0) return direct;
	const isTrusted = proxyMatcher(trustedProxies);
	const clients = /* @__PURE__ */ new WeakMap();
	const resolve = (connection) => {
		const client = clients.get(connection) ?? behindProxies(connection, proxyHeaders, isTrusted);
		clients.set(connection, client);
		return client;
	};
	return {
		address: (connection) => resolve(connection).address,
		secure: (connection) => resolve(connection).secure,
		host: (connection) => resolve(connection).host,
		proxied: (connection) => resolve(connection).proxied
	};
}
function behindProxies(connection, family, isTrusted) {
	const peer = {
		address: direct.address(connection),
		secure: direct.secure(connection),
		host: direct.host(connection),
		proxied: false
	};
	if (!isTrusted(peer.address)) return peer;
	let client = {
		...peer,
		proxied: true
	};
	for (const hop of readHops((name) => connection.header(name), family)) {
		client = {
			address: hop.address ?? client.address,
			secure: hop.proto === void 0 ? peer.secure : hop.proto === "https",
			host: hop.host === void 0 ? peer.host : hostName(hop.host),
			proxied: true
		};
		if (hop.address === void 0 || !isTrusted(hop.address)) break;
	}
	return client;
}
/** `Example.org:8080` becomes `example.org`, `[::1]:80` becomes `[::1]`. */
function hostName(authority) {
	const end = authority.startsWith("[") ? authority.indexOf("]") + 1 : authority.lastIndexOf(":");
	return (end > 0 ? authority.slice(0, end) : authority).toLowerCase();
}
export { proxyMatcher as i, UNIX_PEER as n, clientResolver as r, NO_CLIENT as t };

//# sourceMappingURL=client.js.map