// plugins/policies/hsts/bindable.ts
/** Which hosts the header may bind. */
/**
* Whether the header may bind a host: a domain name, but not an address (RFC 6797, section 8.1.1) or a name of the local
* machine (RFC 6761, section 6.3).
*/
function isBindable(host) {
	const name = host.toLowerCase().replace(/\.$/, "");
	const last = name.slice(name.lastIndexOf(".") + 1);
	return last !== "" && last !== "localhost" && !name.includes(":") && !/^(?:\d+|0x[\da-f]*)$/.test(last);
}
export { isBindable as t };

//# sourceMappingURL=bindable.js.map