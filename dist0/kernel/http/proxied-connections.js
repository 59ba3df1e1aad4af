import { n as setPeer, r as setSecure } from "../../chunks/peer.js";
import { isIP } from "node:net";
// kernel/http/proxy-protocol.ts
/**
* Headers of the PROXY protocol, versions 1 and 2 (haproxy.org/download/3.0/doc/proxy-protocol.txt), with which a proxy that
* passes on bytes names the client of a connection.
*/
const SIGNATURE = Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1");
const PREFIX = Buffer.from("PROXY ", "latin1");
/** Longest header of version 1, in bytes. */
const MAX_LINE = 107;
/** Signature, version and command, family, and length. */
const FIXED_BYTES = 16;
/** Addresses and what else a proxy has to say, in bytes: version 2 could have 64 KB of it. */
const MAX_DETAILS = 2048;
/** The type of a vector about the client's TLS (`PP2_TYPE_SSL`), and the bit in it that says that there is some. */
const TLS_VECTOR = 32;
const CLIENT_USES_TLS = 1;
const INCOMPLETE = { kind: "incomplete" };
const INVALID = { kind: "invalid" };
/** Reads the first bytes of a connection. */
function readProxyHeader(bytes) {
	if (begins(bytes, SIGNATURE)) return bytes.length < FIXED_BYTES ? INCOMPLETE : readBinary(bytes);
	return begins(bytes, PREFIX) ? readLine(bytes) : INVALID;
}
/** Whether the bytes are the first ones of a text, or have it in front. */
function begins(bytes, text) {
	const length = Math.min(bytes.length, text.length);
	return bytes.subarray(0, length).equals(text.subarray(0, length));
}
/** Version 1: `PROXY TCP4 192.0.2.1 192.0.2.9 56324 443`. */
function readLine(bytes) {
	const end = bytes.subarray(0, MAX_LINE).indexOf("\r\n");
	if (end === -1) return bytes.length < MAX_LINE ? INCOMPLETE : INVALID;
	const [, family, source = "", destination = "", ...ports] = bytes.toString("latin1", 0, end).split(" ");
	const header = {
		kind: "header",
		bytes: end + 2,
		isSecure: false
	};
	if (family === "UNKNOWN") return {
		...header,
		address: void 0
	};
	const version = family === "TCP4" ? 4 : 6;
	return (family === "TCP4" || family === "TCP6") && isIP(source) === version && isIP(destination) === version && ports.length === 2 && ports.every((port) => /^\d{1,5}$/.test(port) && Number(port) <= 65535) ? {
		...header,
		address: source
	} : INVALID;
}
/** Version 2. */
function readBinary(bytes) {
	const [command, family, details] = [
		bytes[12],
		bytes[13],
		bytes.readUInt16BE(14)
	];
	if (command !== 32 && command !== 33 || details > MAX_DETAILS) return INVALID;
	if (bytes.length < FIXED_BYTES + details) return INCOMPLETE;
	const header = {
		kind: "header",
		bytes: FIXED_BYTES + details
	};
	if (command === 32 || family !== 17 && family !== 33) return {
		...header,
		address: void 0,
		isSecure: false
	};
	const [length, needed] = family === 17 ? [4, 12] : [16, 36];
	if (details < needed) return INVALID;
	const isSecure = usesTls(bytes.subarray(FIXED_BYTES + needed, header.bytes));
	if (isSecure === void 0) return INVALID;
	return {
		...header,
		address: spell(bytes.subarray(FIXED_BYTES, FIXED_BYTES + length)),
		isSecure
	};
}
/** Undefined where the vectors, each a type, a length and a value, do not fill their place. */
function usesTls(vectors) {
	let isSecure = false;
	let at = 0;
	while (at < vectors.length) {
		if (at + 3 > vectors.length) return void 0;
		const end = at + 3 + vectors.readUInt16BE(at + 1);
		if (end > vectors.length) return void 0;
		if (vectors[at] === TLS_VECTOR && end > at + 3) isSecure = ((vectors[at + 3] ?? 0) & CLIENT_USES_TLS) !== 0;
		at = end;
	}
	return isSecure;
}
function spell(address) {
	if (address.length === 4) return address.join(".");
	const groups = Array.from({ length: 8 }, (_, at) => address.readUInt16BE(at * 2).toString(16));
	return new URL(`http://[${groups.join(":")}]`).hostname.slice(1, -1);
}
// kernel/http/proxied-connections.ts
/** Time for the header, in milliseconds. */
const HEADER_MS = 5e3;
/** Milliseconds between two warnings. */
const QUIET_MS = 6e4;
/**
* Shows connections to those who listen for them already only once the header was read. A proxy that sends none, or one
* that is wrong, is cut off: to guess would let its clients write one themselves.
*/
function readProxyHeaders(server, { isProxy, log, headerMs = HEADER_MS }) {
	const listeners = server.listeners("connection");
	const isSecure = "setSecureContext" in server;
	server.removeAllListeners("connection");
	const pass = (socket) => {
		for (const listener of listeners) listener.call(server, socket);
	};
	let refused = 0;
	let warnedAt = Number.NEGATIVE_INFINITY;
	const refuse = (socket) => {
		const { remoteAddress: peer } = socket;
		socket.destroy();
		refused++;
		const now = performance.now();
		if (now - warnedAt < QUIET_MS) return;
		warnedAt = now;
		log.warn("a trusted proxy did not begin a connection with a PROXY header; such connections are closed while proxyProtocol is on", {
			peer,
			refused
		});
	};
	server.on("connection", (socket) => {
		const { remoteAddress } = socket;
		if (remoteAddress === void 0 || !isProxy(remoteAddress)) return pass(socket);
		let received = Buffer.of();
		const timer = setTimeout(() => refuse(socket), headerMs);
		const end = () => {
			clearTimeout(timer);
			socket.off("data", take);
			socket.off("close", end);
			socket.off("error", ignore);
		};
		const take = (chunk) => {
			received = Buffer.concat([received, chunk]);
			const header = readProxyHeader(received);
			if (header.kind === "incomplete") return;
			if (header.kind === "invalid") return refuse(socket);
			socket.pause();
			end();
			if (header.address !== void 0) setPeer(socket, header.address);
			if (header.isSecure) setSecure(socket);
			if (received.length > header.bytes) socket.unshift(received.subarray(header.bytes));
			pass(socket);
			if (!isSecure) socket.resume();
		};
		socket.on("data", take);
		socket.on("error", ignore);
		socket.once("close", end);
	});
}
function ignore() {}
export { readProxyHeaders };

//# sourceMappingURL=proxied-connections.js.map