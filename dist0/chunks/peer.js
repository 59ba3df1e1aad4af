// kernel/http/peer.ts
/** Sets the address that the kernel sees. */
function setPeer(socket, address) {
	Object.defineProperty(socket, "remoteAddress", { value: address });
}
/** Has the kernel take a connection for one with TLS, as the client's is with the proxy in front. */
function setSecure(socket) {
	Object.defineProperty(socket, "encrypted", { value: true });
}
/** Sets the address of a connection inside TLS, as it was set outside. Node names the outer one without saying so in its types. */
function inheritPeer(socket) {
	const { _parent: outer } = socket;
	if (outer === void 0 || !Object.hasOwn(outer, "remoteAddress")) return;
	if (outer.remoteAddress !== void 0) setPeer(socket, outer.remoteAddress);
}
export { setPeer as n, setSecure as r, inheritPeer as t };

//# sourceMappingURL=peer.js.map