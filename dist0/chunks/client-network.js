import { isIPv6 } from "node:net";
// kernel/request/entity-tags.ts
/**
* Whether a field of entity tags, such as If-None-Match, names `tag` (RFC 9110, sections 8.8.3.2 and 13.1). `*` names
* every tag. `tag` is strong, so the strong comparison leaves out what is marked `W/`, and the weak one ignores the mark.
* Tags may hold commas; members that are not tags, such as unquoted ones, are ignored.
*/
function namesTag(field, tag, comparison) {
	if (field === tag) return true;
	if (!field.includes(tag)) return field.trim() === "*";
	let at = 0;
	while (at < field.length) {
		const weak = field.startsWith("W/", at);
		const start = weak ? at + 2 : at;
		const end = field[start] === "\"" ? field.indexOf("\"", start + 1) + 1 : 0;
		if ((comparison === "weak" || !weak) && end - start === tag.length && field.startsWith(tag, start)) {
			if (endsMember(field, end)) return true;
		}
		at = nextMember(field, Math.max(at, end));
	}
	return false;
}
function endsMember(field, at) {
	let end = at;
	while (field[end] === " " || field[end] === "	") end++;
	return end === field.length || field[end] === ",";
}
/** Where the member after the next comma starts. */
function nextMember(field, at) {
	const comma = field.indexOf(",", at);
	let start = comma === -1 ? field.length : comma + 1;
	while (field[start] === " " || field[start] === "	") start++;
	return start;
}
// kernel/support/client-network.ts
/**
* The network under which limits count a client's address: of IPv6 the /64, the smallest network that one customer gets
* (RFC 6177, section 2), because clients can change the rest freely; otherwise the address itself.
*/
function clientNetwork(address) {
	if (!address.includes(":")) return address;
	let key = cache.get(address);
	if (key === void 0) {
		key = parseNetwork(address);
		if (cache.size >= MAX_CACHED) cache.clear();
		cache.set(address, key);
	}
	return key;
}
/** Parsing takes some microseconds and the same clients come back. */
const MAX_CACHED = 1024;
const cache = /* @__PURE__ */ new Map();
/** An IPv4 client on an IPv6 socket (RFC 4291, section 2.5.5.2). */
const MAPPED = /^::ffff:([\da-f]+):([\da-f]+)$/;
function parseNetwork(address) {
	const [plain = ""] = address.split("%", 1);
	if (!isIPv6(plain)) return address;
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
	return `${[
		...left,
		...zeros,
		...right
	].slice(0, 4).join(":")}::/64`;
}
export { namesTag as n, clientNetwork as t };

//# sourceMappingURL=client-network.js.map