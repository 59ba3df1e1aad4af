import { r as messageOf } from "../../chunks/finding.js";
import { o as MAX_HEADERS, r as refuseBody, s as MAX_HEADER_BYTES } from "../../chunks/collect-body.js";
import { t as BootError } from "../../chunks/boot-errors.js";
import { t as inheritPeer } from "../../chunks/peer.js";
import { readFile } from "node:fs/promises";
import { X509Certificate } from "node:crypto";
import { Http2ServerRequest, Http2ServerResponse, constants, createSecureServer } from "node:http2";
import { createSecureContext } from "node:tls";
// kernel/http/http2-limits.ts
/** Time limits of HTTP/2 requests, which Node has for HTTP/1.1 alone. */
/** How long a request may take to arrive, in milliseconds. */
const REQUEST_MS = 3e4;
/** How long a client may leave an answer unread, in milliseconds. */
const STALL_MS = 9e4;
/**
* @param refuse refuses a body that is being received, or returns false when none is.
*/
function limitTimes(request, { stream }, refuse, [requestMs, stallMs] = [REQUEST_MS, STALL_MS]) {
	stream.setTimeout(stallMs, () => {
		if (stream.writableLength > 0) stream.close(constants.NGHTTP2_CANCEL);
	});
	if (request.complete) return;
	const late = setTimeout(() => {
		if (!request.complete && !refuse({ code: "request-timeout" })) stream.close(constants.NGHTTP2_CANCEL);
	}, requestMs);
	const end = () => clearTimeout(late);
	request.once("end", end);
	stream.once("close", end);
}
// kernel/http/http2-messages.ts
/** The highest id that a stream can have: announced first, so that requests under way are answered (RFC 9113, section 6.8). */
const ANY_STREAM = 2 ** 31 - 1;
/** The part of a socket that the kernel reads, by session. Node's own fails once the session has ended. */
const peers = /* @__PURE__ */ new WeakMap();
const UNKNOWN_PEER = {
	remoteAddress: void 0,
	encrypted: true
};
const leaving = /* @__PURE__ */ new WeakSet();
/** Notes who is at the other end of a session. */
function noteSession(session) {
	peers.set(session, {
		...UNKNOWN_PEER,
		remoteAddress: session.socket.remoteAddress
	});
}
var Http2Request = class extends Http2ServerRequest {
	constructor(...[stream, headers, options, raw]) {
		super(stream, headers, options, raw);
		headers.host ??= headers[":authority"];
		const peer = (stream.session && peers.get(stream.session)) ?? UNKNOWN_PEER;
		Object.defineProperty(this, "socket", { value: peer });
	}
	static {
		Object.defineProperty(this.prototype, "complete", { get() {
			return this.stream.endAfterHeaders || this.readableEnded;
		} });
	}
};
var Http2Response = class extends Http2ServerResponse {
	static {
		Object.defineProperty(this.prototype, "writableFinished", { get() {
			return this.stream.writableFinished;
		} });
	}
	setHeader(name, value) {
		if (isConnection(name)) this.#close();
		else super.setHeader(name, value);
	}
	/** @param headers name, value, … */
	writeHead(status, ...[headers]) {
		if (!Array.isArray(headers)) return super.writeHead(status);
		const kept = [];
		for (let i = 0; i < headers.length; i += 2) if (isConnection(headers[i])) this.#close();
		else kept.push(headers[i], headers[i + 1]);
		return super.writeHead(status, kept);
	}
	/** Ends the stream where the client still sends to it, else asks for no more requests on the connection. */
	#close() {
		const { stream, req } = this;
		if (!req.complete) {
			stream.once("finish", () => stream.close(constants.NGHTTP2_NO_ERROR));
			return;
		}
		const { session } = stream;
		if (session === void 0 || session.closed || leaving.has(session)) return;
		leaving.add(session);
		session.goaway(constants.NGHTTP2_NO_ERROR, ANY_STREAM);
	}
};
function isConnection(name) {
	return name.length === 10 && name.toLowerCase() === "connection";
}
// kernel/http/tls.ts
/** A server that speaks HTTP/2 and HTTP/1.1 over TLS, and takes a renewed certificate while it runs. */
/** How often the files are read. Watching would miss links that are replaced, as those of Kubernetes are. */
const LOOK_MS = 5e3;
const HANDSHAKE_MS = 1e4;
/** How long a session may be silent between requests; those of HTTP/1.1 may for as long. */
const IDLE_MS = 65e3;
const PROTOCOL = {
	minVersion: "TLSv1.2",
	ciphers: [...[
		"AES_128_GCM_SHA256",
		"AES_256_GCM_SHA384",
		"CHACHA20_POLY1305_SHA256"
	].map((name) => `TLS_${name}`), ...[
		"AES128-GCM-SHA256",
		"AES256-GCM-SHA384",
		"CHACHA20-POLY1305"
	].flatMap((name) => ["ECDSA", "RSA"].map((key) => `ECDHE-${key}-${name}`))].join(":")
};
/** Rejects when the files cannot be used. */
async function createTlsServer(files, http1, { log, lookMs = LOOK_MS }) {
	let current = await readPair(files);
	const certificate = {
		expires: expiryOf(current),
		failed: 0,
		lastFailed: false
	};
	const { key, cert } = current;
	const options = {
		...http1,
		key,
		cert,
		...PROTOCOL,
		allowHTTP1: true,
		handshakeTimeout: HANDSHAKE_MS,
		maxHeaderListPairs: MAX_HEADERS,
		settings: {
			maxConcurrentStreams: 100,
			maxHeaderListSize: MAX_HEADER_BYTES
		},
		Http2ServerRequest: Http2Request,
		Http2ServerResponse: Http2Response
	};
	const server = createSecureServer(options);
	server.removeAllListeners("tlsClientError");
	server.on("tlsClientError", (_error, socket) => void socket.destroy());
	server.prependListener("secureConnection", inheritPeer);
	server.on("session", (session) => {
		noteSession(session);
		endWhenIdle(session);
	});
	let refused;
	const look = async () => {
		const next = await readPair(files).catch((error) => ({ error: messageOf(error) }));
		if ("error" in next) {
			if (refused !== next.error) {
				refused = next.error;
				return;
			}
			if (certificate.lastFailed) return;
			certificate.lastFailed = true;
			certificate.failed++;
			log.error("the renewed certificate cannot be used; the server keeps the previous one", {
				reason: next.error,
				cert: files.cert,
				expires: new Date(certificate.expires).toISOString()
			});
			return;
		}
		refused = void 0;
		certificate.lastFailed = false;
		if (next.cert.equals(current.cert) && next.key.equals(current.key)) return;
		current = next;
		server.setSecureContext({
			...next,
			...PROTOCOL
		});
		certificate.expires = expiryOf(next);
		log.info("the certificate was renewed", { expires: new Date(certificate.expires).toISOString() });
	};
	const looking = setInterval(() => void look(), lookMs).unref();
	server.once("close", () => clearInterval(looking));
	return {
		server,
		certificate
	};
}
/** Rejects unless the key is the certificate's. */
async function readPair(files) {
	const [cert, key] = await Promise.all([readFile(files.cert), readFile(files.key)]);
	createSecureContext({
		cert,
		key,
		...PROTOCOL
	});
	return {
		cert,
		key
	};
}
function expiryOf({ cert }) {
	return Date.parse(new X509Certificate(cert).validTo);
}
/** Ends sessions without a request, as Node does with connections of HTTP/1.1. */
function endWhenIdle(session) {
	let streams = 0;
	session.on("stream", (stream) => {
		streams++;
		stream.once("close", () => streams--);
	});
	session.setTimeout(IDLE_MS, () => {
		if (streams === 0) session.close();
	});
}
// kernel/http/secure.ts
/** @param http1 options for connections of HTTP/1.1. */
async function secure(files, http1, log) {
	const { server, certificate } = await createTlsServer(files, http1, { log }).catch((error) => {
		const finding = {
			code: "LISTEN_FAILED",
			where: "tls",
			message: `the certificate or its key cannot be used: ${messageOf(error)}`,
			hint: "name PEM files that this process may read under tls.cert and tls.key: the certificate with its chain, and its private key"
		};
		throw new BootError([finding], { cause: error });
	});
	return {
		server,
		certificate,
		connect(listener, connections) {
			server.on("request", (request, response) => {
				const [like, reply] = [request, response];
				if (request instanceof Http2Request) {
					connections.addStream(reply);
					limitTimes(request, response, (refusal) => refuseBody(like, refusal));
				}
				listener.handle(like, reply);
			});
		}
	};
}
export { secure };

//# sourceMappingURL=secure.js.map