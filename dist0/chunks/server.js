import { n as __toESM, t as __commonJSMin } from "./rolldown-runtime.js";
import "./boot.js";
import { t as BootError } from "./boot-errors.js";
import { n as toMilliseconds } from "./duration.js";
import { a as show, o as traceOf, r as messageOf } from "./finding.js";
import { a as callOf, i as NodeCall, n as FetchCall, o as idsOf, r as MalformedCall } from "./call.js";
import { a as tooLarge, c as findAccept, i as register, l as parserRefusal, n as collectBody, r as refuseBody, s as MAX_HEADER_BYTES, t as ClientLeft, u as protocolError } from "./collect-body.js";
import { i as proxyMatcher, r as clientResolver } from "./client.js";
import { n as namesTag, t as clientNetwork } from "./client-network.js";
import { t as Tracepoint } from "./tracepoint.js";
import { C as RouteCall, D as ViewCall, E as RepeatedCall, O as dataVersionOf, S as withBody, T as InternalCall, _ as collectHooks, a as finishList, b as acceptPart, c as createRenderer, d as NO_BODY_INFO, f as OK, g as gateOfReads, h as Gate, i as envelopeOf, l as watched, m as withoutBody, n as startPlugins, o as queryForHandler, p as headsByLanguage, r as servicesFor, s as readQuery, t as StillDegraded, u as ABANDONED, v as VersionedCache, w as andThen, x as acceptTarget, y as acceptHeaders } from "./start.js";
import { i as toFailure, r as refusalOf, t as Refused } from "./refusal.js";
import { a as relatedRoute, i as qualifyRef, r as fillRelation, t as bindParams } from "./relations.js";
import { a as planReply, i as offeredCodings, n as Variants, r as contentTypeOf, t as EncodedBody } from "./body.js";
import { d as isInAudience, i as KNOWN_METHODS, t as isJsonType } from "./view.js";
import { a as bodiesOf, c as successStatus, d as typesOf, l as isFile, o as bodyTypesOf, u as requiredParts } from "./route-keys.js";
import { s as revisionOf, t as TimeSlices } from "./time-slices.js";
import { i as fieldNames } from "./sealed-route.js";
import { r as pageMeta } from "./page-form.js";
import { c as languagesOf } from "./errors.js";
import { c as toRouterPath, n as hasParameters, s as shapeOf } from "./path.js";
import { n as createStatus, r as identifyInstance } from "./server-status.js";
import "./log.js";
import { Server } from "node:net";
import { hash } from "node:crypto";
import { setImmediate, setTimeout as setTimeout$1 } from "node:timers/promises";
import { STATUS_CODES, createServer } from "node:http";
import { resolve } from "node:path";
import { once } from "node:events";
import { Duplex, PassThrough, Readable } from "node:stream";
import { pipeline as pipeline$1 } from "node:stream/promises";
import { AsyncLocalStorage } from "node:async_hooks";
// kernel/http/connections.ts
/** Looks at the connections in the time that a client may take. */
const STALL_CHECKS = 18;
/** Connections that may wait to be accepted: Node's backlog. More than these come from someone who never stops. */
const MAX_WAITING = 511;
/**
* Returns the answer that is being made or sent on a connection. Node keeps it under this name and offers no other way to
* ask; tracking it here would cost every request.
*/
function answerUnderWay(socket) {
	return socket._httpMessage ?? void 0;
}
var Connections = class {
	#server;
	#open = /* @__PURE__ */ new Set();
	#sessions = /* @__PURE__ */ new Set();
	#isClosing = false;
	/** Answers of HTTP/2, of which a connection has several under way. */
	#streams = /* @__PURE__ */ new Set();
	#accepted = 0;
	/** @param stallMs how long a client may leave an answer unread. */
	constructor(server, stallMs = 9e4) {
		this.#server = server;
		const watch = setInterval(() => this.#watch(stallMs), stallMs / STALL_CHECKS).unref();
		server.once("close", () => clearInterval(watch));
		server.on("connection", (socket) => {
			this.#accepted++;
			this.#add(socket);
		});
		server.on("secureConnection", (socket) => {
			if (socket.alpnProtocol !== "h2") this.#add(socket);
		});
		server.on("session", (session) => {
			if (this.#isClosing) return session.close();
			this.#sessions.add(session);
			session.once("close", () => this.#sessions.delete(session));
		});
	}
	#add(socket) {
		this.#open.add(socket);
		socket.once("close", () => this.#open.delete(socket));
	}
	/** Notes an answer of HTTP/2, until it has been sent. */
	addStream(response) {
		this.#streams.add(response);
		response.once("close", () => this.#streams.delete(response));
	}
	/**
	* Sets a time limit where an answer waits for its client, and lifts it when the client reads on; Node closes the
	* connection if no byte goes out in that time. Looking at times costs requests nothing.
	*/
	#watch(stallMs) {
		for (const socket of this.#open) {
			const waits = socket.writableLength > 0;
			if (waits === (socket.timeout === stallMs)) continue;
			if (waits) socket.setTimeout(stallMs);
			else socket.setTimeout(0);
		}
	}
	/** Accepts the connections that wait for it, because the system resets those when the port closes: Node takes one a turn. */
	async acceptWaiting() {
		await setImmediate();
		for (let turn = 0, before = -1; turn < MAX_WAITING && before !== this.#accepted; turn++) {
			before = this.#accepted;
			await setImmediate();
		}
	}
	/** Refuses new connections. Resolves when the open ones have ended. */
	async closePort() {
		this.#isClosing = true;
		for (const session of this.#sessions) session.close();
		await new Promise((resolve) => {
			Server.prototype.close.call(this.#server, () => resolve());
		});
		this.#server.close();
	}
	/** Closes connections between two requests, and those without any: browsers open some in advance. */
	closeIdle() {
		if (![...this.#open].map((socket) => answerUnderWay(socket)).some((answer) => answer?.writableEnded)) this.#server.closeIdleConnections();
		for (const socket of this.#open) if (socket.bytesRead === 0) socket.destroy();
	}
	/** Closes all connections. Returns the calls that were not answered to the end. */
	cut() {
		const calls = [...[...this.#open].flatMap((socket) => answerUnderWay(socket) ?? []), ...this.#streams].flatMap((answer) => callOf(answer) ?? []);
		for (const socket of this.#open) socket.destroy();
		return calls;
	}
};
// kernel/http/listen.ts
/** The listening socket, and the options of Node's server. */
/** Every address of the machine. */
const WILDCARDS = /* @__PURE__ */ new Set(["0.0.0.0", "::"]);
/** Node's types lack `optimizeEmptyRequests`, which saves the body stream of requests without a body. */
const OPTIONS = {
	headersTimeout: 15e3,
	requestTimeout: 3e4,
	connectionsCheckingInterval: 1e3,
	keepAliveTimeout: 65e3,
	maxHeaderSize: MAX_HEADER_BYTES,
	requireHostHeader: false,
	joinDuplicateHeaders: true,
	optimizeEmptyRequests: true
};
/** Listens at an address of the config. Throws a BootError when it cannot. */
async function listen(address, listener, { log, tls, proxyProtocol = false }) {
	const { host, port, socket, socketMode } = address;
	const secure = tls && await (await import("../kernel/http/secure.js")).secure(tls, OPTIONS, log);
	const server = secure?.server ?? createServer(OPTIONS, listener.handle);
	listener.attach(server);
	if (proxyProtocol) {
		const { readProxyHeaders } = await import("../kernel/http/proxied-connections.js");
		readProxyHeaders(server, {
			isProxy: (peer) => listener.current.connections.isProxy(peer),
			log
		});
	}
	const connections = new Connections(server);
	secure?.connect(listener, connections);
	try {
		if (socket === void 0) {
			server.listen({
				host,
				port
			});
			await once(server, "listening");
		} else {
			const { listenAtSocket } = await import("../kernel/http/unix-socket.js");
			await listenAtSocket(server, socket, socketMode);
		}
	} catch (error) {
		await connections.closePort();
		const finding = {
			code: "LISTEN_FAILED",
			where: socket ?? `${host}:${port}`,
			message: messageOf(error),
			hint: socket === void 0 ? "choose a free port with PORT=… or the config key port, and an address of this machine for host" : "choose a path in a folder that this process may write to, such as /run/waymark/, and that no other process uses"
		};
		throw new BootError([finding], { cause: error });
	}
	const bound = server.address();
	const place = typeof bound === "string" ? bound : String(bound?.port);
	return {
		place,
		origin: `${secure === void 0 ? "http" : "https"}://${typeof bound === "string" ? "localhost" : `${nameOf(host)}:${place}`}`,
		connections,
		certificate: secure?.certificate
	};
}
/** Names a wildcard address `localhost`. */
function nameOf(host) {
	if (WILDCARDS.has(host)) return "localhost";
	return host.includes(":") ? `[${host}]` : host;
}
// kernel/http/connection-limit.ts
/** Milliseconds between two warnings. */
const QUIET_MS = 6e4;
var ConnectionLimit = class {
	#log;
	/** Connections by network. */
	#open = /* @__PURE__ */ new Map();
	#refused = 0;
	#warnedAt = Number.NEGATIVE_INFINITY;
	constructor(log) {
		this.#log = log;
	}
	/** Counts a new connection until it closes, or closes it. */
	admit(socket, { maxPerClient, isProxy }) {
		const address = socket.remoteAddress;
		if (address === void 0 || address === "unix" || isProxy(address)) return;
		const network = clientNetwork(address);
		const open = (this.#open.get(network) ?? 0) + 1;
		if (open > maxPerClient) {
			socket.destroy();
			return this.#report(network, maxPerClient);
		}
		this.#open.set(network, open);
		socket.once("close", () => {
			const left = (this.#open.get(network) ?? 1) - 1;
			if (left === 0) this.#open.delete(network);
			else this.#open.set(network, left);
		});
	}
	#report(client, maxConnectionsPerClient) {
		this.#refused++;
		const now = performance.now();
		if (now - this.#warnedAt < QUIET_MS) return;
		this.#warnedAt = now;
		this.#log.warn("a client has as many connections as maxConnectionsPerClient allows; further ones are closed. A proxy belongs in trustedProxies", {
			client,
			maxConnectionsPerClient,
			refused: this.#refused
		});
	}
};
// kernel/http/target.ts
/** Request targets (RFC 9112, section 3.2), and the one form that equivalent ones have. */
/**
* Returns what is wrong with a target that Node's parser lets pass. A router that reads targets as browsers do would take
* `\` for a slash, and serve what it cannot parse as `/`.
*/
function targetError(target) {
	if (target.includes("#")) return "A request target has no fragment (#).";
	if (/^[^?]*\\/.test(target)) return "A path has slashes between its segments, no backslashes.";
	if (target.startsWith("/") || target === "*") return void 0;
	return /^[a-z][a-z\d+.-]*:\/\/[^/?]/i.test(target) && URL.canParse(target) ? void 0 : "The absolute request target is not a URL with a host.";
}
/** Finds a dot segment, an escape or a fragment in a path, and targets in absolute form. */
const NOT_CANONICAL = /\/\.|[%#]|^[^/]/;
/** Escapes in the query, which most filters have, do not count. */
function isCanonical(target) {
	const query = target.indexOf("?");
	if (query === -1) return !NOT_CANONICAL.test(target);
	return !NOT_CANONICAL.test(target.slice(0, query)) && !target.includes("#", query);
}
/**
* Returns the one form of equivalent targets (RFC 3986, section 6.2.2): the path without dot segments and without escapes
* of unreserved characters, the query as received, and no fragment.
*
* @param url the parsed target, whose path has no dot segments.
*/
function canonicalTarget(received, url) {
	if (isCanonical(received)) return received;
	const path = url.pathname.replace(/%[0-9A-Fa-f]{2}/g, (escape) => {
		const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
		return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
	});
	const [target = ""] = received.split("#", 1);
	const query = target.indexOf("?");
	return query === -1 ? path : path + target.slice(query);
}
/** Returns path and query of an absolute URL, escapes as received. */
function originForm(url) {
	const path = url.indexOf("/", url.indexOf("//") + 2);
	return path === -1 ? "/" : url.slice(path);
}
/** Returns the path of a target. One with a fragment after its query, which h3 removes, is returned as it is. */
function pathOfTarget(target) {
	const query = target.indexOf("?");
	return query === -1 || target.includes("#", query) ? target : target.slice(0, query);
}
const NO_PARAMS = Object.freeze({});
/** Returns undefined when an escape is broken or is NUL. An escaped slash stays part of its segment. */
function decodeParams(params) {
	if (params === void 0) return NO_PARAMS;
	const decoded = {};
	for (const [name, value] of Object.entries(params)) try {
		const text = decodeURIComponent(value);
		if (text.includes("\0")) return void 0;
		decoded[name] = text;
	} catch {
		return;
	}
	return decoded;
}
// node_modules/srvx/dist/_chunks/_url.mjs
function getNativeClass(key, current) {
	let C = globalThis[key] || current;
	let P = Object.getPrototypeOf(C);
	while (typeof P === "function" && P.prototype) {
		C = P;
		P = Object.getPrototypeOf(C);
	}
	return globalThis[key] = C;
}
function lazyInherit(target, source, sourceKey) {
	for (const key of [...Object.getOwnPropertyNames(source), ...Object.getOwnPropertySymbols(source)]) {
		if (key === "constructor") continue;
		const targetDesc = Object.getOwnPropertyDescriptor(target, key);
		const desc = Object.getOwnPropertyDescriptor(source, key);
		let modified = false;
		if (desc.get) {
			modified = true;
			desc.get = targetDesc?.get || function() {
				return this[sourceKey][key];
			};
		}
		if (desc.set) {
			modified = true;
			desc.set = targetDesc?.set || function(value) {
				this[sourceKey][key] = value;
			};
		}
		if (!targetDesc?.value && typeof desc.value === "function") {
			modified = true;
			desc.value = function(...args) {
				return this[sourceKey][key](...args);
			};
		}
		if (modified) Object.defineProperty(target, key, desc);
	}
}
const _needsNormRE = /(?:(?:^|\/)(?:\.|\.\.|%2e|%2e\.|\.%2e|%2e%2e)(?:\/|$))|[\\^#"<>{}`\x00-\x20\x7f-\uffff]/i;
const _searchNeedsNormRE = /[#"'<>\x00-\x20\x7f-\uffff]/;
const FastURL = /* @__PURE__ */ (() => {
	const NativeURL = globalThis.URL;
	const NativeSearchParams = globalThis.URLSearchParams;
	const FastURLSearchParams = class URLSearchParams {
		#owner;
		#params;
		constructor(owner) {
			this.#owner = owner;
		}
		static [Symbol.hasInstance](val) {
			return val instanceof NativeSearchParams;
		}
		_adopt(params) {
			this.#params = params;
		}
		get _params() {
			if (!this.#params) {
				const search = this.#owner.search;
				this.#params ??= new NativeSearchParams(search);
			}
			return this.#params;
		}
		#mutable() {
			this.#owner._url;
			return this.#params;
		}
		append(name, value) {
			this.#mutable().append(name, value);
		}
		set(name, value) {
			this.#mutable().set(name, value);
		}
		delete(name, value) {
			this.#mutable().delete(name, value);
		}
		sort() {
			this.#mutable().sort();
		}
	};
	lazyInherit(FastURLSearchParams.prototype, NativeSearchParams.prototype, "_params");
	Object.setPrototypeOf(FastURLSearchParams.prototype, NativeSearchParams.prototype);
	Object.setPrototypeOf(FastURLSearchParams, NativeSearchParams);
	const FastURL = class URL {
		#url;
		#href;
		#protocol;
		#host;
		#pathname;
		#search;
		#searchParams;
		#pos;
		constructor(url) {
			if (typeof url === "string") {
				const isOriginForm = url[0] === "/";
				if (isOriginForm && !_searchNeedsNormRE.test(url)) this.#href = `http://localhost${url}`;
				else this.#url = new NativeURL(isOriginForm ? `http://localhost${url}` : url);
			} else if (_needsNormRE.test(url.pathname) || url.search && _searchNeedsNormRE.test(url.search)) this.#url = new NativeURL(`${url.protocol || "http:"}//${url.host || "localhost"}${url.pathname}${url.search || ""}`);
			else {
				this.#protocol = url.protocol;
				this.#host = url.host;
				this.#pathname = url.pathname;
				this.#search = url.search;
			}
		}
		static [Symbol.hasInstance](val) {
			return val instanceof NativeURL;
		}
		get _url() {
			if (this.#url) return this.#url;
			this.#url = new NativeURL(this.href);
			this.#href = void 0;
			this.#protocol = void 0;
			this.#host = void 0;
			this.#pathname = void 0;
			this.#search = void 0;
			this.#pos = void 0;
			this.#searchParams?._adopt(this.#url.searchParams);
			return this.#url;
		}
		get href() {
			if (this.#url) return this.#url.href;
			if (!this.#href) this.#href = `${this.#protocol || "http:"}//${this.#host || "localhost"}${this.#pathname || "/"}${this.#search || ""}`;
			return this.#href;
		}
		#getPos() {
			if (!this.#pos) {
				const url = this.href;
				const protoIndex = url.indexOf("://");
				const pathnameIndex = protoIndex === -1 ? -1 : url.indexOf("/", protoIndex + 4);
				const qIndex = pathnameIndex === -1 ? -1 : url.indexOf("?", pathnameIndex);
				this.#pos = [
					protoIndex,
					pathnameIndex,
					qIndex
				];
			}
			return this.#pos;
		}
		get pathname() {
			if (this.#url) return this.#url.pathname;
			if (this.#pathname === void 0) {
				const [, pathnameIndex, queryIndex] = this.#getPos();
				if (pathnameIndex === -1) return this._url.pathname;
				this.#pathname = this.href.slice(pathnameIndex, queryIndex === -1 ? void 0 : queryIndex);
			}
			return this.#pathname;
		}
		get search() {
			if (this.#url) return this.#url.search;
			if (this.#search === void 0) {
				const [, pathnameIndex, queryIndex] = this.#getPos();
				if (pathnameIndex === -1) return this._url.search;
				const url = this.href;
				this.#search = queryIndex === -1 || queryIndex === url.length - 1 ? "" : url.slice(queryIndex);
			}
			return this.#search;
		}
		get searchParams() {
			if (this.#searchParams) return this.#searchParams;
			if (this.#url) return this.#url.searchParams;
			return this.#searchParams = new FastURLSearchParams(this);
		}
		get protocol() {
			if (this.#url) return this.#url.protocol;
			if (this.#protocol === void 0) {
				const [protocolIndex] = this.#getPos();
				if (protocolIndex === -1) return this._url.protocol;
				const url = this.href;
				this.#protocol = url.slice(0, protocolIndex + 1);
			}
			return this.#protocol;
		}
		get hash() {
			if (this.#url) return this.#url.hash;
			return "";
		}
		toString() {
			return this.href;
		}
		toJSON() {
			return this.href;
		}
	};
	lazyInherit(FastURL.prototype, NativeURL.prototype, "_url");
	Object.setPrototypeOf(FastURL.prototype, NativeURL.prototype);
	Object.setPrototypeOf(FastURL, NativeURL);
	return FastURL;
})();
// node_modules/srvx/dist/body-limit.mjs
function limitBodyStream(stream, maxRequestBodySize, options) {
	const createError = options?.createError ?? createBodyTooLargeError;
	const reader = stream.getReader();
	let size = 0;
	return new ReadableStream({
		async pull(controller) {
			const { done, value } = await reader.read();
			if (done) {
				controller.close();
				return;
			}
			size += value.byteLength;
			if (size > maxRequestBodySize) {
				const error = createError(maxRequestBodySize);
				reader.cancel(error).catch(() => {});
				controller.error(error);
				return;
			}
			controller.enqueue(value);
		},
		cancel(reason) {
			return reader.cancel(reason);
		}
	});
}
var BodyTooLargeError = class extends Error {
	code = "ERR_BODY_TOO_LARGE";
	statusCode = 413;
	status = 413;
	statusText = "Content Too Large";
	get name() {
		return "HTTPError";
	}
	toJSON() {
		return {
			status: this.status,
			statusText: this.statusText,
			message: this.message
		};
	}
};
function createBodyTooLargeError(maxRequestBodySize) {
	return new BodyTooLargeError(`Request body exceeds the maximum allowed size of ${maxRequestBodySize} bytes.`);
}
// node_modules/srvx/dist/_chunks/_trust-proxy.mjs
function isTrustedProxy(trustProxy, remoteAddress) {
	if (trustProxy === void 0 || trustProxy === false) return false;
	if (trustProxy === true) return true;
	if (trustProxy === "loopback") return isLoopbackAddress(remoteAddress);
	if (remoteAddress === void 0) return false;
	if (trustProxy.includes(remoteAddress)) return true;
	const mapped = ipv4FromMapped(remoteAddress);
	return mapped !== void 0 && trustProxy.includes(mapped);
}
function ipv4FromMapped(address) {
	return address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : void 0;
}
function isLoopbackAddress(address) {
	return !!address && (address === "::1" || address.startsWith("127.") || address.startsWith("::ffff:127."));
}
const HOST_RE = /^(\[(?:[A-Fa-f0-9:.]+)\]|(?:[A-Za-z0-9_-]+\.)*[A-Za-z0-9_-]+|(?:\d{1,3}\.){3}\d{1,3})(:\d{1,5})?$/;
function forwardedList(value) {
	if (!value) return [];
	const raw = Array.isArray(value) ? value.join(",") : value;
	const out = [];
	for (const part of raw.split(",")) {
		const entry = part.trim();
		if (entry) out.push(entry);
	}
	return out;
}
function resolveClientIP(trustProxy, peer, forwardedFor) {
	if (!isTrustedProxy(trustProxy, peer)) return peer;
	const list = forwardedList(forwardedFor);
	for (let i = list.length - 1; i >= 0; i--) if (!isTrustedProxy(trustProxy, list[i])) return list[i];
	return list.length > 0 ? list[0] : peer;
}
function trustedHops(trustProxy, peer, forwardedFor) {
	if (!isTrustedProxy(trustProxy, peer)) return 0;
	const list = forwardedList(forwardedFor);
	let hops = 1;
	for (let i = list.length - 1; i >= 0; i--) {
		if (!isTrustedProxy(trustProxy, list[i])) return hops;
		hops++;
	}
	return Number.POSITIVE_INFINITY;
}
function forwardedHopValue(value, hops) {
	if (hops <= 0) return;
	const list = forwardedList(value);
	if (list.length === 0) return;
	return list[Math.max(0, list.length - hops)];
}
// node_modules/srvx/dist/adapters/node.mjs
function sendNodeResponse(nodeRes, webRes) {
	try {
		return _sendNodeResponse(nodeRes, webRes, false) || Promise.resolve();
	} catch (error) {
		return Promise.reject(error);
	}
}
function _sendNodeResponse(nodeRes, webRes, detached) {
	if (!webRes) {
		nodeRes.statusCode = 500;
		return endNodeResponse(nodeRes, detached);
	}
	if (webRes._toNodeResponse) {
		const res = webRes._toNodeResponse();
		if (res.body) {
			if (res.body instanceof ReadableStream) {
				writeHead(nodeRes, res.status, res.statusText, res.headers);
				return streamBody(res.body, nodeRes);
			} else if (typeof res.body?.pipe === "function") return pipeBody(res.body, nodeRes, res.status, res.statusText, res.headers);
			writeHead(nodeRes, res.status, res.statusText, res.headers);
			nodeRes.write(res.body);
		} else writeHead(nodeRes, res.status, res.statusText, res.headers);
		return endNodeResponse(nodeRes, detached);
	}
	const rawHeaders = [];
	for (const [key, value] of webRes.headers) rawHeaders.push(key, value);
	writeHead(nodeRes, webRes.status, webRes.statusText, rawHeaders);
	return webRes.body ? streamBody(webRes.body, nodeRes) : endNodeResponse(nodeRes, detached);
}
function writeHead(nodeRes, status, statusText, rawHeaders) {
	if (!nodeRes.headersSent) {
		if (nodeRes.req?.httpVersion === "2.0") nodeRes.writeHead(status, rawHeaders);
		else nodeRes.writeHead(status, safeStatusText(statusText), rawHeaders);
	}
}
const INVALID_REASON_PHRASE_RE = /[^\t\u0020-\u007E\u0080-\u00FF]/g;
function safeStatusText(statusText) {
	return typeof statusText === "string" && statusText ? statusText.replace(INVALID_REASON_PHRASE_RE, "") : statusText;
}
function endNodeResponse(nodeRes, detached) {
	if (detached) {
		nodeRes.end();
		return;
	}
	return new Promise((resolve) => nodeRes.end(resolve));
}
function pipeBody(stream, nodeRes, status, statusText, headers) {
	if (nodeRes.destroyed) {
		stream.destroy?.();
		return;
	}
	if (nodeRes.req?.method === "HEAD") {
		if (typeof stream.destroy === "function") stream.destroy();
		else stream.abort?.();
		writeHead(nodeRes, status, statusText, headers);
		return endNodeResponse(nodeRes);
	}
	if (typeof stream.on !== "function" || typeof stream.destroy !== "function") {
		writeHead(nodeRes, status, statusText, headers);
		stream.pipe(nodeRes);
		return new Promise((resolve) => nodeRes.on("close", resolve));
	}
	if (stream.readableEnded && !stream.errored) {
		writeHead(nodeRes, status, statusText, headers);
		return endNodeResponse(nodeRes);
	}
	if (stream.destroyed) {
		writeHead(nodeRes, 500, "Internal Server Error", []);
		return endNodeResponse(nodeRes);
	}
	return new Promise((resolve) => {
		function cleanup() {
			stream.off("error", onEarlyError);
			stream.off("readable", onReadable);
			stream.off("end", onEnd);
			nodeRes.off("close", onResClose);
		}
		function onEarlyError() {
			cleanup();
			stream.destroy();
			writeHead(nodeRes, 500, "Internal Server Error", []);
			endNodeResponse(nodeRes).then(resolve);
		}
		function onReadable() {
			cleanup();
			if (nodeRes.destroyed) {
				stream.destroy();
				return resolve();
			}
			writeHead(nodeRes, status, statusText, headers);
			pipeline$1(stream, nodeRes).catch(() => {}).then(() => resolve());
		}
		function onEnd() {
			cleanup();
			if (nodeRes.destroyed) return resolve();
			writeHead(nodeRes, status, statusText, headers);
			endNodeResponse(nodeRes).then(resolve);
		}
		function onResClose() {
			cleanup();
			stream.destroy();
			resolve();
		}
		stream.once("error", onEarlyError);
		stream.once("readable", onReadable);
		stream.once("end", onEnd);
		nodeRes.once("close", onResClose);
	});
}
function streamBody(stream, nodeRes) {
	if (nodeRes.destroyed) {
		stream.cancel().catch(() => {});
		return;
	}
	if (nodeRes.req?.method === "HEAD") {
		stream.cancel().catch(() => {});
		return endNodeResponse(nodeRes);
	}
	const reader = stream.getReader();
	function streamCancel(error) {
		reader.cancel(error).catch(() => {});
		if (error) nodeRes.destroy(error);
	}
	function streamHandle({ done, value }) {
		try {
			if (done) nodeRes.end();
			else if (nodeRes.write(value)) reader.read().then(streamHandle, streamCancel);
			else nodeRes.once("drain", () => reader.read().then(streamHandle, streamCancel));
		} catch (error) {
			streamCancel(error instanceof Error ? error : void 0);
		}
	}
	nodeRes.on("close", streamCancel);
	nodeRes.on("error", streamCancel);
	reader.read().then(streamHandle, streamCancel);
	return reader.closed.catch(streamCancel).finally(() => {
		nodeRes.off("close", streamCancel);
		nodeRes.off("error", streamCancel);
	});
}
var NodeRequestURL = class extends FastURL {
	constructor({ req, hops = 0 }) {
		const path = req.url || "/";
		const trusted = hops > 0;
		const forwardedHost = forwardedHopValue(req.headers["x-forwarded-host"], hops);
		let host = (forwardedHost && HOST_RE.test(forwardedHost) ? forwardedHost : void 0) || req.headers.host || req.headers[":authority"];
		if (host && !HOST_RE.test(host)) host = "_invalid_";
		else if (!host) {
			if (req.socket) host = `${req.socket.localFamily === "IPv6" ? "[" + req.socket.localAddress + "]" : req.socket.localAddress}:${req.socket?.localPort || "80"}`;
			else host = "localhost";
		}
		const forwardedProto = forwardedHopValue(req.headers["x-forwarded-proto"], hops);
		const protocol = req.socket?.encrypted || forwardedProto === "https" || trusted && req.headers[":scheme"] === "https" ? "https:" : "http:";
		if (path[0] === "/") {
			const qIndex = path.indexOf("?");
			super({
				protocol,
				host,
				pathname: qIndex === -1 ? path : path.slice(0, qIndex) || "/",
				search: qIndex === -1 ? "" : path.slice(qIndex) || ""
			});
		} else if (path === "*") super({
			protocol,
			host,
			pathname: "/*",
			search: ""
		});
		else {
			const target = URL.canParse(path) ? new URL(path) : void 0;
			if (target) {
				const targetHost = target.host;
				const targetPath = target.pathname;
				super({
					protocol,
					host: targetHost ? HOST_RE.test(targetHost) ? targetHost : "_invalid_" : host,
					pathname: targetPath ? targetPath[0] === "/" ? targetPath : `/${targetPath}` : "/",
					search: target.search
				});
			} else super({
				protocol,
				host,
				pathname: "/",
				search: ""
			});
		}
	}
};
const _nonJoinedHeaders = /* @__PURE__ */ new Set([
	"age",
	"authorization",
	"content-length",
	"content-type",
	"etag",
	"expires",
	"from",
	"host",
	"if-modified-since",
	"if-unmodified-since",
	"last-modified",
	"location",
	"max-forwards",
	"proxy-authorization",
	"referer",
	"retry-after",
	"server",
	"user-agent"
]);
const _validHeaderNameRE = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;
function _isRepeated(rawHeaders, lowerName) {
	let seen = false;
	for (let i = 0; i < rawHeaders.length; i += 2) {
		const key = rawHeaders[i];
		if (key.length === lowerName.length && key.toLowerCase() === lowerName) {
			if (seen) return true;
			seen = true;
		}
	}
	return false;
}
const NodeRequestHeaders = /* @__PURE__ */ (() => {
	const NativeHeaders = globalThis.Headers;
	class Headers {
		#req;
		#headers;
		constructor(req) {
			this.#req = req;
		}
		static [Symbol.hasInstance](val) {
			return val instanceof NativeHeaders;
		}
		_adopt(headers) {
			this.#headers = headers;
		}
		get _headers() {
			if (!this.#headers) {
				const headers = new NativeHeaders();
				const rawHeaders = this.#req.rawHeaders;
				const len = rawHeaders.length;
				for (let i = 0; i < len; i += 2) {
					const key = rawHeaders[i];
					if (key.charCodeAt(0) === 58) continue;
					const value = rawHeaders[i + 1];
					headers.append(key, value);
				}
				this.#headers = headers;
			}
			return this.#headers;
		}
		get(name) {
			if (this.#headers) return this.#headers.get(name);
			const lower = name.toLowerCase();
			if (lower.charCodeAt(0) === 58) return this._headers.get(name);
			const value = this.#req.headers[lower];
			if (typeof value === "string") return _nonJoinedHeaders.has(lower) && _isRepeated(this.#req.rawHeaders, lower) ? this._headers.get(name) : value;
			if (Array.isArray(value)) return value.join(", ");
			return lower !== "__proto__" && _validHeaderNameRE.test(name) ? null : this._headers.get(name);
		}
		has(name) {
			if (this.#headers) return this.#headers.has(name);
			const lower = name.toLowerCase();
			if (lower.charCodeAt(0) === 58) return this._headers.has(name);
			if (Object.hasOwn(this.#req.headers, lower)) return true;
			return lower !== "__proto__" && _validHeaderNameRE.test(name) ? false : this._headers.has(name);
		}
		getSetCookie() {
			if (this.#headers) return this.#headers.getSetCookie();
			const value = this.#req.headers["set-cookie"];
			return Array.isArray(value) ? value.slice() : value ? [value] : [];
		}
		entries() {
			return this._headers.entries();
		}
		[Symbol.iterator]() {
			return this.entries();
		}
	}
	lazyInherit(Headers.prototype, NativeHeaders.prototype, "_headers");
	Object.setPrototypeOf(Headers, NativeHeaders);
	Object.setPrototypeOf(Headers.prototype, NativeHeaders.prototype);
	return Headers;
})();
const kNativeRequest = /* @__PURE__ */ Symbol.for("srvx.nativeRequest");
function bodyUnusable() {
	return /* @__PURE__ */ new TypeError("Body is unusable: Body has already been read");
}
function abortError() {
	return new DOMException("The request was aborted.", "AbortError");
}
function erroredStream(error) {
	return new ReadableStream({ start(controller) {
		controller.error(error);
	} });
}
function isClientGone(req) {
	return req.aborted || !!req.errored || req.destroyed && !req.complete;
}
function isBodySourceFinished(req) {
	return isClientGone(req) || req.destroyed || req.readableEnded;
}
const NodeRequest = /* @__PURE__ */ (() => {
	const NativeRequest = getNativeClass(kNativeRequest, globalThis.Request);
	class Request {
		runtime;
		waitUntil;
		#req;
		#url;
		#bodyStream;
		#bodyUsed = false;
		#request;
		#headers;
		#abortController;
		#maxRequestBodySize;
		#trustProxy;
		#ip;
		#ipResolved = false;
		#remoteAddress;
		#remoteResolved = false;
		#hops;
		constructor(ctx) {
			this.#req = ctx.req;
			this.#maxRequestBodySize = ctx.maxRequestBodySize;
			this.#trustProxy = ctx.trustProxy;
			this.runtime = {
				name: "node",
				node: ctx
			};
		}
		static [Symbol.hasInstance](val) {
			return val instanceof NativeRequest;
		}
		#remoteAddr() {
			if (!this.#remoteResolved) {
				this.#remoteResolved = true;
				this.#remoteAddress = this.#req.socket?.remoteAddress;
			}
			return this.#remoteAddress;
		}
		#resolveHops() {
			if (this.#hops === void 0) this.#hops = trustedHops(this.#trustProxy, this.#remoteAddr(), this.#req.headers["x-forwarded-for"]);
			return this.#hops;
		}
		get ip() {
			if (this.#ipResolved) return this.#ip;
			this.#ipResolved = true;
			return this.#ip = resolveClientIP(this.#trustProxy, this.#remoteAddr(), this.#req.headers["x-forwarded-for"]);
		}
		get method() {
			if (this.#request) return this.#request.method;
			return this.#req.method || "GET";
		}
		get _url() {
			return this.#url ||= new NodeRequestURL({
				req: this.#req,
				hops: this.#resolveHops()
			});
		}
		set _url(url) {
			this.#url = url;
		}
		get url() {
			if (this.#request) return this.#request.url;
			return this._url.href;
		}
		get headers() {
			return this.#headers ||= new NodeRequestHeaders(this.#req);
		}
		get _abortController() {
			if (!this.#abortController) {
				this.#abortController = new AbortController();
				const { req, res } = this.runtime.node;
				const abortController = this.#abortController;
				const abort = (err) => abortController.abort?.(err);
				if (res) {
					const onClose = () => {
						const reqError = req.errored;
						if (reqError) abort(reqError);
						else if (!res.writableEnded) abort();
					};
					res.once("close", onClose);
					if (res.destroyed || isClientGone(req)) onClose();
				} else {
					const onClose = () => {
						if (!req.complete || req.aborted) abort();
					};
					req.once("close", onClose);
					if (isClientGone(req)) onClose();
				}
			}
			return this.#abortController;
		}
		get signal() {
			return this.#request ? this.#request.signal : this._abortController.signal;
		}
		#hasBody() {
			const method = this.method;
			return method !== "GET" && method !== "HEAD";
		}
		get body() {
			if (this.#request) return this.#request.body;
			if (this.#bodyStream === void 0) {
				let stream = null;
				if (this.#hasBody() && !this.#bodyUsed) {
					if ("rawBody" in this.#req && Buffer.isBuffer(this.#req.rawBody)) stream = Readable.toWeb(Readable.from([this.#req.rawBody]));
					else if (isBodySourceFinished(this.#req)) stream = erroredStream(this.#bodyError());
					else stream = Readable.toWeb(this.#req);
				}
				if (stream && this.#maxRequestBodySize !== void 0) stream = limitBodyStream(stream, this.#maxRequestBodySize);
				this.#bodyStream = stream;
			}
			return this.#bodyStream;
		}
		get bodyUsed() {
			if (this.#isBodyUsed()) return true;
			return this.#request ? this.#request.bodyUsed : false;
		}
		#isBodyUsed() {
			if (!this.#bodyUsed && this.#bodyStream && Readable.isDisturbed(this.#bodyStream)) this.#bodyUsed = true;
			return this.#bodyUsed;
		}
		#bodyError() {
			const signal = this._abortController.signal;
			if (signal.aborted) return signal.reason;
			return this.#req.errored || (isClientGone(this.#req) ? abortError() : bodyUnusable());
		}
		#readBuffered() {
			if ("rawBody" in this.#req && Buffer.isBuffer(this.#req.rawBody)) return readBody(this.#req, this.#maxRequestBodySize);
			if (isBodySourceFinished(this.#req)) return Promise.reject(this.#bodyError());
			return readBody(this.#req, this.#maxRequestBodySize);
		}
		text() {
			if (this.#isBodyUsed()) return Promise.reject(bodyUnusable());
			if (this.#request) return this.#request.text();
			if (!this.#hasBody()) return Promise.resolve("");
			this.#bodyUsed = true;
			if (this.#bodyStream !== void 0) try {
				return new Response(this.#bodyStream).text();
			} catch (error) {
				return Promise.reject(error);
			}
			return this.#readBuffered().then((buf) => buf.toString());
		}
		json() {
			if (this.#isBodyUsed()) return Promise.reject(bodyUnusable());
			if (this.#request) return this.#request.json();
			if (!this.#hasBody()) return Promise.resolve().then(() => JSON.parse(""));
			this.#bodyUsed = true;
			if (this.#bodyStream !== void 0) try {
				return new Response(this.#bodyStream).json();
			} catch (error) {
				return Promise.reject(error);
			}
			return this.#readBuffered().then((buf) => JSON.parse(buf.toString()));
		}
		arrayBuffer() {
			return this.#consumeNative("arrayBuffer");
		}
		bytes() {
			return this.#consumeNative("bytes");
		}
		blob() {
			return this.#consumeNative("blob");
		}
		formData() {
			return this.#consumeNative("formData");
		}
		#consumeNative(method) {
			if (this.#isBodyUsed()) return Promise.reject(bodyUnusable());
			try {
				return this._request[method]();
			} catch (error) {
				return Promise.reject(error);
			}
		}
		get _request() {
			if (!this.#request) {
				const body = this.#isBodyUsed() ? null : this.body;
				this.#request = new NativeRequest(this.url, {
					method: this.method,
					headers: this.headers,
					signal: this._abortController.signal,
					body,
					duplex: body ? "half" : void 0
				});
				this.#headers._adopt(this.#request.headers);
				this.#bodyStream = void 0;
			}
			return this.#request;
		}
	}
	lazyInherit(Request.prototype, NativeRequest.prototype, "_request");
	Object.setPrototypeOf(Request.prototype, NativeRequest.prototype);
	return Request;
})();
function readBody(req, maxRequestBodySize) {
	if ("rawBody" in req && Buffer.isBuffer(req.rawBody)) {
		if (maxRequestBodySize !== void 0 && req.rawBody.length > maxRequestBodySize) return Promise.reject(createBodyTooLargeError(maxRequestBodySize));
		return Promise.resolve(req.rawBody);
	}
	return new Promise((resolve, reject) => {
		const chunks = [];
		let size = 0;
		const cleanup = () => {
			req.off("data", onData);
			req.off("end", onEnd);
			req.off("error", onError);
			req.off("close", onClose);
		};
		const onData = (chunk) => {
			if (maxRequestBodySize !== void 0) {
				size += chunk.length;
				if (size > maxRequestBodySize) {
					cleanup();
					req.pause?.();
					reject(createBodyTooLargeError(maxRequestBodySize));
					return;
				}
			}
			chunks.push(chunk);
		};
		const onError = (err) => {
			cleanup();
			reject(err);
		};
		const onEnd = () => {
			cleanup();
			if (isClientGone(req)) {
				reject(req.errored || abortError());
				return;
			}
			resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
		};
		const onClose = () => {
			cleanup();
			reject(req.errored || abortError());
		};
		req.on("data", onData).once("end", onEnd).once("error", onError).once("close", onClose);
	});
}
const kNativeResponse = /* @__PURE__ */ Symbol.for("srvx.nativeResponse");
const NodeResponse = /* @__PURE__ */ (() => {
	const NativeResponse = getNativeClass(kNativeResponse, globalThis.Response);
	class NodeResponse {
		#body;
		#init;
		#headers;
		#response;
		#contentLength;
		constructor(body, init) {
			this.#body = body;
			this.#init = init;
		}
		static [Symbol.hasInstance](val) {
			if (this === NodeResponse) return val instanceof NativeResponse;
			return Object.prototype.isPrototypeOf.call(this.prototype, val);
		}
		static json(data, init) {
			const body = JSON.stringify(data);
			if (body === void 0) throw new TypeError("Value is not JSON serializable");
			let headers = init?.headers;
			if (!headers) headers = { "content-type": "application/json" };
			else {
				const merged = new Headers(headers);
				if (!merged.has("content-type")) merged.set("content-type", "application/json");
				headers = merged;
			}
			return new NodeResponse(body, init ? {
				...init,
				headers
			} : { headers });
		}
		get status() {
			return this.#response?.status || this.#init?.status || 200;
		}
		get statusText() {
			return this.#response?.statusText || this.#init?.statusText || "";
		}
		get headers() {
			if (this.#response) return this.#response.headers;
			if (this.#headers) return this.#headers;
			return this.#headers = new Headers(this.#init?.headers);
		}
		get ok() {
			if (this.#response) return this.#response.ok;
			const status = this.status;
			return status >= 200 && status < 300;
		}
		get _response() {
			if (this.#response) return this.#response;
			let body = this.#body;
			if (body && typeof body.pipe === "function" && !(body instanceof Readable)) {
				const stream = new PassThrough();
				body.pipe(stream);
				const abort = body.abort;
				if (abort) stream.once("close", () => abort());
				body = stream;
			}
			if (typeof body === "string") this.#contentLength = Buffer.byteLength(body);
			else if (body instanceof ArrayBuffer || body instanceof Uint8Array || body instanceof DataView) this.#contentLength = body.byteLength;
			else if (body instanceof Blob) this.#contentLength = body.size;
			this.#response = new NativeResponse(body, this.#headers ? {
				...this.#init,
				headers: this.#headers
			} : this.#init);
			this.#init = void 0;
			this.#headers = void 0;
			this.#body = void 0;
			return this.#response;
		}
		_toNodeResponse() {
			const status = this.status;
			const statusText = this.statusText;
			let body;
			let contentType;
			let contentLength;
			if (this.#response) {
				body = this.#response.body;
				if (!this.#response.bodyUsed) contentLength = this.#contentLength;
			} else if (this.#body != null) {
				if (this.#body instanceof ReadableStream) body = this.#body;
				else if (typeof this.#body === "string") {
					body = this.#body;
					contentType = "text/plain; charset=UTF-8";
					contentLength = Buffer.byteLength(this.#body);
				} else if (this.#body instanceof ArrayBuffer) {
					body = Buffer.from(this.#body);
					contentLength = this.#body.byteLength;
				} else if (this.#body instanceof Uint8Array) {
					body = this.#body;
					contentLength = this.#body.byteLength;
				} else if (this.#body instanceof DataView) {
					body = Buffer.from(this.#body.buffer, this.#body.byteOffset, this.#body.byteLength);
					contentLength = this.#body.byteLength;
				} else if (this.#body instanceof Blob) {
					body = this.#body.stream();
					contentType = this.#body.type;
					contentLength = this.#body.size;
				} else if (typeof this.#body.pipe === "function") body = this.#body;
				else body = this._response.body;
			}
			const headers = [];
			const initHeaders = this.#init?.headers;
			const headerEntries = this.#response?.headers || this.#headers || (initHeaders ? Array.isArray(initHeaders) ? initHeaders : initHeaders?.entries ? initHeaders.entries() : Object.entries(initHeaders) : void 0);
			let hasContentTypeHeader;
			let hasContentLength;
			if (headerEntries) for (const [key, value] of headerEntries) {
				const lowerKey = typeof key === "string" ? key.toLowerCase() : String(key);
				if (Array.isArray(value)) for (const v of value) headers.push(lowerKey, v);
				else headers.push(lowerKey, value);
				if (lowerKey === "content-type") hasContentTypeHeader = true;
				else if (lowerKey === "content-length") hasContentLength = true;
			}
			if (contentType && !hasContentTypeHeader) headers.push("content-type", contentType);
			if (contentLength != null && !hasContentLength) headers.push("content-length", String(contentLength));
			this.#init = void 0;
			this.#headers = void 0;
			this.#response = void 0;
			this.#contentLength = void 0;
			this.#body = void 0;
			return {
				status,
				statusText,
				headers,
				body
			};
		}
	}
	lazyInherit(NodeResponse.prototype, NativeResponse.prototype, "_response");
	Object.setPrototypeOf(NodeResponse, NativeResponse);
	Object.setPrototypeOf(NodeResponse.prototype, NativeResponse.prototype);
	return NodeResponse;
})();
// kernel/http/write.ts
/** Stage write: turns an answer into bytes, through Node, on a bare socket, or as a web Response. */
const NO_BODY = /* @__PURE__ */ new Set([204, 304]);
/** Node sends head and body in one write where the body is a string. */
function writeNode(response, answer, closing) {
	if (answer.payload instanceof ReadableStream) {
		if (closing) response.setHeader("Connection", "close");
		sendNodeResponse(response, toResponse$1(answer)).catch(() => response.destroy());
		return;
	}
	const headers = answer.close || closing ? [
		...answer.headers,
		"Connection",
		"close"
	] : answer.headers;
	response.writeHead(answer.status, headers);
	if (answer.payload === void 0) response.end();
	else response.end(answer.latin1 ?? answer.payload, "latin1");
}
/** For requests in memory, and for streams. */
function toResponse$1(answer) {
	const pairs = [];
	for (let i = 0; i < answer.headers.length; i += 2) pairs.push([answer.headers[i] ?? "", answer.headers[i + 1] ?? ""]);
	if (answer.close) pairs.push(["Connection", "close"]);
	const payload = NO_BODY.has(answer.status) ? void 0 : answer.payload;
	return new NodeResponse(payload ?? null, {
		status: answer.status,
		statusText: STATUS_CODES[answer.status] ?? "",
		headers: pairs
	});
}
/** Answers bytes that Node's parser refused, and closes the socket. */
function writeSocket(socket, answer) {
	let head = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ""}\r\n`;
	for (let i = 0; i < answer.headers.length; i += 2) head += `${answer.headers[i]}: ${answer.headers[i + 1]}\r\n`;
	const { payload = "" } = answer;
	if (payload instanceof ReadableStream) throw new Error("a refusal cannot be a stream");
	const body = typeof payload === "string" ? Buffer.from(payload, "latin1") : payload;
	socket.end(Buffer.concat([Buffer.from(`${head}Connection: close\r\n\r\n`, "latin1"), body]));
}
// kernel/http/listener.ts
/** Errors of Node for clients that left in the middle of a request. */
const LEFT = /* @__PURE__ */ new Set(["ECONNRESET", "HPE_INVALID_EOF_STATE"]);
var Listener = class {
	/** Set before the first request. */
	current;
	/** While draining, every answer closes its connection. */
	draining = false;
	#fastPath;
	#refused = /* @__PURE__ */ new WeakSet();
	#log;
	constructor({ fastPath, log }) {
		this.#fastPath = fastPath;
		this.#log = log;
	}
	handle = (request, response) => {
		try {
			this.#answer(request, response);
		} catch (error) {
			this.#sendBareError(response, error);
		}
	};
	#answer(request, response) {
		const { routing, app, resolveClient } = this.current;
		const detail = protocolError(request);
		if (detail !== void 0) return this.#refuse(request, response, {
			code: "malformed-request",
			detail
		});
		const target = request.url ?? "";
		if (this.#fastPath && (request.method === "GET" || request.method === "HEAD")) {
			const responder = routing.fastPath.get(pathOfTarget(target))?.reader;
			if (responder !== void 0) {
				const call = new NodeCall(request, response, resolveClient, responder.route, target);
				return this.#write(response, responder.respond(call));
			}
		}
		const fault = targetError(target);
		if (fault !== void 0) return this.#refuse(request, response, {
			code: "bad-request",
			detail: fault
		});
		this.#write(response, app.answer(request, response));
	}
	#refuse(request, response, refusal) {
		const { routing, resolveClient } = this.current;
		const { malformed } = routing;
		const target = request.url ?? "";
		const call = new NodeCall(request, response, resolveClient, malformed.route, target);
		this.#write(response, malformed.refuse(call, refusal));
	}
	#write(response, answer) {
		if (!(answer instanceof Promise)) return writeNode(response, answer, this.draining);
		this.current.inFlight.add(answer);
		answer.then((late) => writeNode(response, late, this.draining)).catch((error) => this.#sendBareError(response, error));
	}
	/** A policy that throws even while its own error is answered costs one response, not the process. */
	#sendBareError(response, error) {
		this.#log.error("an answer could not be sent", {
			path: response.req.url?.split("?", 1)[0],
			error: traceOf(error)
		});
		if (response.headersSent) response.destroy();
		else response.writeHead(500, {
			"Content-Length": 0,
			Connection: "close"
		}).end();
	}
	/** Takes over what Node would answer on its own, without headers, and which connections it would keep. */
	attach(server) {
		const limit = new ConnectionLimit(this.#log);
		server.on("connection", (socket) => limit.admit(socket, this.current.connections));
		server.on("clientError", (error, socket) => {
			if (this.#refused.has(socket)) return;
			this.#refused.add(socket);
			if (LEFT.has(error.code ?? "")) return void socket.destroy();
			this.#refuseBytes(socket, parserRefusal(error), findAccept(error.rawPacket));
		});
		server.on("connect", (request, to) => {
			const refusal = {
				code: "method-not-allowed",
				detail: "CONNECT is for proxies; this is an origin server."
			};
			if (to instanceof Duplex) this.#refuseBytes(to, refusal);
			else this.#refuse(request, to, refusal);
		});
		server.on("checkContinue", this.handle);
		server.on("checkExpectation", (request, response) => {
			try {
				this.#refuse(request, response, { code: "expectation-failed" });
			} catch (error) {
				this.#sendBareError(response, error);
			}
		});
	}
	/** Refuses bytes in their turn, after the answers to what came before them. */
	#refuseBytes(socket, refusal, accept) {
		if (!socket.writable) return void socket.destroy();
		const answer = answerUnderWay(socket);
		if (answer === void 0) return this.#refuseUnparsable(socket, refusal, accept);
		const isItsBody = !answer.req.complete;
		if (isItsBody && refuseBody(answer.req, refusal)) return;
		answer.once("close", () => {
			if (isItsBody) socket.destroy();
			else this.#refuseBytes(socket, refusal, accept);
		});
	}
	#refuseUnparsable(socket, refusal, accept) {
		const { malformed } = this.current.routing;
		const refuse = async () => malformed.refuse(new MalformedCall(malformed.route, accept), refusal);
		refuse().then((answer) => writeSocket(socket, answer)).catch(() => socket.destroy());
	}
};
// kernel/http/stop.ts
/** The end of service: announced to clients, drained, and cut at the deadline. */
/** The last part of the announcement, in milliseconds: longer than a busy client takes to come back. */
const SETTLE_MS = 1e3;
/** How long a connection between two requests is kept after an announcement, in milliseconds. */
const GRACE_MS = 1e3;
const SWEEP_MS = 20;
/** Cut requests that are logged one by one. */
const MAX_LOGGED = 100;
/** Resolves when all connections have ended, with the milliseconds that are left of the drain. */
async function stopServing({ drainMs, delayMs, onCut, ...stop }) {
	const { connections, listener, log, endStreams } = stop;
	if (delayMs !== void 0 && delayMs > 0) await announce(listener, delayMs);
	await connections.acceptWaiting();
	const closed = connections.closePort();
	listener.draining = true;
	const began = performance.now();
	const idleFrom = delayMs === void 0 ? began : began + GRACE_MS;
	const sweep = () => {
		endStreams();
		if (performance.now() >= idleFrom) connections.closeIdle();
	};
	sweep();
	const sweeping = setInterval(sweep, SWEEP_MS);
	const expired = setTimeout(() => onCut(cut(connections, log)), drainMs);
	await closed;
	clearInterval(sweeping);
	clearTimeout(expired);
	return began + drainMs - performance.now();
}
/**
* Closes every connection with its next answer and takes new ones, so that clients and load balancers turn away. In the
* last moments connections are kept: a client that comes back then has one already, and opens none while the port closes.
*/
async function announce(listener, delayMs) {
	const settleMs = Math.min(SETTLE_MS, delayMs / 2);
	listener.draining = true;
	await setTimeout$1(delayMs - settleMs);
	listener.draining = false;
	await setTimeout$1(settleMs);
}
/** Returns how many there were. */
function cut(connections, log) {
	const calls = connections.cut();
	if (calls.length === 0) return 0;
	for (const call of calls.slice(0, MAX_LOGGED)) {
		const { method, path, route, startedAt, response } = call;
		log.warn("a request was cut", {
			...idsOf(call),
			route: route.ref,
			method,
			path,
			durationMs: Math.round(performance.now() - startedAt),
			begun: response.headersSent
		});
	}
	log.warn("requests were not finished when the drain ended; stop.drain in the config sets its length", { cut: calls.length });
	return calls.length;
}
// kernel/http/listeners.ts
/** The listeners of a server: that of its clients and, where the config has one, that of its operators. */
/** Time for the last requests of operators, in milliseconds. */
const ADMIN_DRAIN_MS = 1e3;
var Listeners = class {
	#public;
	#admin;
	#log;
	#listening;
	#hasAdmin = false;
	constructor(options) {
		this.#public = new Listener(options);
		this.#admin = new Listener(options);
		this.#log = options.log;
	}
	/** Throws a BootError when a listener cannot open; then none is open. */
	async open({ config, folder }, revision) {
		const { admin } = config;
		const log = this.#log;
		this.#hasAdmin = admin !== void 0;
		this.serve(revision);
		const tls = config.tls && {
			cert: resolve(folder, config.tls.cert),
			key: resolve(folder, config.tls.key)
		};
		const ofClients = await listen(config, this.#public, {
			log,
			tls,
			proxyProtocol: config.proxyProtocol
		});
		try {
			const ofAdmin = admin && await listen(admin, this.#admin, { log });
			this.#listening = {
				public: ofClients,
				admin: ofAdmin
			};
		} catch (error) {
			await ofClients.connections.closePort();
			throw error;
		}
	}
	serve(revision) {
		this.#public.current = revision;
		if (this.#hasAdmin) this.#admin.current = revision.ofAdmin();
	}
	/** Where clients reach this process. */
	get public() {
		return this.#listening.public;
	}
	/** Where operators do; undefined without such a listener. */
	get admin() {
		return this.#listening.admin;
	}
	/** Answers clients in memory. */
	fetch = (request) => this.#public.current.app.fetch(request);
	/** Stops serving clients. Resolves with the milliseconds that are left of the drain. */
	stop(options) {
		const { connections } = this.#listening.public;
		return stopServing({
			...options,
			connections,
			listener: this.#public,
			log: this.#log
		});
	}
	/** Stops serving operators, who look on until then. */
	async stopAdmin(endStreams) {
		const { admin } = this.#listening;
		if (admin === void 0) return;
		await stopServing({
			connections: admin.connections,
			listener: this.#admin,
			log: this.#log,
			delayMs: void 0,
			drainMs: ADMIN_DRAIN_MS,
			endStreams,
			onCut: () => {}
		});
	}
};
// kernel/respond/stream.ts
/** The open streams, so that they can be ended together. */
var OpenStreams = class {
	/** By controller: the running plugin that made the stream. */
	#open = /* @__PURE__ */ new Map();
	get size() {
		return this.#open.size;
	}
	/** Begins a stream. Its signal aborts when the client leaves, or `maker` or the server stops. */
	begin(maker) {
		const controller = new AbortController();
		this.#open.set(controller, maker);
		controller.signal.addEventListener("abort", () => this.#open.delete(controller), { once: true });
		return controller;
	}
	endAll() {
		this.endThose(() => true);
	}
	endThose(isMadeBy) {
		for (const [controller, maker] of this.#open) if (isMadeBy(maker)) controller.abort();
	}
};
/** Encodes messages as fast as the bytes are read. */
function toByteStream(messages, controller) {
	const encoder = new TextEncoder();
	const iterator = messages[Symbol.asyncIterator]();
	return new ReadableStream({
		async pull(sink) {
			try {
				const { done, value } = await iterator.next();
				if (done !== true) return sink.enqueue(encoder.encode(format(value)));
				sink.close();
				controller.abort();
			} catch (error) {
				controller.abort();
				throw error;
			}
		},
		async cancel() {
			controller.abort();
			await iterator.return?.();
		}
	}, { highWaterMark: 1 });
}
/** Throws on names and ids that would break the framing. Data is JSON, which has no line break. */
function format(message) {
	if ("comment" in message) return `: ${oneLine(message.comment)}\n\n`;
	if ("retry" in message) return `retry: ${Math.max(0, Math.floor(message.retry))}\n\n`;
	const id = message.id === void 0 ? "" : `id: ${oneLine(message.id)}\n`;
	return `event: ${oneLine(message.event)}\n${id}data: ${JSON.stringify(message.data)}\n\n`;
}
function oneLine(text) {
	if (/[\0\r\n]/.test(text)) throw new Error("an event's name, id or comment has a line break or NUL");
	return text;
}
// kernel/request/unnamed-proxy.ts
/** Behind a proxy nearly every request has these, so the first ones suffice to notice it. */
const REQUESTS = 1e4;
const HEADERS = ["forwarded", "x-forwarded-for"];
/**
* The same resolver, which warns once when a request comes through a proxy although the config names none: all clients
* then share the proxy's address, and with it one rate limit.
*/
function noticeUnnamedProxy(resolver, log) {
	let left = REQUESTS;
	const look = (connection) => {
		left--;
		const header = HEADERS.find((name) => connection.header(name) !== void 0);
		if (header === void 0) return;
		left = 0;
		log.warn("a request came with a forwarding header from a peer that is not trusted, and the header was ignored; if a proxy is in front of this server, name it in trustedProxies", {
			header,
			peer: connection.peer,
			variable: "WAYMARK_TRUSTED_PROXIES"
		});
	};
	return {
		...resolver,
		address(connection) {
			if (left > 0) look(connection);
			return resolver.address(connection);
		}
	};
}
// kernel/http/in-flight.ts
/** Counts the answers that are still being made. */
var InFlight = class {
	#count = 0;
	#whenNone;
	add = (answer) => {
		this.#count++;
		const remove = () => {
			this.#count--;
			if (this.#count === 0) this.#whenNone?.();
		};
		answer.then(remove, remove);
	};
	/** Resolves when there are none, at the latest after `ms` milliseconds. */
	async none(ms) {
		if (this.#count === 0) return;
		const { promise, resolve } = Promise.withResolvers();
		const timeout = setTimeout(resolve, ms);
		this.#whenNone = resolve;
		await promise;
		clearTimeout(timeout);
	}
};
// kernel/respond/produce-list.ts
/** Keeps the finished lists of a revision: 32 MiB at most, an entry of 2 KB and three times its body, as variants join. */
function keepLists() {
	const sizeOf = ({ variants }) => 2e3 + 3 * (variants?.identity.byteLength ?? 0);
	return new VersionedCache(33554432, sizeOf);
}
/** A list is finished once per query while the data stays the same. */
function listProducer(route, { documents, handler, version, lists, counts }, render) {
	const heads = headsByLanguage(route);
	let personal = false;
	const produce = (call, mediaType, language) => {
		const head = heads[language] ?? OK;
		const { path, search, params, preferences } = call;
		const target = {
			path,
			search,
			params,
			route,
			preferences
		};
		const query = readQuery(route, target);
		const input = {
			params,
			query: queryForHandler(route, query, target),
			headers: acceptHeaders(route, call),
			body: void 0
		};
		const routeCall = new RouteCall(call, input, { language: head.language });
		const value = route.document ? documents.get(route, head.language) : handler?.(routeCall);
		return andThen(value, (list) => {
			personal ||= routeCall.sawCaller;
			const { filled: headers } = routeCall;
			const finished = finishList(route, list, query, target);
			const body = envelopeOf(route, finished);
			const { facts } = finished;
			const own = personal ? {
				...facts,
				personal
			} : facts;
			return render(body, mediaType, target, head, headers === void 0 ? own : {
				...own,
				headers
			});
		});
	};
	if (version === void 0) return produce;
	return (call, mediaType, language) => {
		if (personal) return produce(call, mediaType, language);
		const key = requestKey(call, mediaType, language);
		const current = version();
		if (current === void 0) return produce(call, mediaType, language);
		const hit = lists.get(key, current);
		if (hit !== void 0) {
			counts.listHits++;
			return hit;
		}
		counts.listMisses++;
		return andThen(produce(call, mediaType, language), (produced) => {
			if (!personal) lists.set(key, current, produced);
			return produced;
		});
	};
}
/** The key of everything in a request that its list depends on. Most requests depend on their target alone. */
function requestKey({ path, search, preferences }, mediaType, language) {
	const target = search === "" ? path : path + search;
	if (mediaType === 0 && language === 0 && preferences.return === void 0 && preferences.handling === void 0) return target;
	return `${target} ${mediaType} ${language} ${preferences.return},${preferences.handling}`;
}
// kernel/respond/policy-answer.ts
/** Asks the route's policies before the producer. Returns the producer itself where none of them answers. */
function answerInPlace(route, produce) {
	const hooks = collectHooks(route, "answer");
	if (hooks.length === 0) return produce;
	const ask = (call, from) => {
		const hook = hooks[from];
		if (hook === void 0) return void 0;
		const { compiled, index, run } = hook;
		return andThen(run.call(compiled, call, call.states[index]), (answer) => answer ?? ask(call, from + 1));
	};
	return (call, mediaType, language) => andThen(ask(call, 0), (answer) => answer === void 0 ? produce(call, mediaType, language) : answerOf(route, answer));
}
/** Finishes a policy's answer. Throws on a status that only refusals and handlers answer with. */
function answerOf(route, { status, body, contentType, location, language, facts }) {
	if (!(status >= 200 && status < 400) && route.declaration.statuses?.includes(status) !== true) throw new Error(`a policy answers with 2xx or 3xx in place of the handler, not ${status}`);
	const usual = contentTypeOf(route.mediaTypes[0] ?? "application/octet-stream");
	const variants = body === void 0 ? void 0 : new Variants(new EncodedBody(body, contentType ?? usual), offeredCodings(route));
	return {
		head: {
			status,
			location,
			language
		},
		variants,
		facts: facts ?? (contentType === void 0 || contentType === usual ? NO_BODY_INFO : { offSchema: true })
	};
}
// kernel/respond/caller-watch.ts
/** How long a stream may go on after its credential was revoked, in milliseconds. */
const WATCH_MS = 5e3;
/** Returns the function that ends a stream once its request would be refused, or be that of another principal. */
function callerWatch(route) {
	const gate = new Gate(route.policies.filter(isAboutCaller), route.policies.filter(decides));
	async function stillCounts(call, principal) {
		const again = new RepeatedCall(route, call);
		if (await gate.enter(again) !== void 0) return false;
		return again.principal?.id === principal.id && again.principal.scopes.join(" ") === principal.scopes.join(" ");
	}
	return (call, stream) => {
		const { principal } = call;
		if (principal === void 0) return;
		const look = async () => {
			if (!await stillCounts(call, principal).catch(() => false)) stream.abort();
			else if (!stream.signal.aborted) timer = setTimeout(look, WATCH_MS).unref();
		};
		let timer = setTimeout(look, WATCH_MS).unref();
		stream.signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
	};
}
/** It finds the principal, or works with what was found. */
function isAboutCaller(bound) {
	const { provides, identifies } = bound.policy;
	return decides(bound) || provides !== void 0 || identifies !== void 0;
}
function decides({ policy: { guards, asksIdentifiers } }) {
	return guards === true || asksIdentifiers === true;
}
// kernel/respond/produce-stream.ts
/** Streams: begun for a caller, kept to the events of its audience, and ended when its credential no longer counts. */
const EVENTS = ["Content-Type", "text/event-stream"];
/** HEAD has the headers of the stream and never begins it. */
function streamProducer(route, { handler, registry, streams, running }) {
	const produced = withoutBody(OK);
	const watch = callerWatch(route);
	const isContributed = route.declaration.stream?.contributed === true;
	const audiences = new Map(isContributed ? Object.entries(registry.audiences) : []);
	return (call) => {
		if (call.method === "HEAD") return {
			...produced,
			stream: {
				body: new ReadableStream(),
				headers: EVENTS
			}
		};
		const controller = streams.begin(running);
		const begin = (messages) => {
			if (typeof messages !== "object" || messages === null || !(Symbol.asyncIterator in messages)) throw new Error("a stream's handler returns an async iterable");
			watch(call, controller);
			const all = messages;
			const mayReceive = (message) => !("event" in message) || isInAudience(call.principal, audiences.get(message.event));
			const received = audiences.size === 0 ? all : only(all, mayReceive);
			return {
				...produced,
				stream: {
					body: toByteStream(received, controller),
					headers: EVENTS
				}
			};
		};
		const fail = (error) => {
			controller.abort();
			throw error;
		};
		try {
			const headers = acceptHeaders(route, call);
			const input = {
				params: call.params,
				query: {},
				headers,
				body: void 0
			};
			const messages = handler?.(new RouteCall(call, input, {
				mediaType: route.mediaTypes[0],
				signal: controller.signal
			}));
			return messages instanceof Promise ? messages.then(begin).catch(fail) : begin(messages);
		} catch (error) {
			return fail(error);
		}
	};
}
async function* only(all, isWanted) {
	for await (const one of all) if (isWanted(one)) yield one;
}
// kernel/request/parse-json.ts
/** Parses JSON bodies without holding the event loop for long: their values and levels are counted beforehand. */
/** Levels of lists and objects: validation may recurse. RFC 8259, section 9, leaves the limit to us. */
const MAX_DEPTH = 100;
/** Bytes of a body that is parsed in less than a slice. */
const SMALL = 4096;
const utf8 = new TextDecoder("utf-8", { fatal: true });
/** Refuses with 400 and, above the limit, 413. Parsing and validating 10,000 values takes up to 10 ms together. */
async function parseJson(bytes, maxValues) {
	if (bytes.byteLength <= SMALL) {
		checkSize(bytes, maxValues);
		return parse$1(bytes);
	}
	const slices = new TimeSlices();
	checkSize(bytes, maxValues);
	await slices.pause();
	const value = parse$1(bytes);
	await slices.pause();
	return value;
}
function parse$1(bytes) {
	try {
		return JSON.parse(utf8.decode(bytes));
	} catch {
		throw new Refused({
			code: "bad-request",
			detail: "The body is not well-formed JSON in UTF-8."
		});
	}
}
/** The bytes of JSON's grammar (RFC 8259, section 2). */
const QUOTE = 34;
const COMMA = 44;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
/** Each comma and each list or object begins a value. Takes about 2 ms for a mebibyte, a fifth of what parsing may. */
function checkSize(bytes, maxValues) {
	let values = 1;
	let depth = 0;
	let inString = false;
	for (let at = 0; at < bytes.byteLength; at++) {
		const byte = bytes[at];
		if (inString) {
			if (byte === BACKSLASH) at++;
			else if (byte === QUOTE) inString = false;
		} else if (byte === QUOTE) inString = true;
		else if (byte === COMMA) values++;
		else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
			values++;
			if (++depth > MAX_DEPTH) throw tooDeep();
		} else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
	}
	if (values > maxValues) throw tooMany(maxValues);
}
function tooDeep() {
	return new Refused({
		code: "bad-request",
		detail: `The body has lists or objects within others, more than ${MAX_DEPTH} levels deep.`
	});
}
function tooMany(maxValues) {
	const detail = `The body has more than ${maxValues} values, each within another included. Send fewer at once.`;
	return new Refused({
		code: "payload-too-large",
		detail
	});
}
// kernel/request/read-body.ts
/** Reads JSON request bodies. */
/** A parsed body that has not been validated. */
var ReceivedBody = class {
	mediaType;
	schema;
	value;
	#bytes;
	constructor(mediaType, schema, value, bytes) {
		this.mediaType = mediaType;
		this.schema = schema;
		this.value = value;
		this.#bytes = bytes;
	}
	/** Over the bytes as received, base64url. */
	get sha256() {
		return hash("sha256", this.#bytes, "base64url");
	}
};
/**
* Returns the function that receives and parses the bodies of a route; undefined where the route takes none. It refuses
* with 413, 415 or 400.
*/
function bodyReader(route) {
	const schemas = new Map(Object.entries(bodiesOf(route.declaration)));
	if (schemas.size === 0) return void 0;
	const types = new Set(schemas.keys());
	const limits = {
		maxBodyBytes: limitOf(route, "maxBodyBytes"),
		maxBytesUnderWay: limitOf(route, "maxBodyBytesUnderWay")
	};
	const maxValues = limitOf(route, "maxBodyValues");
	return async (call) => {
		const mediaType = receivedType(call, types);
		const schema = schemas.get(mediaType);
		const bytes = await collectBody(call, limits);
		return new ReceivedBody(mediaType, schema, await parseJson(bytes, maxValues), bytes);
	};
}
/** Returns the media type of a request body. Refuses with 415 one that is not among these, and one that is encoded. */
function receivedType(call, types) {
	const [type = ""] = (call.header("content-type") ?? "").split(";", 1);
	const mediaType = type.trim().toLowerCase();
	if (!types.has(mediaType)) refuseType(`The body must be ${[...types].join(" or ")}; received ${mediaType || "no Content-Type"}.`);
	const coding = call.header("content-encoding")?.toLowerCase() ?? "identity";
	if (coding !== "identity") refuseType(`The body must not be encoded; received ${coding}.`);
	return mediaType;
}
function refuseType(detail) {
	throw new Refused({
		code: "unsupported-media-type",
		detail
	});
}
/** Returns the lowest limit among the route's policies. */
function limitOf({ policies }, limit) {
	return Math.min(...policies.map(({ compiled }) => compiled[limit] ?? Number.POSITIVE_INFINITY));
}
// kernel/request/form-parts.ts
/** The parts of a form (RFC 7578), one after the other as they arrive. */
/** Largest text, in bytes, and longest name of a part. */
const MAX_TEXT_BYTES = 65536;
const MAX_NAME_BYTES = 200;
/** Refuses a form that is malformed with 400, and parts that do not fit with 422. `fail` ends the upload. */
async function* partsOf(body, contentType, declared, fail) {
	try {
		const names = /* @__PURE__ */ new Set();
		const received = await parse(body, contentType, declared);
		for await (const part of received.iterator({ destroyOnReturn: false })) {
			const shape = Object.hasOwn(declared, part.name) ? declared[part.name] : void 0;
			if (shape === void 0 || names.has(part.name)) throw misfit(part.name, shape === void 0 ? "The form has no such part." : "The part is there twice.");
			names.add(part.name);
			yield accept(part, shape, fail);
			part.file?.resume();
		}
		const missing = requiredParts(declared).filter((name) => !names.has(name));
		if (missing.length > 0) throw unprocessable(missing.map((name) => entry(name, "The form lacks this part.")));
	} catch (error) {
		throw fail(error);
	}
}
function accept({ name, text = "", file, filename, mediaType = "" }, shape, fail) {
	if (!isFile(shape)) return {
		name,
		value: acceptPart(shape, text, name)
	};
	const types = typesOf(shape);
	if (!types.includes(mediaType)) throw new Refused({
		code: "unsupported-media-type",
		detail: `The part ${name} must be ${types.join(" or ")}; received ${mediaType || "no Content-Type"}.`
	});
	return {
		name,
		filename,
		mediaType,
		bytes: within(file, fail, shape.maxBytes)
	};
}
async function* within(file, fail, maxBytes = Number.POSITIVE_INFINITY) {
	let length = 0;
	try {
		for await (const chunk of (file ?? Readable.from([])).iterator({ destroyOnReturn: false })) {
			length += chunk.byteLength;
			if (length > maxBytes) throw new Refused(tooLarge(maxBytes));
			yield chunk;
		}
	} catch (error) {
		throw fail(known(error));
	}
}
/** The parser's own errors are about the form. */
function known(error) {
	return error instanceof Refused || error instanceof ClientLeft ? error : malformed(error);
}
function malformed(error) {
	const detail = `The form cannot be read: ${messageOf(error)}.`;
	return new Refused({
		code: "bad-request",
		detail
	});
}
/** Loads the parser on first use, because most servers take no forms. */
async function parse(body, contentType, declared) {
	const { Busboy } = await import("@fastify/busboy");
	const parts = new Readable({
		objectMode: true,
		read() {}
	});
	parts.on("error", () => {});
	const most = Object.keys(declared).length + 1;
	let current;
	const end = (error) => {
		current?.destroy(error);
		parts.destroy(error);
	};
	try {
		const parser = new Busboy({
			headers: { "content-type": contentType },
			isPartAFile: (name) => {
				const part = Object.hasOwn(declared, name ?? "") ? declared[name ?? ""] : void 0;
				return part !== void 0 && isFile(part);
			},
			limits: {
				parts: most,
				fieldSize: MAX_TEXT_BYTES,
				fieldNameSize: MAX_NAME_BYTES,
				headerPairs: 20,
				headerSize: 8192
			}
		});
		parser.on("file", (name, file, filename, _encoding, mediaType) => {
			current = file;
			file.on("error", () => {});
			parts.push({
				name,
				file,
				filename,
				mediaType: mediaType.toLowerCase()
			});
		});
		parser.on("field", (name, text, isNameCut, isCut) => {
			if (isNameCut || isCut) return end(new Refused(tooLarge(isCut ? MAX_TEXT_BYTES : MAX_NAME_BYTES)));
			parts.push({
				name,
				text
			});
		});
		parser.on("partsLimit", () => end(malformed(`it has more than ${most - 1} parts`)));
		parser.on("error", (error) => end(malformed(error)));
		parser.on("finish", () => parts.push(null));
		body.on("error", end);
		body.once("close", () => {
			if (!body.readableEnded) end(/* @__PURE__ */ new Error("the upload is over"));
		});
		body.pipe(parser);
	} catch (error) {
		end(malformed(error));
	}
	return parts;
}
function entry(name, detail) {
	return {
		detail,
		pointer: `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`
	};
}
function misfit(name, detail) {
	return unprocessable([entry(name, detail)]);
}
function unprocessable(errors) {
	return new Refused({
		code: "unprocessable-content",
		errors
	});
}
// kernel/request/upload.ts
/** Request bodies that handlers read while they arrive: never whole in memory, and within the limit of the route. */
/** One request body under way. */
var Upload = class {
	mediaType;
	/** As the handler receives it. */
	content;
	#body;
	#call;
	/** Why the body cannot be used. */
	#problem = void 0;
	constructor(call, mediaType, { maxBytes, parts }) {
		this.#call = call;
		this.mediaType = mediaType;
		const length = call.header("content-length");
		if (Number(length ?? 0) > maxBytes) throw new Refused(tooLarge(maxBytes));
		this.#body = bodyOf(call, maxBytes);
		this.#body.on("error", (error) => this.#problem ??= error);
		const fail = (error) => {
			this.#problem ??= error;
			this.#body.destroy(error);
			return this.#problem;
		};
		this.content = parts === void 0 ? Object.assign(chunksOf(this.#body), {
			mediaType,
			length: length === void 0 ? void 0 : Number(length)
		}) : partsOf(this.#body, call.header("content-type") ?? "", parts, fail);
	}
	/** Runs the handler. A problem of the body is the answer, even where the handler has caught it. */
	async enclose(run) {
		try {
			const result = await run();
			if (this.#problem !== void 0) throw this.#problem;
			return result;
		} catch (error) {
			throw this.#problem ?? error;
		} finally {
			const isComplete = this.#body.readableEnded;
			this.#body.destroy();
			if (!isComplete && this.#call instanceof NodeCall) await dropRest(this.#call);
		}
	}
};
/** The rest of a body that is read for nothing: most, and longest. */
const DROPPED_BYTES = 262144;
const DROPPED_MS = 1e3;
/**
* Reads and drops what little a client may still be sending, because it would not see the answer otherwise. Closes the
* connection when there is more. Of a body that was not begun, Node does the same after the answer.
*/
async function dropRest({ request, response }) {
	if (request.readableFlowing === null || request.readableEnded || request.destroyed) return;
	const { promise, resolve } = Promise.withResolvers();
	let length = 0;
	const take = (chunk) => {
		length += chunk.byteLength;
		if (length > DROPPED_BYTES) resolve();
	};
	const timer = setTimeout(resolve, DROPPED_MS);
	request.on("data", take);
	request.once("end", resolve);
	request.once("close", resolve);
	request.resume();
	await promise;
	clearTimeout(timer);
	request.off("data", take);
	if (request.readableEnded) return;
	request.pause();
	if (!response.headersSent) response.setHeader("Connection", "close");
}
/** Returns the function that begins an upload; undefined for routes without. It refuses with 413 or 415. */
function uploadReceiver({ declaration }) {
	const { upload } = declaration;
	if (upload === void 0) return void 0;
	const types = new Set(bodyTypesOf(declaration));
	return (call) => new Upload(call, receivedType(call, types), upload);
}
async function* chunksOf(body) {
	yield* body.iterator({ destroyOnReturn: false });
}
function bodyOf(call, maxBytes) {
	if (call instanceof NodeCall) return fromSocket(call, maxBytes);
	const source = call instanceof FetchCall ? call.request.body : null;
	return Readable.from(counted(source ?? [], maxBytes), { objectMode: false });
}
async function* counted(source, maxBytes) {
	let length = 0;
	for await (const chunk of source) {
		length += chunk.byteLength;
		if (length > maxBytes) throw new Refused(tooLarge(maxBytes));
		yield chunk;
	}
}
/** A stream of its own: the handler may destroy it, and the connection stays open for the answer. */
function fromSocket({ request, response }, maxBytes) {
	let length = 0;
	let isBegun = false;
	const take = (chunk) => {
		length += chunk.byteLength;
		if (length > maxBytes) body.destroy(new Refused(tooLarge(maxBytes)));
		else if (!body.push(chunk)) request.pause();
	};
	const end = () => void body.push(null);
	const leave = () => {
		if (!request.complete) body.destroy(new ClientLeft());
	};
	const begin = () => {
		isBegun = true;
		request.on("data", take);
		request.once("end", end);
		if (request.headers.expect !== void 0 && request.httpVersion === "1.1") response.writeContinue();
	};
	const body = new Readable({
		read() {
			if (isBegun) request.resume();
			else begin();
		},
		destroy(error, done) {
			release();
			request.off("data", take);
			request.off("end", end);
			request.pause();
			done(error);
		}
	});
	const release = register(request, (refusal) => body.destroy(new Refused(refusal)));
	request.once("error", leave);
	request.once("close", leave);
	return body;
}
// kernel/respond/existing.ts
/** Adds the path of the existing resource to such refusals, unless a guard of the route that reads it refuses the caller. */
function locatingExisting({ creates, declaration, plugin }, { registry, handler }) {
	const read = declaration.creates === void 0 ? void 0 : relatedRoute(registry, plugin, declaration.creates)?.target;
	if (creates === void 0 || read === void 0) return (routeCall) => handler?.(routeCall);
	const gate = gateOfReads(read, []);
	return async (routeCall, call) => {
		try {
			return await handler?.(routeCall);
		} catch (error) {
			if (!(error instanceof Refused) || error.existing === void 0) throw error;
			const sources = [call.params, error.existing];
			const location = fillRelation(creates, ...sources);
			if (location === void 0) throw error;
			const reading = new InternalCall(read, location, bindParams(creates, ...sources), call);
			if (await gate?.enter(reading) !== void 0) throw error;
			throw new Refused({
				...error.refusal,
				location
			});
		}
	};
}
// kernel/respond/finish-write.ts
/**
* An answer that is the resource's representation is made as the route that reads it makes it: so its entity tag is that
* of the next read. `Prefer: return=minimal` leaves the body out (RFC 7240, section 4.2), and so does a guard of that
* route that refuses the caller, because the right to write is not the right to read.
*/
function finishedAs(route, context, render) {
	const read = route.answersAs === void 0 ? void 0 : context.registry.route(route.answersAs);
	const base = read === void 0 ? NO_BODY_INFO : TRANSIENT;
	const plain = (handled) => {
		const { call, value, mediaType, head } = handled;
		const created = head.status === 201 ? createdBy(route, handled) : void 0;
		const facts = {
			...base,
			...factsOf(handled, created)
		};
		return render(value, mediaType, call, {
			...head,
			location: created?.path
		}, facts);
	};
	if (read === void 0) return plain;
	const renderRead = createRenderer(read, context);
	const gate = gateOfReads(read, []);
	const isOwn = route.represents === route.answersAs;
	return (handled) => {
		const { call, value, mediaType } = handled;
		const { status } = handled.head;
		const created = status === 201 ? createdBy(route, handled) : void 0;
		const resource = created ?? (status === 200 && isOwn ? call : void 0);
		if (resource === void 0) return plain(handled);
		const head = {
			...handled.head,
			location: created?.path
		};
		const facts = factsOf(handled, created);
		const reading = new InternalCall(read, resource.path, resource.params, call);
		return andThen(gate?.enter(reading), (refusal) => {
			if (refusal !== void 0) return withoutRepresentation({
				head,
				variants: void 0,
				facts
			});
			return andThen(renderRead(value, mediaType, reading, head, facts), (produced) => {
				if (call.preferences.return !== "minimal") return produced;
				const etag = produced.variants?.identity.etag;
				const minimal = {
					...facts,
					etag,
					applied: ["return=minimal"]
				};
				return withoutRepresentation({
					head,
					variants: void 0,
					facts: minimal
				});
			});
		});
	};
}
const TRANSIENT = Object.freeze({ transient: true });
function factsOf({ personal, headers }, created) {
	return {
		...personal ? { personal } : {},
		...headers === void 0 ? {} : { headers },
		...created === void 0 ? {} : { created: created.path }
	};
}
/** The resource that a request created: the one that the route names, or the one at the path of the request. */
function createdBy({ creates, represents }, { call, input: { params }, value }) {
	if (creates === void 0) return represents === void 0 ? void 0 : call;
	const path = fillRelation(creates, params, Object(value));
	return path === void 0 ? void 0 : {
		path,
		params: bindParams(creates, params, Object(value))
	};
}
/** 204 in place of 200, which would have a body. */
function withoutRepresentation({ head, ...produced }) {
	return {
		...produced,
		head: head.status === 200 ? {
			...head,
			status: 204
		} : head
	};
}
// kernel/respond/read-resource.ts
/** @param ref the route that reads the resource, as `plugin.routeId`. */
function resourceReader(ref, { registry, producerOf }) {
	const route = registry.route(ref);
	if (route === void 0) throw new Error(`${ref} is not a route`);
	const gate = gateOfReads(route);
	const produce = producerOf(route);
	const absent = new Set(registry.errors.filter(({ status }) => ABSENT.has(status)).map(({ code }) => code));
	return async (call) => {
		const inner = new InternalCall(route, call.path, call.params, call);
		const refusal = await gate?.enter(inner);
		if (refusal !== void 0) throw new Refused(refusal);
		try {
			const first = await produce(inner, 0, 0);
			const { status } = first.head;
			if (status < 400) return () => representations(route, inner, produce, first);
			if (ABSENT.has(status)) return void 0;
			throw unreadable(status);
		} catch (error) {
			const code = refusalOf(error)?.code;
			if (code !== void 0 && absent.has(code)) return void 0;
			throw error;
		}
	};
}
const ABSENT = /* @__PURE__ */ new Set([404, 410]);
function unreadable(status) {
	const detail = `The condition cannot be evaluated, because the resource answers with status ${status}. Nothing was changed.`;
	return new Refused({
		code: "precondition-failed",
		detail
	});
}
/** Every language and media type in every coding, because a client may hold the tag of any. */
async function* representations(route, call, produce, first) {
	for (const language of (route.declaration.languages ?? [""]).keys()) for (const mediaType of route.mediaTypes.keys()) {
		const { variants } = language === 0 && mediaType === 0 ? first : await produce(call, mediaType, language);
		if (variants === void 0) continue;
		yield variants.identity;
		for (const coding of offeredCodings(route).keys()) yield await variants.get(coding, true);
	}
}
// kernel/respond/write-conditions.ts
/** Headers that tie a write to a state of the resource, in the order in which they count (RFC 9110, section 13.2.2). */
const CONDITIONS = [
	{
		header: "If-Match",
		field: "if-match"
	},
	{
		header: "If-Unmodified-Since",
		field: "if-unmodified-since"
	},
	{
		header: "If-None-Match",
		field: "if-none-match"
	}
];
/**
* A condition that the service cannot evaluate is refused, because ignoring it loses what the client wants to protect.
* Those that the route declares among its headers are left to its handler.
*/
function conditionsOf(route, context) {
	const { represents, declaration } = route;
	const own = declaration.headers === void 0 ? [] : fieldNames(declaration.headers);
	const left = CONDITIONS.filter(({ field }) => !own.includes(field));
	const isRequired = declaration.preconditions === "required";
	let read;
	return (call) => {
		const matches = call.header("if-match") !== void 0;
		if (isRequired && !matches && call.header("if-none-match") === void 0) refuseUnconditional(call);
		const sent = left.filter(({ field }) => call.header(field) !== void 0 && !(matches && field === DATE));
		const [first] = sent;
		if (first === void 0) return void 0;
		const unknown = represents === void 0 ? first : sent.find(({ field }) => field === DATE);
		if (represents === void 0 || unknown !== void 0) return refuseUnknown(call, (unknown ?? first).header);
		read ??= resourceReader(represents, context);
		return evaluate(call, sent, read);
	};
}
/** Ignored beside If-Match (RFC 9110, section 13.1.4). No resource has a date of its last change to compare it with. */
const DATE = "if-unmodified-since";
function refuseUnconditional({ method }) {
	const detail = `${method} must name the state that it changes. Read the resource, and send its ETag in If-Match.`;
	throw new Refused({
		code: "precondition-required",
		detail
	});
}
function refuseUnknown({ method }, header) {
	const detail = `This service does not evaluate ${header} on ${method} here, so nothing was changed. Send the request without it to write in any case.`;
	throw new Refused({
		code: "precondition-failed",
		detail,
		errors: [{
			detail,
			header
		}]
	});
}
async function evaluate(call, sent, read) {
	const current = await read(call);
	for (const { header, field } of sent) {
		const value = call.header(field) ?? "";
		if (field === "if-match") {
			if (await names(current, value, "strong")) continue;
			refuse(header, current === void 0 ? "no resource is at this path" : "the resource has another ETag");
		} else if (await names(current, value, "weak")) refuse(header, "the resource exists, with an ETag that the condition names");
	}
}
function refuse(header, because) {
	const detail = `${header} does not hold: ${because}. Nothing was changed. Read the resource again before the next attempt.`;
	throw new Refused({
		code: "precondition-failed",
		detail,
		errors: [{
			detail,
			header
		}]
	});
}
async function names(current, field, comparison) {
	if (current === void 0) return false;
	if (field.trim() === "*") return true;
	for await (const { etag } of current()) if (namesTag(field, etag, comparison)) return true;
	return false;
}
// kernel/respond/write-result.ts
var FinishedWrite = class {
	/** For the kernel. */
	produced;
	#isTagged;
	/** @param isTagged whether the route answers with the representation of a resource. */
	constructor(produced, isTagged) {
		this.produced = produced;
		this.#isTagged = isTagged;
	}
	get status() {
		return this.produced.head.status;
	}
	get location() {
		return this.produced.head.location;
	}
	get etag() {
		const { variants, facts } = this.produced;
		if (variants === void 0) return facts.etag;
		return this.#isTagged && facts.transient !== true ? variants.identity.etag : void 0;
	}
	get language() {
		return this.produced.head.language;
	}
	get facts() {
		return this.produced.facts;
	}
	get body() {
		return this.produced.variants?.identity;
	}
};
// kernel/respond/produce-write.ts
function writeProducer(route, context, render) {
	const read = bodyReader(route);
	const write = writerOf(route, context, render);
	const isTagged = route.answersAs !== void 0;
	const hooks = collectHooks(route, "around");
	const enclose = (call, accept, received, ...selected) => {
		if (hooks.length === 0) return write(call, accept, ...selected);
		const handled = [];
		const attempt = () => write(call, accept, ...selected, handled);
		const enclosed = {
			body: received,
			settled: async () => void await Promise.allSettled(handled.map(({ running }) => running))
		};
		const proceedFrom = async (from) => {
			const hook = hooks[from];
			if (hook === void 0) return new FinishedWrite(await attempt(), isTagged);
			const { compiled, index, run } = hook;
			const proceed = () => proceedFrom(from + 1);
			return run.call(compiled, call, proceed, call.states[index], enclosed);
		};
		return proceedFrom(0).then((end) => toProduced(route, end));
	};
	const begin = uploadReceiver(route);
	if (begin !== void 0) return (call, ...selected) => {
		const target = acceptTarget(route, call);
		const upload = begin(call);
		const { mediaType: bodyType, content } = upload;
		const input = {
			...target,
			body: void 0,
			bodyType,
			upload: content
		};
		return upload.enclose(() => enclose(call, () => input, void 0, ...selected));
	};
	return (call, ...selected) => {
		const target = acceptTarget(route, call);
		return andThen(read?.(call), (received) => enclose(call, () => withBody(target, received), received, ...selected));
	};
}
function toProduced(route, end) {
	if (end instanceof FinishedWrite) return end.produced;
	if ("refusal" in end) throw new Refused(end.refusal);
	return answerOf(route, end);
}
function writerOf(route, context, render) {
	const handle = locatingExisting(route, context);
	const evaluate = conditionsOf(route, context);
	const heads = headsByLanguage(route);
	const success = { status: successStatus(route.declaration) };
	const finish = finishedAs(route, context, render);
	const redirect = redirectorOf(route, context);
	return (call, accept, mediaType, language, handled) => {
		const input = accept();
		const head = heads[language] ?? OK;
		const selected = {
			mediaType: route.mediaTypes[mediaType],
			language: head.language
		};
		return andThen(evaluate(call), () => {
			const routeCall = new RouteCall(call, input, selected);
			handled?.push(routeCall);
			return andThen(handle(routeCall, call), (value) => {
				const { chosen = success, personal, redirection, filled: headers } = routeCall;
				const redirected = redirection && redirect(redirection);
				if (redirected !== void 0) return headers === void 0 ? redirected : {
					...redirected,
					facts: { headers }
				};
				const own = {
					head: {
						...head,
						...chosen
					},
					personal,
					headers
				};
				return finish({
					call,
					input,
					value,
					mediaType,
					...own
				});
			});
		});
	};
}
/** Returns the answer that sends a client elsewhere; undefined where the route of that is off. Throws on any other target. */
function redirectorOf({ declaration, plugin, ref }, { registry }) {
	const { redirects } = declaration;
	return ({ to, params }) => {
		if (redirects === void 0 || to !== redirects.to) throw new Error(`${ref} does not declare that it redirects to ${to}`);
		const target = qualifyRef(to, plugin);
		if (registry.route(target) === void 0) return void 0;
		const location = registry.href(target, params);
		if (location === void 0) throw new Error(`${ref} redirects to ${to} without all parameters of its path`);
		return withoutBody({
			status: redirects.status,
			location
		});
	};
}
// node_modules/content-type/dist/index.js
var require_dist = /* @__PURE__ */ __commonJSMin(((exports) => {
	/*!
	* content-type
	* Copyright(c) 2015 Douglas Christopher Wilson
	* MIT Licensed
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.format = format;
	exports.parse = parse;
	const TEXT_REGEXP = /^[\u0009\u0020-\u007e\u0080-\u00ff]*$/;
	const TOKEN_REGEXP = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
	/**
	* RegExp to match chars that must be quoted-pair in RFC 9110 sec 5.6.4
	*/
	const QUOTE_REGEXP = /[\\"]/g;
	/**
	* RegExp to match type in RFC 9110 sec 8.3.1
	*
	* media-type = type "/" subtype
	* type       = token
	* subtype    = token
	*/
	const TYPE_REGEXP = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
	/**
	* Null object perf optimization. Faster than `Object.create(null)` and `{ __proto__: null }`.
	*/
	const NullObject = /* @__PURE__ */ (() => {
		const C = function() {};
		C.prototype = Object.create(null);
		return C;
	})();
	/**
	* Format an object into a `Content-Type` header.
	*/
	function format(obj) {
		const { type, parameters } = obj;
		if (!type || !TYPE_REGEXP.test(type)) throw new TypeError(`Invalid type: ${type}`);
		let result = type;
		if (parameters) for (const param of Object.keys(parameters)) {
			if (!TOKEN_REGEXP.test(param)) throw new TypeError(`Invalid parameter name: ${param}`);
			result += `; ${param}=${qstring(parameters[param])}`;
		}
		return result;
	}
	/**
	* Parse a `Content-Type` header.
	*/
	function parse(header, options) {
		const stopChar = options?.comma === true ? COMMA : 65536;
		const len = header.length;
		let index = skipOWS(header, options?.start ?? 0, len);
		const valueStart = index;
		index = skipValue(header, index, len, stopChar);
		const valueEnd = trailingOWS(header, valueStart, index);
		const type = header.slice(valueStart, valueEnd).toLowerCase();
		if (options?.parameters === false) return {
			type,
			index,
			parameters: new NullObject()
		};
		return parseParameters(header, type, index, len, stopChar);
	}
	const SP = 32;
	const HTAB = 9;
	const SEMI = 59;
	const EQ = 61;
	const DQUOTE = 34;
	const BSLASH = 92;
	const COMMA = 44;
	/**
	* Parses the parameters of a `Content-Type` header starting at the given index.
	*/
	function parseParameters(header, type, index, len, stopChar) {
		const parameters = new NullObject();
		parameter: while (index < len) {
			if (header.charCodeAt(index) === stopChar) break;
			index = skipOWS(header, index + 1, len);
			const keyStart = index;
			while (index < len) {
				const code = header.charCodeAt(index);
				if (code === stopChar) break parameter;
				if (code === SEMI) continue parameter;
				if (code === EQ) {
					const keyEnd = trailingOWS(header, keyStart, index);
					const key = header.slice(keyStart, keyEnd).toLowerCase();
					index = skipOWS(header, index + 1, len);
					if (index < len && header.charCodeAt(index) === DQUOTE) {
						index++;
						let value = "";
						while (index < len) {
							const code = header.charCodeAt(index++);
							if (code === DQUOTE) {
								index = skipValue(header, index, len, stopChar);
								if (parameters[key] === void 0) parameters[key] = value;
								break;
							}
							if (code === BSLASH && index < len) {
								value += header[index++];
								continue;
							}
							value += String.fromCharCode(code);
						}
						continue parameter;
					}
					const valueStart = index;
					index = skipValue(header, index, len, stopChar);
					if (parameters[key] === void 0) {
						const valueEnd = trailingOWS(header, valueStart, index);
						parameters[key] = header.slice(valueStart, valueEnd);
					}
					continue parameter;
				}
				index++;
			}
		}
		return {
			type,
			index,
			parameters
		};
	}
	/**
	* Skip over characters until a semicolon or other exit character.
	*/
	function skipValue(str, index, len, stopChar) {
		while (index < len) {
			const code = str.charCodeAt(index);
			if (code === SEMI || code === stopChar) break;
			index++;
		}
		return index;
	}
	/**
	* Skip optional whitespace (OWS) in an HTTP header value.
	*
	* OWS is defined in RFC 9110 sec 5.6.3 as SP (" ") or HTAB ("\t").
	*/
	function skipOWS(header, index, len) {
		while (index < len) {
			const char = header.charCodeAt(index);
			if (char !== SP && char !== HTAB) break;
			index++;
		}
		return index;
	}
	/**
	* Trim optional whitespace (OWS) from the end of a substring.
	*
	* OWS is defined in RFC 9110 sec 5.6.3 as SP (" ") or HTAB ("\t").
	*/
	function trailingOWS(header, start, end) {
		while (end > start) {
			const char = header.charCodeAt(end - 1);
			if (char !== SP && char !== HTAB) break;
			end--;
		}
		return end;
	}
	/**
	* Serialize a parameter value.
	*/
	function qstring(str) {
		if (TOKEN_REGEXP.test(str)) return str;
		if (TEXT_REGEXP.test(str)) return `"${str.replace(QUOTE_REGEXP, "\\$&")}"`;
		throw new TypeError(`Invalid parameter value: ${str}`);
	}
}));
// node_modules/negotiator/lib/accept.js
/*!
* negotiator
* Copyright(c) 2026 Blake Embrey
* MIT Licensed
*/
var require_accept = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var contentType = require_dist();
	/**
	* Module exports.
	* @private
	*/
	module.exports = parseAccept;
	/**
	* Parse an Accept-style header.
	* @private
	*/
	function parseAccept(header) {
		var values = [];
		var index = 0;
		while (index < header.length) {
			var start = skipOptionalWhitespace(header, index);
			var parsed = contentType.parse(header, {
				comma: true,
				start
			});
			parsed.type = header.slice(start, start + parsed.type.length);
			values.push(parsed);
			index = parsed.index + 1;
		}
		return values;
	}
	/**
	* Skip optional whitespace.
	* @private
	*/
	function skipOptionalWhitespace(header, index) {
		var cursor = index;
		while (header.charCodeAt(cursor) === 32 || header.charCodeAt(cursor) === 9) cursor++;
		return cursor;
	}
}));
// node_modules/negotiator/lib/charset.js
/**
* negotiator
* Copyright(c) 2012 Isaac Z. Schlueter
* Copyright(c) 2014 Federico Romero
* Copyright(c) 2014-2015 Douglas Christopher Wilson
* MIT Licensed
*/
var require_charset = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var parseAccept = require_accept();
	/**
	* Module exports.
	* @public
	*/
	module.exports = preferredCharsets;
	module.exports.preferredCharsets = preferredCharsets;
	/**
	* Module variables.
	* @private
	*/
	function parseAcceptCharset(accept) {
		var accepts = parseAccept(accept);
		for (var i = 0, j = 0; i < accepts.length; i++) {
			var charset = formatCharset(accepts[i], i);
			if (charset) accepts[j++] = charset;
		}
		accepts.length = j;
		return accepts;
	}
	/**
	* Format a parsed charset for negotiation.
	* @private
	*/
	function formatCharset(parsed, i) {
		if (!parsed.type) return null;
		return {
			charset: parsed.type,
			q: parsed.parameters.q ? parseFloat(parsed.parameters.q) : 1,
			i
		};
	}
	/**
	* Get the priority of a charset.
	* @private
	*/
	function getCharsetPriority(charset, accepted, index) {
		var priority = {
			o: -1,
			q: 0,
			s: 0
		};
		for (var i = 0; i < accepted.length; i++) {
			var spec = specify(charset, accepted[i], index);
			if (spec && (priority.s - spec.s || priority.q - spec.q || priority.o - spec.o) < 0) priority = spec;
		}
		return priority;
	}
	/**
	* Get the specificity of the charset.
	* @private
	*/
	function specify(charset, spec, index) {
		var s = 0;
		if (spec.charset.toLowerCase() === charset.toLowerCase()) s |= 1;
		else if (spec.charset !== "*") return null;
		return {
			i: index,
			o: spec.i,
			q: spec.q,
			s
		};
	}
	/**
	* Get the preferred charsets from an Accept-Charset header.
	* @public
	*/
	function preferredCharsets(accept, provided) {
		var accepts = parseAcceptCharset(accept === void 0 ? "*" : accept || "");
		if (!provided) return accepts.filter(isQuality).sort(compareSpecs).map(getFullCharset);
		var priorities = provided.map(function getPriority(type, index) {
			return getCharsetPriority(type, accepts, index);
		});
		return priorities.filter(isQuality).sort(compareSpecs).map(function getCharset(priority) {
			return provided[priorities.indexOf(priority)];
		});
	}
	/**
	* Compare two specs.
	* @private
	*/
	function compareSpecs(a, b) {
		return b.q - a.q || b.s - a.s || a.o - b.o || a.i - b.i || 0;
	}
	/**
	* Get full charset string.
	* @private
	*/
	function getFullCharset(spec) {
		return spec.charset;
	}
	/**
	* Check if a spec has any quality.
	* @private
	*/
	function isQuality(spec) {
		return spec.q > 0;
	}
}));
// node_modules/negotiator/lib/encoding.js
/**
* negotiator
* Copyright(c) 2012 Isaac Z. Schlueter
* Copyright(c) 2014 Federico Romero
* Copyright(c) 2014-2015 Douglas Christopher Wilson
* MIT Licensed
*/
var require_encoding = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var parseAccept = require_accept();
	/**
	* Module exports.
	* @public
	*/
	module.exports = preferredEncodings;
	module.exports.preferredEncodings = preferredEncodings;
	/**
	* Module variables.
	* @private
	*/
	function parseAcceptEncoding(accept) {
		var accepts = parseAccept(accept);
		var hasIdentity = false;
		var minQuality = 1;
		for (var i = 0, j = 0; i < accepts.length; i++) {
			var encoding = formatEncoding(accepts[i], i);
			if (encoding) {
				accepts[j++] = encoding;
				hasIdentity = hasIdentity || specify("identity", encoding);
				minQuality = Math.min(minQuality, encoding.q || 1);
			}
		}
		if (!hasIdentity) accepts[j++] = {
			encoding: "identity",
			q: minQuality,
			i
		};
		accepts.length = j;
		return accepts;
	}
	/**
	* Format a parsed encoding for negotiation.
	* @private
	*/
	function formatEncoding(parsed, i) {
		if (!parsed.type) return null;
		return {
			encoding: parsed.type,
			q: parsed.parameters.q ? parseFloat(parsed.parameters.q) : 1,
			i
		};
	}
	/**
	* Get the priority of an encoding.
	* @private
	*/
	function getEncodingPriority(encoding, accepted, index) {
		var priority = {
			encoding,
			o: -1,
			q: 0,
			s: 0
		};
		for (var i = 0; i < accepted.length; i++) {
			var spec = specify(encoding, accepted[i], index);
			if (spec && (priority.s - spec.s || priority.q - spec.q || priority.o - spec.o) < 0) priority = spec;
		}
		return priority;
	}
	/**
	* Get the specificity of the encoding.
	* @private
	*/
	function specify(encoding, spec, index) {
		var s = 0;
		if (spec.encoding.toLowerCase() === encoding.toLowerCase()) s |= 1;
		else if (spec.encoding !== "*") return null;
		return {
			encoding,
			i: index,
			o: spec.i,
			q: spec.q,
			s
		};
	}
	/**
	* Get the preferred encodings from an Accept-Encoding header.
	* @public
	*/
	function preferredEncodings(accept, provided, preferred) {
		var accepts = parseAcceptEncoding(accept || "");
		var comparator = preferred ? function comparator(a, b) {
			if (a.q !== b.q) return b.q - a.q;
			var aPreferred = preferred.indexOf(a.encoding);
			var bPreferred = preferred.indexOf(b.encoding);
			if (aPreferred === -1 && bPreferred === -1) return b.s - a.s || a.o - b.o || a.i - b.i;
			if (aPreferred !== -1 && bPreferred !== -1) return aPreferred - bPreferred;
			return aPreferred === -1 ? 1 : -1;
		} : compareSpecs;
		if (!provided) return accepts.filter(isQuality).sort(comparator).map(getFullEncoding);
		var priorities = provided.map(function getPriority(type, index) {
			return getEncodingPriority(type, accepts, index);
		});
		return priorities.filter(isQuality).sort(comparator).map(function getEncoding(priority) {
			return provided[priorities.indexOf(priority)];
		});
	}
	/**
	* Compare two specs.
	* @private
	*/
	function compareSpecs(a, b) {
		return b.q - a.q || b.s - a.s || a.o - b.o || a.i - b.i;
	}
	/**
	* Get full encoding string.
	* @private
	*/
	function getFullEncoding(spec) {
		return spec.encoding;
	}
	/**
	* Check if a spec has any quality.
	* @private
	*/
	function isQuality(spec) {
		return spec.q > 0;
	}
}));
// node_modules/negotiator/lib/language.js
/**
* negotiator
* Copyright(c) 2012 Isaac Z. Schlueter
* Copyright(c) 2014 Federico Romero
* Copyright(c) 2014-2015 Douglas Christopher Wilson
* MIT Licensed
*/
var require_language = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var contentType = require_dist();
	var parseAccept = require_accept();
	/**
	* Module exports.
	* @public
	*/
	module.exports = preferredLanguages;
	module.exports.preferredLanguages = preferredLanguages;
	/**
	* Module variables.
	* @private
	*/
	function parseAcceptLanguage(accept) {
		var accepts = parseAccept(accept);
		for (var i = 0, j = 0; i < accepts.length; i++) {
			var language = formatLanguage(accepts[i], i);
			if (language) accepts[j++] = language;
		}
		accepts.length = j;
		return accepts;
	}
	/**
	* Format a parsed language for negotiation.
	* @private
	*/
	function formatLanguage(parsed, i) {
		if (!parsed.type) return null;
		var hyphen = parsed.type.indexOf("-");
		return {
			prefix: hyphen === -1 ? parsed.type : parsed.type.slice(0, hyphen),
			suffix: hyphen === -1 ? void 0 : parsed.type.slice(hyphen + 1),
			q: parsed.parameters.q ? parseFloat(parsed.parameters.q) : 1,
			i,
			full: parsed.type
		};
	}
	/**
	* Get the priority of a language.
	* @private
	*/
	function getLanguagePriority(language, accepted, index) {
		var priority = {
			o: -1,
			q: 0,
			s: 0
		};
		for (var i = 0; i < accepted.length; i++) {
			var spec = specify(language, accepted[i], index);
			if (spec && (priority.s - spec.s || priority.q - spec.q || priority.o - spec.o) < 0) priority = spec;
		}
		return priority;
	}
	/**
	* Get the specificity of the language.
	* @private
	*/
	function specify(language, spec, index) {
		var p = formatLanguage(contentType.parse(language), 0);
		if (!p) return null;
		var s = 0;
		if (spec.full.toLowerCase() === p.full.toLowerCase()) s |= 4;
		else if (spec.prefix.toLowerCase() === p.full.toLowerCase()) s |= 2;
		else if (spec.full.toLowerCase() === p.prefix.toLowerCase()) s |= 1;
		else if (spec.full !== "*") return null;
		return {
			i: index,
			o: spec.i,
			q: spec.q,
			s
		};
	}
	/**
	* Get the preferred languages from an Accept-Language header.
	* @public
	*/
	function preferredLanguages(accept, provided) {
		var accepts = parseAcceptLanguage(accept === void 0 ? "*" : accept || "");
		if (!provided) return accepts.filter(isQuality).sort(compareSpecs).map(getFullLanguage);
		var priorities = provided.map(function getPriority(type, index) {
			return getLanguagePriority(type, accepts, index);
		});
		return priorities.filter(isQuality).sort(compareSpecs).map(function getLanguage(priority) {
			return provided[priorities.indexOf(priority)];
		});
	}
	/**
	* Compare two specs.
	* @private
	*/
	function compareSpecs(a, b) {
		return b.q - a.q || b.s - a.s || a.o - b.o || a.i - b.i || 0;
	}
	/**
	* Get full language string.
	* @private
	*/
	function getFullLanguage(spec) {
		return spec.full;
	}
	/**
	* Check if a spec has any quality.
	* @private
	*/
	function isQuality(spec) {
		return spec.q > 0;
	}
}));
// node_modules/negotiator/lib/mediaType.js
/**
* negotiator
* Copyright(c) 2012 Isaac Z. Schlueter
* Copyright(c) 2014 Federico Romero
* Copyright(c) 2014-2015 Douglas Christopher Wilson
* MIT Licensed
*/
var require_mediaType = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var contentType = require_dist();
	var parseAcceptHeader = require_accept();
	/**
	* Module exports.
	* @public
	*/
	module.exports = preferredMediaTypes;
	module.exports.preferredMediaTypes = preferredMediaTypes;
	/**
	* Module variables.
	* @private
	*/
	function parseAccept(accept) {
		var accepts = parseAcceptHeader(accept);
		for (var i = 0, j = 0; i < accepts.length; i++) {
			var mediaType = formatMediaType(accepts[i], i);
			if (mediaType) accepts[j++] = mediaType;
		}
		accepts.length = j;
		return accepts;
	}
	/**
	* Format a parsed content type for negotiation.
	* @private
	*/
	function formatMediaType(parsed, i) {
		var slash = parsed.type.indexOf("/");
		if (slash === -1) return null;
		var q = parsed.parameters.q ? parseFloat(parsed.parameters.q) : 1;
		delete parsed.parameters.q;
		return {
			type: parsed.type.slice(0, slash),
			subtype: parsed.type.slice(slash + 1),
			params: parsed.parameters,
			q,
			i
		};
	}
	/**
	* Get the priority of a media type.
	* @private
	*/
	function getMediaTypePriority(type, accepted, index) {
		var priority = {
			o: -1,
			q: 0,
			s: 0
		};
		for (var i = 0; i < accepted.length; i++) {
			var spec = specify(type, accepted[i], index);
			if (spec && (priority.s - spec.s || priority.q - spec.q || priority.o - spec.o) < 0) priority = spec;
		}
		return priority;
	}
	/**
	* Get the specificity of the media type.
	* @private
	*/
	function specify(type, spec, index) {
		var p = formatMediaType(contentType.parse(type), 0);
		var s = 0;
		if (!p) return null;
		if (spec.type.toLowerCase() == p.type.toLowerCase()) s |= 4;
		else if (spec.type != "*") return null;
		if (spec.subtype.toLowerCase() == p.subtype.toLowerCase()) s |= 2;
		else if (spec.subtype != "*") return null;
		var keys = Object.keys(spec.params);
		if (keys.length > 0) {
			if (keys.every(function(k) {
				return spec.params[k] == "*" || (spec.params[k] || "").toLowerCase() == (p.params[k] || "").toLowerCase();
			})) s |= 1;
			else return null;
		}
		return {
			i: index,
			o: spec.i,
			q: spec.q,
			s
		};
	}
	/**
	* Get the preferred media types from an Accept header.
	* @public
	*/
	function preferredMediaTypes(accept, provided) {
		var accepts = parseAccept(accept === void 0 ? "*/*" : accept || "");
		if (!provided) return accepts.filter(isQuality).sort(compareSpecs).map(getFullType);
		var priorities = provided.map(function getPriority(type, index) {
			return getMediaTypePriority(type, accepts, index);
		});
		return priorities.filter(isQuality).sort(compareSpecs).map(function getType(priority) {
			return provided[priorities.indexOf(priority)];
		});
	}
	/**
	* Compare two specs.
	* @private
	*/
	function compareSpecs(a, b) {
		return b.q - a.q || b.s - a.s || a.o - b.o || a.i - b.i || 0;
	}
	/**
	* Get full type string.
	* @private
	*/
	function getFullType(spec) {
		return spec.type + "/" + spec.subtype;
	}
	/**
	* Check if a spec has any quality.
	* @private
	*/
	function isQuality(spec) {
		return spec.q > 0;
	}
}));
/*!
* negotiator
* Copyright(c) 2012 Federico Romero
* Copyright(c) 2012-2014 Isaac Z. Schlueter
* Copyright(c) 2015 Douglas Christopher Wilson
* MIT Licensed
*/
// kernel/request/negotiate.ts
var import_negotiator = /* @__PURE__ */ __toESM((/* @__PURE__ */ __commonJSMin(((exports, module) => {
	var preferredCharsets = require_charset();
	var preferredEncodings = require_encoding();
	var preferredLanguages = require_language();
	var preferredMediaTypes = require_mediaType();
	/**
	* Module exports.
	* @public
	*/
	module.exports = Negotiator;
	module.exports.Negotiator = Negotiator;
	/**
	* Create a Negotiator instance from a request.
	* @param {object} request
	* @public
	*/
	function Negotiator(request) {
		if (!(this instanceof Negotiator)) return new Negotiator(request);
		this.request = request;
	}
	Negotiator.prototype.charset = function charset(available) {
		var set = this.charsets(available);
		return set && set[0];
	};
	Negotiator.prototype.charsets = function charsets(available) {
		return preferredCharsets(this.request.headers["accept-charset"], available);
	};
	Negotiator.prototype.encoding = function encoding(available, opts) {
		var set = this.encodings(available, opts);
		return set && set[0];
	};
	Negotiator.prototype.encodings = function encodings(available, options) {
		var opts = options || {};
		return preferredEncodings(this.request.headers["accept-encoding"], available, opts.preferred);
	};
	Negotiator.prototype.language = function language(available) {
		var set = this.languages(available);
		return set && set[0];
	};
	Negotiator.prototype.languages = function languages(available) {
		return preferredLanguages(this.request.headers["accept-language"], available);
	};
	Negotiator.prototype.mediaType = function mediaType(available) {
		var set = this.mediaTypes(available);
		return set && set[0];
	};
	Negotiator.prototype.mediaTypes = function mediaTypes(available) {
		return preferredMediaTypes(this.request.headers.accept, available);
	};
	Negotiator.prototype.preferredCharset = Negotiator.prototype.charset;
	Negotiator.prototype.preferredCharsets = Negotiator.prototype.charsets;
	Negotiator.prototype.preferredEncoding = Negotiator.prototype.encoding;
	Negotiator.prototype.preferredEncodings = Negotiator.prototype.encodings;
	Negotiator.prototype.preferredLanguage = Negotiator.prototype.language;
	Negotiator.prototype.preferredLanguages = Negotiator.prototype.languages;
	Negotiator.prototype.preferredMediaType = Negotiator.prototype.mediaType;
	Negotiator.prototype.preferredMediaTypes = Negotiator.prototype.mediaTypes;
})))(), 1);
/** Header values kept per route. Honest clients send few different ones. */
const MAX_VALUES = 128;
/** Longer values are decided each time, so that memory stays bounded. */
const MAX_KEPT_LENGTH = 256;
/** Caches a pure function of one header value. An overlong value is ignored: it decides as an absent header does. */
function cacheByHeader(decide, absent) {
	const decisions = /* @__PURE__ */ new Map();
	return (header) => {
		if (header.length > 2048) return absent;
		if (header.length > MAX_KEPT_LENGTH) return decide(header);
		const hit = decisions.get(header);
		if (hit !== void 0) return hit;
		if (decisions.size >= MAX_VALUES) decisions.clear();
		const decision = decide(header);
		decisions.set(header, decision);
		return decision;
	};
}
/**
* Chooses among media types by Accept. Returns the index of the chosen type; 0 without the field or when nothing matches;
* -1 when the client rules the default out with `q=0` and accepts nothing else. Parameters other than `q`, such as a
* version, count where an offered type of that name has them.
*/
function mediaTypeSelector(offered) {
	if (offered.length === 0) return () => 0;
	const distinguishing = new Set(offered.flatMap((mediaType) => {
		const [type = "", ...parameters] = splitParameters(mediaType);
		return parameters.map((parameter) => named(type, parameter));
	}));
	const select = cacheByHeader((accept) => {
		const ranges = normalizeAccept(accept, distinguishing);
		if (ranges === "") return 0;
		const [best] = new import_negotiator.default({ headers: { accept: ranges } }).mediaTypes([...offered]);
		if (best !== void 0) return offered.indexOf(best);
		return rulesOut(ranges, offered[0] ?? "") ? -1 : 0;
	}, 0);
	return (accept) => accept === void 0 || accept === "*/*" ? 0 : select(accept);
}
/** A quoted value of a parameter, which may hold commas and semicolons. An unclosed one extends to the end. */
const QUOTED = /"(?:[^"\\]|\\.)*(?:"|\\?$)/g;
function splitParameters(range) {
	return range.split(";").map((part) => part.trim().toLowerCase());
}
/** Returns a media type with the name of one of its parameters. */
function named(type, parameter) {
	return `${type};${parameter.split("=", 1)[0]}`;
}
/** Keeps of each range its type, its quality and the parameters in the set. Drops what is not a range. */
function normalizeAccept(accept, distinguishing) {
	return accept.replace(/="([\w.+-]+)"/g, "=$1").replace(QUOTED, "").split(",").flatMap((range) => {
		const [type = "", ...parameters] = splitParameters(range);
		if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return [];
		const quality = parameters.find((parameter) => /^q=[\d.]+$/.test(parameter));
		return [[
			type,
			...parameters.filter((parameter) => distinguishing.has(named(type, parameter))),
			...quality === void 0 ? [] : [quality]
		].join(";")];
	}).join(", ");
}
function rulesOut(ranges, mediaType) {
	const [name = ""] = splitParameters(mediaType);
	const [type] = name.split("/", 1);
	return ranges.split(", ").some((range) => {
		const [rangeName, ...parameters] = range.split(";");
		const quality = parameters.find((parameter) => parameter.startsWith("q=")) ?? "q=1";
		return Number(quality.slice(2)) === 0 && (rangeName === name || rangeName === `${type}/*` || rangeName === "*/*");
	});
}
/**
* Chooses among languages by Accept-Language: the best that a range names, also as a variety (`es-MX` finds `es`; RFC
* 4647, section 3.4). Returns its index; 0, the default, when nothing fits, because any text is better than none (RFC
* 9110, section 12.5.4). Undefined where there is no choice.
*/
function languageSelector(offered) {
	if (offered.length < 2) return void 0;
	const select = cacheByHeader((header) => {
		const [best] = new import_negotiator.default({ headers: { "accept-language": header } }).languages([...offered]);
		return best === void 0 ? 0 : offered.indexOf(best);
	}, 0);
	return (header) => header === void 0 || header === "" ? 0 : select(header);
}
/**
* The query parameter by which the address of a page names its language, for people whose browser asks for another one.
* Returns its index; -1 without it. Any other value counts for nothing: strangers write addresses too.
*/
function namedLanguage(search, offered) {
	if (!search.includes(`lang=`)) return -1;
	return offered.indexOf(new URLSearchParams(search).get("lang") ?? "");
}
/** Returns a query without the parameter that names the language of a page. */
function withoutLanguage(search) {
	const others = search.slice(1).split("&").filter((part) => part !== "" && !part.startsWith(`lang=`));
	return others.length === 0 ? "" : `?${others.join("&")}`;
}
const IDENTITY = {
	index: -1,
	identityRefused: false,
	unacceptable: false
};
/** Chooses among content codings by Accept-Encoding; without the field, or with an empty one, none. */
function codingSelector(offered) {
	if (offered.length === 0) return () => IDENTITY;
	const select = cacheByHeader((header) => {
		const value = header.toLowerCase().replaceAll("x-gzip", "gzip");
		const negotiator = new import_negotiator.default({ headers: { "accept-encoding": value } });
		const accepted = negotiator.encodings.bind(negotiator)([...offered, "identity"], { preferred: [...offered] });
		const [best] = accepted;
		return {
			index: best === void 0 ? -1 : offered.indexOf(best),
			identityRefused: !accepted.includes("identity"),
			unacceptable: best === void 0
		};
	}, IDENTITY);
	return (header) => header === void 0 || header === "" ? IDENTITY : select(header);
}
// kernel/respond/view.ts
/** The media type of views. */
const VIEW_TYPE = "text/html";
const STREAM = withoutBody(OK);
/** Offers the view as one more media type, after those of the route. Nothing else changes for the others. */
function withView(route, view, produce, registry) {
	const place = route.mediaTypes.length;
	let show;
	return (call, mediaType, language) => {
		if (mediaType !== place) return produce(call, mediaType, language);
		show ??= createShow(route, view, produce, registry);
		return show(call, language);
	};
}
function createShow(route, view, produce, registry) {
	const selectLanguage = languageSelector(view.languages);
	const codings = offeredCodings(route);
	const plans = {
		...route.plans,
		...view.plans
	};
	const toPage = registry.pageForms.get("text/html") ?? (() => "");
	const { query } = route.declaration;
	const declaresLanguage = query !== void 0 && fieldNames(query).includes("lang");
	const toView = (call, produced, named) => {
		const answer = viewedAnswer(route, produced);
		if (answer === void 0) return produced;
		const at = named === -1 ? selectLanguage?.(call.header("accept-language")) ?? 0 : named;
		const language = view.languages[at] ?? view.languages[0];
		const target = `${call.path}${withoutLanguage(call.search)}`;
		const text = watched(route, () => andThen(view.render(answer, call, language), (content) => toPage(content, pageMeta(registry, route, language, content, target, named !== -1))));
		return andThen(text, (page) => ({
			head: {
				...produced.head,
				language
			},
			variants: new Variants(new EncodedBody(page, contentTypeOf(VIEW_TYPE)), codings),
			facts: {
				...produced.facts,
				offSchema: true
			},
			plans
		}));
	};
	return (call, language) => {
		const named = namedLanguage(call.search, view.languages);
		const asked = named === -1 || declaresLanguage ? call : new ViewCall(route, call, withoutLanguage(call.search));
		if (route.kind === "stream") return toView(asked, STREAM, named);
		return andThen(produce(asked, 0, language), (produced) => toView(asked, produced, named));
	};
}
/** Undefined for an answer that is sent as it is: one without content, and a redirect. */
function viewedAnswer(route, { head: { status }, variants, facts }) {
	const body = variants?.identity;
	if (!(body === void 0 ? route.kind === "stream" : isJsonType(body.contentType)) || status >= 300 && status < 400) return void 0;
	const outcome = status >= 400 ? "error" : "ok";
	const { headers, slots } = planReply(route.plans, outcome, body, status, facts);
	return {
		status,
		body,
		headers,
		perRequest: slots.map(({ name }) => name)
	};
}
// kernel/respond/produce.ts
const PERSONAL = Object.freeze({ personal: true });
function createProducer(route, context) {
	const produce = answerInPlace(route, createOwnProducer(route, context));
	const { view } = route;
	return view === void 0 ? produce : withView(route, view, produce, context.registry);
}
/** Without answers of policies in place of the handler, and without views, which are for requests. */
function createOwnProducer(route, context) {
	if (route.kind === "redirect") return redirectProducer(route, context);
	if (route.kind === "alwaysFails") return refusalProducer(route);
	if (route.kind === "stream") return streamProducer(route, context);
	const render = createRenderer(route, context);
	if (route.kind === "list") return listProducer(route, context, render);
	if (route.document) return documentProducer(route, context, render);
	if (route.method !== "GET") return writeProducer(route, context, render);
	return handlerProducer(route, context, render);
}
function redirectProducer(route, { registry }) {
	const { to, status } = route.declaration.redirect ?? {
		to: "",
		status: 308
	};
	const target = qualifyRef(to, route.plugin);
	return (call) => {
		const location = `${registry.href(target, call.params) ?? "/"}${call.search}`;
		return withoutBody({
			status,
			location
		});
	};
}
function refusalProducer({ declaration }) {
	const { code: declared, retryAfter } = declaration.alwaysFails ?? { code: "internal-error" };
	const code = declared;
	const refusal = retryAfter === void 0 ? { code } : {
		code,
		retryAfter: toMilliseconds(retryAfter) / 1e3
	};
	return () => {
		throw new Refused(refusal);
	};
}
/** Keeps a document as bytes, once in each language and media type. */
function documentProducer(route, { documents }, render) {
	const heads = headsByLanguage(route);
	const answers = [];
	const anonymousCall = new InternalCall(route, route.path, {});
	return (_call, mediaType, language) => {
		const place = language * route.mediaTypes.length + mediaType;
		const hit = answers[place];
		if (hit !== void 0) return hit;
		const head = heads[language] ?? OK;
		const rendered = andThen(documents.get(route, head.language), (value) => render(value, mediaType, anonymousCall, head, NO_BODY_INFO));
		return andThen(rendered, (produced) => answers[place] = produced);
	};
}
function handlerProducer(route, { handler }, render) {
	const heads = headsByLanguage(route);
	const selections = heads.map(({ language }) => route.mediaTypes.map((mediaType) => ({
		mediaType,
		language
	})));
	return (call, mediaType, language) => {
		const input = withBody(acceptTarget(route, call), void 0);
		const routeCall = new RouteCall(call, input, selections[language]?.[mediaType]);
		return andThen(handler?.(routeCall), (value) => {
			const { chosen, personal, filled: headers } = routeCall;
			const head = heads[language] ?? OK;
			const known = personal ? PERSONAL : NO_BODY_INFO;
			const facts = headers === void 0 ? known : {
				...known,
				headers
			};
			return render(value, mediaType, call, chosen ? {
				...head,
				...chosen
			} : head, facts);
		});
	};
}
// kernel/request/dispatched-call.ts
/** Returns a URL whose origin is never looked at. */
function urlOf(target) {
	if (target.startsWith("/")) return `http://service.invalid${target}`;
	throw new TypeError(`the target of a request begins with a slash; received ${show(target)}`);
}
/** A request of a plugin, in the form that h3 takes. */
var InnerHttpRequest = class extends Request {
	caller;
	outside;
	/** Throws on a target that does not begin with a slash, and on methods that a web request cannot have. */
	constructor({ method, target, headers = {}, body }, caller, outside) {
		super(urlOf(target), {
			method,
			headers,
			body: body ?? null
		});
		this.caller = caller;
		this.outside = outside;
	}
};
/** Passes through the router to find a route, and is not answered. */
var RouteProbe = class extends Request {
	route = void 0;
	constructor({ method, target }) {
		super(urlOf(target), { method });
	}
};
/** The call of such a request: its headers are the plugin's, its principal is the caller's. */
var DispatchedCall = class extends FetchCall {
	/** For those who observe: their work must not join a transaction of the plugin, which may be undone. */
	outside;
	constructor(request, route, target, params) {
		const { caller } = request;
		super(request, {
			address: () => caller.client,
			secure: () => caller.secure,
			host: () => caller.host,
			proxied: () => caller.proxied
		}, route, target, params);
		this.outside = request.outside;
		this.principal = caller.principal;
		this.trace = caller.trace;
	}
	header(name) {
		return this.route.credentials.includes(name) ? void 0 : super.header(name);
	}
};
// kernel/respond/error-body.ts
function createErrorWriter(route) {
	const forms = route.errorForms.map((form) => ({
		form,
		contentType: contentTypeOf(form.mediaType),
		selectLanguage: languageSelector(languagesOf(form))
	}));
	const select = mediaTypeSelector(forms.map(({ form }) => form.mediaType));
	const members = route.policies.flatMap(({ compiled }) => Object.entries(compiled.members?.("error") ?? {}));
	return (call, failure) => {
		const chosen = Math.max(0, select(call.header("accept")));
		const { form, contentType, selectLanguage } = forms[chosen] ?? {};
		if (form === void 0 || contentType === void 0) throw new Error(`${route.ref} was sealed without an error form`);
		if (form.schema === void 0) {
			const named = selectLanguage === void 0 ? -1 : namedLanguage(call.search, form.languages);
			const at = named === -1 ? selectLanguage?.(call.header("accept-language")) ?? 0 : named;
			const language = form.languages[at] ?? form.languages[0];
			return {
				body: new EncodedBody(form.write(failure, call, language), contentType),
				language
			};
		}
		const rendered = { ...form.render(failure, call) };
		for (const [name, member] of form.closed === true ? [] : members) rendered[name] = member.value({
			call,
			body: rendered,
			facts: NO_BODY_INFO,
			failure
		});
		return { body: new EncodedBody(JSON.stringify(rendered), contentType) };
	};
}
// kernel/respond/finish.ts
const CLOSING = /* @__PURE__ */ new Set([
	408,
	413,
	431
]);
/** Adds the headers that slots make for this call, and the kernel's own. */
function finish(call, { reply, headers: planned, slots }, body, head = OK, stream) {
	const headers = planned.slice();
	for (const { name, index, value } of slots) {
		const text = value(call, reply, call.states[index]);
		if (text !== void 0) headers.push(name, text);
	}
	headers.push("Date", dateAt(call.startedAt + call.durationMs));
	if (stream !== void 0) headers.push(...stream.headers);
	else if (body === void 0 && reply.status !== 204) headers.push("Content-Length", "0");
	if (head !== OK) pushHead(headers, head);
	const bodiless = call.method === "HEAD" || reply.status === 304;
	if (bodiless) stream?.body.cancel();
	return {
		status: reply.status,
		headers,
		payload: bodiless ? void 0 : stream?.body ?? body?.payload,
		latin1: bodiless ? void 0 : body?.latin1,
		close: CLOSING.has(reply.status) || call.method === ""
	};
}
function pushHead(headers, { location, allow, language, retryAfter, accepts }) {
	if (location !== void 0) headers.push("Location", location);
	if (allow !== void 0) headers.push("Allow", allow);
	if (language !== void 0) headers.push("Content-Language", language);
	if (retryAfter !== void 0) headers.push("Retry-After", String(Math.max(1, Math.ceil(retryAfter))));
	if (accepts !== void 0) headers.push(...accepts);
}
let imfDate = "";
/** End of the second that `imfDate` names, in milliseconds of `performance.now()`. */
let validUntil = Number.NEGATIVE_INFINITY;
/**
* Returns the time of day as IMF-fixdate (RFC 9110, section 5.6.7), which is made once a second.
*
* @param now in milliseconds of `performance.now()`.
*/
function dateAt(now) {
	if (now >= validUntil) {
		const time = Date.now();
		imfDate = new Date(time).toUTCString();
		validUntil = now + 1e3 - time % 1e3;
	}
	return imfDate;
}
// kernel/respond/language.ts
/** Returns what chooses the head of a reply, as headsByLanguage lists them. */
function languageOfCall({ kind, declaration }) {
	const { languages = [] } = declaration;
	const select = languageSelector(languages);
	if (select === void 0) return () => 0;
	if (kind !== "page") return (call) => select(call.header("accept-language"));
	return (call) => {
		const named = namedLanguage(call.search, languages);
		return named === -1 ? select(call.header("accept-language")) : languages.length + named;
	};
}
// kernel/respond/watch-request.ts
const requests = new Tracepoint("request");
/** Answers with a span that is named after the route: paths as received would be as many as clients like. */
function watchRequest(call, answer) {
	const span = new RequestSpan(call);
	return requests.run(span, () => andThen(answer(), (answered) => span.end(answered)));
}
var RequestSpan = class {
	kind = "server";
	isPending = false;
	error = void 0;
	#call;
	#status = void 0;
	constructor(call) {
		this.#call = call;
	}
	get name() {
		const { method, route } = this.#call;
		return `${method || "HTTP"} ${route.path}`.trim();
	}
	get attributes() {
		const { method, path, route, secure } = this.#call;
		return {
			"http.request.method": method,
			"http.route": route.path,
			"url.path": path,
			"url.scheme": secure ? "https" : "http",
			"waymark.route": route.ref,
			"http.response.status_code": this.#status
		};
	}
	get isForeign() {
		return !this.#call.proxied;
	}
	incoming(name) {
		return this.#call.header(name);
	}
	end(answer) {
		this.#status = answer.status;
		return answer;
	}
};
// kernel/respond/responder.ts
/**
* Answers the requests of one route: identify, admit, accept, produce, encode, precondition, finish. Everything that does
* not depend on the request is worked out when the responder is made.
*/
var Responder = class {
	route;
	#produce;
	#context;
	#plans;
	#gate;
	/** Nothing is refused after a write: neither for a coding nor for a condition. */
	#isRead;
	#preconditions;
	#observers;
	#selectMediaType;
	#selectLanguage;
	#selectCoding;
	/** Made for the first refusal: most routes of a large service never refuse. */
	#writeError;
	/** Name, value, …: which bodies the route takes, for refusals of another one (RFC 9110, section 15.5.16). */
	#acceptedBodies;
	constructor(route, produce, context) {
		this.route = route;
		this.#produce = produce;
		this.#context = context;
		this.#plans = route.plans;
		const bodies = bodyTypesOf(route.declaration).join(", ");
		this.#acceptedBodies = [
			"Accept",
			bodies,
			...route.accepts
		];
		this.#gate = new Gate(route.policies);
		this.#isRead = route.method === "GET";
		this.#preconditions = collectHooks(route, "precondition");
		this.#observers = collectHooks(route, "observe");
		const { mediaTypes, view } = route;
		this.#selectMediaType = mediaTypeSelector(view ? [...mediaTypes, VIEW_TYPE] : mediaTypes);
		this.#selectLanguage = languageOfCall(route);
		this.#selectCoding = codingSelector(offeredCodings(route).map(({ name }) => name));
	}
	/** Answers GET, HEAD and the route's write method. */
	respond(call) {
		return this.#run(call, this.#accept);
	}
	/** Refuses after identify and admit, so that a refused request is identified and counted like any other. */
	refuse(call, refusal) {
		return this.#run(call, () => this.#fail(call, refusal));
	}
	/** Answers OPTIONS (RFC 9110, section 9.3.7). */
	options(call) {
		const head = {
			status: 204,
			allow: call.allow,
			accepts: this.route.accepts
		};
		return this.#run(call, () => this.#send(call, "options", withoutBody(head)));
	}
	/** Sends the client to another form of the same URL. */
	redirect(call, status, location) {
		const head = {
			status,
			location
		};
		return this.#run(call, () => this.#send(call, "redirect", withoutBody(head)));
	}
	#run(call, act) {
		return requests.isWatched ? watchRequest(call, () => this.#answer(call, act)) : this.#answer(call, act);
	}
	#answer(call, act) {
		try {
			const refusal = this.#gate.enter(call);
			const answer = refusal === void 0 ? act(call) : refusal instanceof Promise ? refusal.then((late) => late === void 0 ? act(call) : this.#fail(call, late)) : this.#fail(call, refusal);
			return answer instanceof Promise ? answer.catch((error) => this.#recover(call, error)) : answer;
		} catch (error) {
			return this.#recover(call, error);
		}
	}
	#accept = (call) => {
		const mediaType = this.#selectMediaType(call.header("accept"));
		if (mediaType === -1) return this.#refuseChoice(call, "Accept", "media type", this.route.mediaTypes);
		const language = this.#selectLanguage(call);
		const produced = this.#produce(call, mediaType, language);
		return produced instanceof Promise ? produced.then((late) => this.#encode(call, late)) : this.#encode(call, produced);
	};
	#encode(call, produced) {
		const { status } = produced.head;
		const outcome = status >= 400 ? "error" : status >= 300 ? "redirect" : "ok";
		return this.#send(call, outcome, produced);
	}
	#send(call, outcome, produced) {
		const coding = this.#selectCoding(call.header("accept-encoding"));
		const { variants } = produced;
		if (coding.unacceptable && variants !== void 0 && outcome === "ok" && this.#isRead) {
			const codings = ["identity", ...offeredCodings(this.route).map(({ name }) => name)];
			return this.#refuseChoice(call, "Accept-Encoding", "coding", codings);
		}
		const body = variants?.get(coding.index, coding.identityRefused);
		return body instanceof Promise ? body.then((late) => this.#sendBody(call, outcome, produced, late)) : this.#sendBody(call, outcome, produced, body);
	}
	#sendBody(call, outcome, { head, facts, stream, plans = this.#plans }, body) {
		const planned = planReply(plans, outcome, body, head.status, facts);
		const verdict = outcome === "ok" ? this.#precondition(call, planned.reply) : void 0;
		if (verdict === void 0) return this.#finish(call, planned, body, head, stream);
		if (verdict === 304) {
			const notModified = planReply(plans, "notModified", body, 304, facts);
			return this.#finish(call, notModified, body);
		}
		return this.#fail(call, {
			code: "precondition-failed",
			detail: "The condition does not match the current ETag of this resource. Fetch it again and retry."
		});
	}
	#refuseChoice(call, header, what, offered) {
		return this.#fail(call, {
			code: "not-acceptable",
			detail: `${header} rules out every ${what} on offer. Ask for one of: ${offered.join(", ")}.`
		});
	}
	#precondition(call, reply) {
		for (const { compiled, run } of this.#preconditions) {
			const verdict = run.call(compiled, call, reply);
			if (verdict !== void 0) return verdict;
		}
	}
	/** Answers a refusal in the error form that the client prefers. */
	#fail(call, refusal) {
		const failure = toFailure(refusal, this.#context.catalog);
		const { status, code, retryAfter, location } = failure;
		const { body, language } = (this.#writeError ??= createErrorWriter(this.route))(call, failure);
		const planned = planReply(this.#plans, "error", body, status, NO_BODY_INFO, failure);
		return this.#finish(call, planned, body, {
			status,
			language,
			location,
			retryAfter,
			allow: status === 405 ? call.allow : void 0,
			accepts: code === "unsupported-media-type" ? this.#acceptedBodies : void 0
		});
	}
	#finish(call, planned, body, head, stream) {
		const answer = finish(call, planned, body, head, stream);
		if (call instanceof DispatchedCall) call.outside(() => this.#observe(call, planned.reply));
		else this.#observe(call, planned.reply);
		return answer;
	}
	#observe(call, reply) {
		for (const { compiled, index, run } of this.#observers) run.call(compiled, call, reply, call.states[index]);
	}
	/** Answers what was thrown: a refusal, or a bug, which is logged with the request's id and hidden from the client. */
	#recover(call, error) {
		if (error instanceof Refused) {
			const { code } = error.refusal;
			if (this.#context.catalog.has(code)) return this.#fail(call, error.refusal);
			return this.#recover(call, /* @__PURE__ */ new Error(`the handler failed with ${code}, which is not in the catalog of errors`));
		}
		if (error instanceof ClientLeft) return this.#finish(call, ABANDONED, void 0);
		this.#context.log.error("a request failed", {
			...idsOf(call),
			route: this.route.ref,
			error: traceOf(error)
		});
		return this.#fail(call, { code: "internal-error" });
	}
};
// kernel/http/routing.ts
/** Everything that is served at one path. */
var PathEntry = class {
	#routes;
	#responderFor;
	#reader;
	constructor(routes, responderFor) {
		this.#routes = routes;
		this.#responderFor = responderFor;
	}
	/** The path in h3's syntax. */
	get routerPath() {
		return toRouterPath(this.#routes[0]);
	}
	/** Whether GET and HEAD may take the fast path: an exact path with a finite body. */
	get isExact() {
		return !hasParameters(this.#routes[0]) && this.#routes.some(({ method, kind }) => method === "GET" && kind !== "stream");
	}
	/** The responder of GET and HEAD; undefined where nothing is read. */
	get reader() {
		return this.#reader ??= this.#responderOf("GET");
	}
	/** The route that takes requests of this method; undefined where none does. */
	routeOf(method) {
		return this.#routes.find((one) => one.method === method);
	}
	get #first() {
		return this.#responderFor(this.#routes[0]);
	}
	#responderOf(method) {
		const route = this.routeOf(method);
		return route && this.#responderFor(route);
	}
	/** @param makeCall makes the call once its route is selected. */
	answer(method, makeCall) {
		const responder = method === "GET" || method === "HEAD" ? this.reader : this.#responderOf(method);
		const first = responder ?? this.#first;
		const call = makeCall(first.route);
		if (method === "OPTIONS") return this.#first.options(call);
		if (call.path.length > 1 && call.path.endsWith("/")) return first.redirect(call, 308, `${call.path.replace(/\/+$/, "")}${call.search}`);
		if (responder !== void 0) return responder.respond(call);
		return first.refuse(call, {
			code: KNOWN_METHODS.includes(call.method) ? "method-not-allowed" : "not-implemented",
			detail: `${call.method} is not supported here. Use one of: ${call.allow}.`
		});
	}
};
function createRouting(routes, createResponder, { unknown, malformed }) {
	const responders = /* @__PURE__ */ new Map();
	const responderFor = (route) => {
		let responder = responders.get(route);
		if (responder === void 0) responders.set(route, responder = createResponder(route));
		return responder;
	};
	const paths = [...Map.groupBy(routes, shapeOf).values()].flatMap(([first, ...others]) => first ? [new PathEntry([first, ...others], responderFor)] : []);
	const exact = paths.filter(({ isExact }) => isExact);
	return {
		paths,
		fastPath: new Map(exact.map((entry) => [entry.routerPath, entry])),
		unknown,
		malformed
	};
}
/** Answers a path without a route. `*` means the server as a whole (RFC 9110, section 9.3.7). */
function answerUnknown(unknown, call) {
	if (call.method === "OPTIONS" && call.path === "*") return unknown.options(call);
	return unknown.refuse(call, { code: "not-found" });
}
// node_modules/rou3/dist/index.mjs
const NullProtoObj = /* @__PURE__ */ (() => {
	const e = function() {};
	return e.prototype = Object.create(null), Object.freeze(e.prototype), e;
})();
function createRouter() {
	return {
		root: { key: "" },
		static: new NullProtoObj()
	};
}
const UNNAMED_GROUP_PREFIX = "__rou3_unnamed_";
const ESCAPED_GROUP_PREFIX = "__rou3_esc_";
function toUnnamedGroupKey(key) {
	return typeof key === "string" ? toGroupName(key) : `${UNNAMED_GROUP_PREFIX}${key}`;
}
function toGroupName(name) {
	return /^(?!__rou3_|_\d)[A-Za-z_]\w*$/.test(name) ? name : ESCAPED_GROUP_PREFIX + name.replace(/[_-]/g, (c) => c === "_" ? "__" : "_h");
}
function fromGroupName(key) {
	if (key.charCodeAt(0) !== 95) return key;
	if (key.startsWith("__rou3_esc_")) return key.slice(11).replace(/__|_h/g, (c) => c === "__" ? "_" : "-");
	return key.startsWith("__rou3_unnamed_") ? key.slice(15) : key;
}
function emptyParam(m, segments) {
	const pMap = m.paramsMap;
	const params = pMap && getMatchParams(segments, pMap, m.suffix);
	return !!pMap?.some(([, name, , empty]) => !empty && name > ":" && /(^|\/)(\/|$)/.test(params[name]));
}
function matchesZero(m) {
	const last = m.paramsMap[m.paramsMap.length - 1];
	return last[2] || !!last[3] && !last[5];
}
function normalizePath(path) {
	if (!path.includes("/.")) return path;
	const r = [];
	let s = "";
	for (s of path.split("/")) if (s === ".") continue;
	else if (s === "..") {
		if (r.length > 1) r.pop();
	} else r.push(s);
	if (s === "." || s === "..") r.push("");
	return r.join("/") || "/";
}
function splitPath(path) {
	const s = path.split("/");
	s.shift();
	return s;
}
function methodEntries(methods, method, reverse) {
	let own = methods[method];
	let any = method ? methods[""] : void 0;
	if (reverse) {
		own &&= own.slice().reverse();
		any &&= any.slice().reverse();
	}
	return own && any ? any.concat(own) : own || any;
}
function reverseVariants(entries) {
	let out;
	for (let i = 0, j; i < entries.length; i = j) {
		const token = entries[i].variants;
		for (j = i + 1; token && entries[j]?.variants === token; j++);
		if (j - i > 1) (out ??= entries.slice()).splice(i, j - i, ...entries.slice(i, j).reverse());
	}
	return out || entries;
}
function setParam(params, key, value, join) {
	params[key] = join && params[key] !== void 0 ? params[key] + "/" + value : value;
}
function getMatchParams(segments, paramsMap, suffix, slash) {
	const params = new NullProtoObj();
	const end = suffix ? segments.length - suffix[1] : segments.length;
	for (const [index, name, optional, , , join] of paramsMap) {
		if (~index >= end && (optional || !slash)) continue;
		const segment = index < 0 ? segments.slice(~index, end).join("/") : segments[suffix && index > suffix[0] ? index - suffix[0] - 1 + end : index];
		if (typeof name === "string") {
			setParam(params, name, segment, join);
			if (index < 0 && optional && !join) params._ = segment;
		} else {
			const match = segment.match(name);
			if (match) {
				for (const key in match.groups) if (match.groups[key] !== void 0) setParam(params, fromGroupName(key), match.groups[key], join);
			}
		}
	}
	return params;
}
function encodeEscapes(path) {
	if (!path.includes("\\")) return path;
	return path.replace(/\\([:(){}\\])/g, (_, c) => "�" + ESCAPABLE.indexOf(c));
}
function decodeEscapes(segment, prefix) {
	return segment.replace(/\uFFFD([0-5])/g, (_, i) => prefix + ESCAPABLE[i]);
}
const ESCAPABLE = ":(){}\\";
function segmentKey(segment) {
	if (segment === "*" || segment.startsWith("**")) return 2;
	if (segment.includes(":") || segment.includes("(") || segmentWildcards(segment).length > 0) return 1;
	if (segment.includes("\\")) segment = segment.replace(/\\([\s\S])/g, "$1");
	if (segment.includes("�")) segment = decodeEscapes(segment, "");
	return encodeLiteral(segment);
}
function encodeLiteral(text) {
	return /[\0- "#<>?^`{}\x7F-\uFFFC]/.test(text) ? text.replace(/[\0- "#<>?^`{}\x7F-\uFFFC]+/g, (run) => encodeURIComponent(run.replace(/[\uD800-\uDFFF]/gu, "�"))) : text;
}
function checkConstraints(route) {
	if (!/[\t\n\r\\({}\uFFFD-\uFFFF]/.test(route)) return;
	if (/[\t\n\r\uFFFD-\uFFFF]/.test(route)) invalidSyntax("a tab, LF, CR (use %09, %0A, %0D) or U+FFFD-U+FFFF char", route);
	let s = route.replace(/\\([^/])/g, (_, c) => c > "0" && c <= "9" ? "\0" : "_");
	while (s !== (s = s.replace(/\([^()/]*\)/g, (group) => {
		if (/[$^]|^\(\?<?[=!]/.test(group.replace(/\[[^\]]*\]/g, "")) || group.includes("\0")) invalidSyntax("an anchor, look-around, backreference or capturing group in a constraint", route);
		if (classSetOp(group)) invalidSyntax("a `--` / `&&` in a class of a constraint", route);
		return group[1] === "?" && group[2] !== "<" ? "" : "\0";
	})));
	if (s.includes("(")) throw new Error(`rou3: a \`(\` must close in its own segment, escape a literal one as \`\\(\` (${route})`);
	if (s.includes("\\")) invalidSyntax("a `\\` must escape a char of its segment", route);
	if (/[{}]/.test(s.replace(/\{[^{}]*\}/g, ""))) invalidSyntax("unbalanced or nested `{}`", route);
}
function classSetOp(s) {
	let found = false;
	while (!found && /--|&&/.test(s) && s !== (s = s.replace(/\[[^[\]]*\]/g, (k) => {
		found ||= /--|&&/.test(k);
		return "_";
	})));
	return found;
}
function starGroups(path) {
	if (!path.includes("(.*)")) return [path];
	let count = 0;
	let unnamed;
	return [path.replace(/\\[\s\S]|(:[A-Za-z_]\w*)?\((?!\?)(\.\*\)(?!\*))?/g, (m, name, star, at) => {
		if (m[0] === "\\" || !star) {
			if (m[0] === "(") count++;
			return m;
		}
		if (name) {
			const k = count;
			unnamed = (index) => index === k ? name.slice(1) : index > k ? index - 1 : index;
		} else count++;
		return /(^|[^\\])(\\\\)*([)*}?]|:[A-Za-z_]\w*)\{?$/.test(path.slice(0, at)) ? "￿*" : "*";
	}), unnamed];
}
function absolutePattern(path) {
	return /^[/{]/.test(path) ? path : `/${path}`;
}
function dotSegments(path) {
	if (!DOT_SEGMENT.test(path)) return path;
	const s = path.split("/");
	const out = [s[0]];
	let dot = false;
	for (let i = 1; i < s.length; i++) {
		const m = /^(?:\.|%2e)(\.|%2e)?$/i.exec(s[i]);
		if (m) {
			if (m[1] && (out.length > 1 || out[0]) && !isText(out.pop())) invalidSyntax(DOT_SEGMENT_NEXT_TO, path);
			dot = true;
			continue;
		}
		if (dot && /^[:*(]/.test(s[i])) invalidSyntax(DOT_SEGMENT_NEXT_TO, path);
		out.push(s[i]);
		dot = false;
	}
	if (dot) out.push("");
	return out.join("/");
}
const isText = (segment) => typeof segmentKey(segment = encodeEscapes(segment)) === "string" && !/[{}]|(^|[^\\])\?/.test(segment);
const DOT_SEGMENT = /(?:^|\/)(?:\.|%2e){1,2}(?=\/|$)/i;
const DOT_SEGMENT_NEXT_TO = "`.` / `..` segment next to a param, catch-all or group";
function invalidSyntax(what, route) {
	throw new Error(`rou3: ${what} (${route})`);
}
const MISPLACED_MODIFIER = "misplaced `?` / `+` / `*`: `?` follows `:name` or `:name(…)`, `+` / `*` a whole-segment `:name`, none a catch-all (`(.*)` too); escape a literal one with `\\`";
const PARAM_MODIFIER = /^(.*)(:[A-Za-z_]\w*(?:\([^)]*\))?)([?+*])$/;
function expandModifiers(segments, input) {
	for (let i = 0; i < segments.length; i++) {
		const last = segments[i].charCodeAt(segments[i].length - 1);
		if (last !== 63 && last !== 43 && last !== 42) continue;
		const m = segments[i].match(PARAM_MODIFIER);
		if (!m) continue;
		const pre = segments.slice(0, i);
		const suf = segments.slice(i + 1);
		const without = "/" + pre.concat(m[1] || [], suf).join("/");
		if (m[3] === "?" && m[1] !== "**") {
			if (typeof segmentKey(m[1]) !== "string") continue;
			return ["/" + pre.concat(m[1] + m[2], suf).join("/"), without];
		}
		if (m[1] || m[2].includes("(")) invalidSyntax(MISPLACED_MODIFIER, input);
		const wc = "/" + pre.concat("**" + m[2], suf).join("/");
		return m[3] === "+" ? [wc] : [wc, without];
	}
}
function splitStar(segments, input) {
	for (let i = 0; i < segments.length; i++) {
		const segment = segments[i];
		const at = segment.startsWith("**") || segment === "*" ? [] : segmentWildcards(segment);
		if (at.length === 0) continue;
		for (let j = i + 1; j < segments.length && at.length === 1; j++) if (!segments[j].startsWith("**") && segments[j] !== "*") at.push(...segmentWildcards(segments[j]));
		if (at.length > 1) {
			if (at.some((x, k) => at[k + 1] === x + 1)) invalidSyntax(MISPLACED_MODIFIER, input);
			oneCatchAll(input);
		}
		const pre = segments.slice(0, i);
		const post = segments.slice(i + 1);
		const head = segment.slice(0, at[0]);
		const tail = segment.slice(at[0] + 1);
		if (!head) return [
			[pre.concat("**", segment, post)],
			i,
			false
		];
		if (!tail) return [
			[pre.concat(segment, "**", post), segments],
			i + 1,
			true
		];
		return [
			[pre.concat(head + "*", "**", "*" + tail, post), segments],
			i + 1,
			true
		];
	}
}
function oneCatchAll(input) {
	throw new Error(`rou3: a route can have only one \`*\`, \`**\`, \`:name+\` or \`:name*\` (${input})`);
}
function splitRoute(path) {
	const s = splitPath(path);
	while (s[s.length - 1] === "") s.pop();
	if (path.includes("**")) {
		for (let i = 0; i < s.length; i++) if (/^\*\*[^:{}]/.test(s[i])) s.splice(i, 1, ...s[i][2] === "*" ? ["**", s[i].slice(2)] : [s[i].slice(1)]);
	}
	return s;
}
function expandedRouteId(path) {
	if (path.charCodeAt(0) !== 47) return `{${expandedRouteId(`/${path}`)}`;
	return "/" + splitRoute(encodeEscapes(path)).map((segment) => {
		const key = segmentKey(segment);
		return typeof key === "string" ? key : segment;
	}).join("/");
}
function addName(names, name, input) {
	if (names.includes(name) || !/^[A-Za-z_]\w*$/.test(name)) invalidSyntax(`${names.includes(name) ? "duplicate" : "invalid"} param name "${decodeEscapes(name.replace(/\\(?=[\w$\x80-\ufffc])(?![^(]*\))/g, ""), "\\")}"`, input);
	names.push(name);
	return name;
}
function segmentWildcards(segment) {
	const at = [];
	let depth = 0;
	for (let i = 0; i < segment.length; i++) {
		const ch = segment.charCodeAt(i);
		if (ch === 92) i++;
		else if (ch === 40) depth++;
		else if (ch === 41 && depth > 0) depth--;
		else if (ch === 42 && depth === 0) at.push(i);
	}
	return at;
}
function scanFirstGroup(path) {
	let i = 0;
	let depth = 0;
	for (; i < path.length; i++) {
		const c = path.charCodeAt(i);
		if (c === 92) i++;
		else if (c === 40) depth++;
		else if (c === 41 && depth > 0) depth--;
		else if (c === 123 && depth === 0) break;
	}
	if (i >= path.length) return;
	let j = i + 1;
	depth = 0;
	for (; j < path.length; j++) {
		const c = path.charCodeAt(j);
		if (c === 92) j++;
		else if (c === 40) depth++;
		else if (c === 41 && depth > 0) depth--;
		else if (c === 125 && depth === 0) break;
	}
	if (j >= path.length) return;
	const mod = path[j + 1];
	const hasMod = mod === "?" || mod === "+" || mod === "*";
	return [
		path.slice(0, i),
		path.slice(i + 1, j).replace(NAME_CHAR, "\\$&"),
		path.slice(j + (hasMod ? 2 : 1)).replace(NAME_CHAR, "\\$&"),
		hasMod ? mod : void 0
	];
}
const NAME_CHAR = /^[\w$\x80-￼]/;
function expandGroupDelimiters(path, input = path) {
	if (!path.includes("{")) return;
	const group = scanFirstGroup(path);
	if (!group) return;
	const [pre, body, suf, mod] = group;
	if (mod === "+" || mod === "*") invalidSyntax(`unsupported \`{}${mod}\``, input);
	if (mod === "?" && /^(?!\*\*)./.test(pre.slice(pre.lastIndexOf("/") + 1)) && /^:[A-Za-z_]\w*(\([^)]*\))?$/.test(body) && (!suf || suf[0] === "/")) return [pre + body + "?" + suf];
	const full = joinGroup(joinGroup(pre, body, input), suf, input);
	const expanded = mod ? [full, joinGroup(pre, suf, input)] : [full];
	if (expanded.some((e) => DOT_SEGMENT.test(e))) invalidSyntax(DOT_SEGMENT_NEXT_TO, input);
	if (pre) return expanded;
	if (mod && body.charCodeAt(0) === 47 && suf && !/^\{?\//.test(suf)) invalidSyntax("text after a leading `{/...}?`", input);
	return expanded.map(absolutePattern);
}
function joinGroup(a, b, input) {
	const m = /(?<!\\)(\\\\)*((?<!\*\*):\w+|\([^/]*[^\\]\)|\*)([(?+*\uFFFF])$/.exec(a + b[0]);
	if (m) {
		if (m[3] === "￿") return a + b;
		if (m[3] > "(") invalidSyntax(MISPLACED_MODIFIER, input);
		if (m[2] > "*") a += "([^\\x2f]+?)";
	}
	return a + (b.charCodeAt(0) === 65535 ? b.slice(1) : b);
}
function getParamRegexp(segment, unnamedStart, names, input, groupKey = toUnnamedGroupKey) {
	let _i = unnamedStart;
	let _o;
	let _s = "", _d = 0, _e = -1, _g = 0, _r = 0;
	const _c = [];
	for (let j = 0; j < segment.length; j++) {
		const c = segment.charCodeAt(j);
		if (_d === 0) {
			if (c === 65535) {
				_s += "￿";
				continue;
			}
			if (c === 58) _e = j + 1 + addName(names, /^[\w$\x80-\ufffc]*/.exec(segment.slice(j + 1))[0], input).length;
			else if (c === 40 && /[?)]/.test(segment[j + 1])) invalidSyntax("empty or `(?` group", input);
			else if (c === 63 || c === 43 || c === 42 && j === _e) {
				if (c === 63 && j === segment.length - 1 && PARAM_MODIFIER.test(segment)) {
					_s += "?";
					_r--;
					continue;
				}
				invalidSyntax(MISPLACED_MODIFIER, input);
			} else if (c === 42) {
				_e = j + 1;
				_s += "([^/]*)";
				_r--;
				continue;
			}
		} else if (c === 58) {
			_s += "￾:";
			continue;
		}
		if (c === 40) {
			if (_d++ === 0) _g = j;
		} else if (c === 41 && _d > 0) {
			if (--_d === 0) {
				_e = j + 1;
				const p = segment.slice(_g + 1, j);
				if (p !== "[^\\x2f]+?") _c.push(p);
			}
		} else if (_d === 0 && c === 65533 && /[34]/.test(segment[j + 1])) {
			_s += encodeLiteral("{}"[+segment[++j] - 3]);
			_r += 768;
			continue;
		} else if (_d === 0 && /[\0- "#$).<>?[-^`{-}\x7F-\uFFFC]/.test(segment[j])) {
			const esc = c === 92 && j + 1 < segment.length ? 1 : 0;
			const ch = segment.slice(j + esc, j + esc + (segment.codePointAt(j + esc) > 65535 ? 2 : 1));
			const encoded = encodeLiteral(ch);
			j += esc + ch.length - 1;
			_s += encoded !== ch ? encoded : esc && ch !== "*" ? "￾" + ch : "\\" + ch;
			_r += encoded.length * 256;
			continue;
		}
		if (_d === 0 && j >= _e && segment.charCodeAt(j - 1) !== 65533) _r += 256;
		_s += segment[j];
	}
	const regex = decodeEscapes(_s.replace(/(?<!\uFFFE):([A-Za-z_]\w*)(?:\(([^)]*)\))?(\?$)?/g, (m, id, p, o, i, s) => {
		const group = `(?<${toGroupName(id)}>${p && (p != "[^\\x2f]+?" || !/[(\uFFFF]/.test(s[i + m.length])) ? p : "[^/]+?"})`;
		return o ? (_o = id, `(?:${group})?`) : group;
	}).replace(/\((?![?<])/g, () => `(?<${groupKey(_i++)}>`), "￾").replace(/\uFFFE([\s\S])|\uFFFF/g, (_, c = "") => /[.*+?^${}()|[\]\\]/.test(c) ? `\\${c}` : c);
	const regexp = new RegExp(`^${regex}$`);
	for (const p of _c) _r += new RegExp(`^(?:${decodeEscapes(p, "\\")})$`).test("") ? -1 : 1;
	return [
		regexp,
		_i,
		_o,
		_r
	];
}
function linearRegExp(regexp) {
	let source = regexp.source;
	if (!source.includes("[^/]+?)")) return regexp;
	let head = "";
	source = source.replace(/(\(\?<\w+>\[\^\/\]\*\))((?:\\[\s\S]|[^\\()]|(?:\(\?:)?\(\?<\w+>\[\^\/\]\+\?\)(?:\)\?)?)*)\$$/, (all, star, rest) => {
		if (!rest.includes("+?")) return all;
		head = `(?=[^/]*$(?<=(${rest.replace(/((?:\\[\s\S]|[^\\()])+)(?=\()|(\(\?:)?\(\?<\w+>\[\^\/\]\+\?\)(?:\)\?)?/g, (_, L, opt) => L ? L + upTo(L, true) : opt ? "" : "[^/]")})))`;
		return `${star}(?=\\1$)${rest}$`;
	});
	source = source.replace(/\[\^\/\]\+\?\)((?:\\[\s\S]|[^\\()])*)(?=(?:\(\?:)?\(\?<\w+>\[\^\/\](?:\+\?|\*)\))/g, (_, L) => `[^/]${L && upTo(L)})${L}`);
	return source === regexp.source ? regexp : new RegExp(`^${head}${source.slice(1)}`);
}
const upTo = (L, back) => L.replace(/^\\/, "").length < 2 ? `[^/${L}]*` : back ? `(?:[^/](?<!${L}))*` : `(?:(?!${L})[^/])*`;
function addRoute(ctx, method = "", path, data) {
	method = method.toUpperCase();
	path = absolutePattern(path);
	checkConstraints(path);
	const resolved = dotSegments(path);
	const [route, unnamed] = starGroups(resolved);
	variants = void 0;
	_add(ctx, method, route, data, unnamed && expandedRouteId(resolved), path, unnamed);
}
let variants;
function _add(ctx, method, path, data, route, input = path, unnamed = same) {
	const groupExpanded = expandGroupDelimiters(path, input);
	if (groupExpanded) {
		if (groupExpanded[1] !== void 0) {
			route ??= expandedRouteId(path);
			variants ??= {};
		}
		_add(ctx, method, groupExpanded[0], data, route, input, unnamed);
		if (groupExpanded[1] !== void 0) _add(ctx, method, groupExpanded[1], data, route, input, /[*(]/.test(path) ? skipGroup(path, input, unnamed) : unnamed);
		return 0;
	}
	path = encodeEscapes(path);
	const segments = splitRoute(path);
	const expanded = expandModifiers(segments, input);
	if (expanded) {
		route ??= expandedRouteId(path);
		variants ??= {};
		let count = 0;
		for (const p of expanded) count = _add(ctx, method, p, data, route, input, unnamed);
		return count;
	}
	const star = path.includes("*");
	const split = star ? splitStar(segments, input) : void 0;
	if (split) {
		const [routes, join, head] = split;
		if (routes.length > 1) {
			route ??= expandedRouteId(path);
			variants ??= {};
		}
		let count = 0;
		for (const r of routes) count = _insert(ctx, method, r, data, route, input, unnamed, star, r === segments ? -1 : join, head);
		return count;
	}
	return _insert(ctx, method, segments, data, route, input, unnamed, star);
}
function _insert(ctx, method, segments, data, route, input, unnamed, star, join = -1, head) {
	let node = ctx.root;
	let _unnamedParamIndex = 0;
	const paramsMap = [];
	const paramsRegexp = [];
	let rank = 0;
	const names = [];
	let named = false;
	const captureKey = (n) => {
		const k = unnamed(n);
		if (typeof k === "string" && !named) {
			named = true;
			addName(names, k, input);
		}
		return k;
	};
	let suffix;
	let wildcardIndex = -1;
	const trail = star ? [] : void 0;
	for (let i = 0; i < segments.length; i++) {
		let segment = segments[i];
		const key = segmentKey(segment);
		if (key === 2) {
			if (suffix) oneCatchAll(input);
			trail?.push(node);
			if (!node.wildcard) node.wildcard = { key: "**" };
			node = node.wildcard;
			const empty = segment.length === 1 || i === join;
			paramsMap.push([
				-(i + 1),
				i === join ? String(captureKey(head ? _unnamedParamIndex - 1 : _unnamedParamIndex++)) : segment.length === 2 ? (addName(names, "_", input), String(unnamed(_unnamedParamIndex++))) : empty ? String(captureKey(_unnamedParamIndex++)) : addName(names, segment.slice(3), input),
				segment.length === 2 && !(i === join && segments[i + 1]?.charCodeAt(0) !== 42),
				empty,
				void 0,
				i === join
			]);
			if (i === segments.length - 1) break;
			suffix = [];
			wildcardIndex = i;
			continue;
		}
		if (key === 1) {
			if (suffix) suffix.push(1);
			else {
				trail?.push(node);
				if (!node.param) node.param = { key: "*" };
				node = node.param;
			}
			if (!/^:[A-Za-z_]\w*$/.test(segment)) {
				const tail = i === join + 1 && segment.charCodeAt(0) === 42;
				const [source, nextIndex, inPlace, segmentRank] = getParamRegexp(segment, _unnamedParamIndex - (tail ? 1 : 0), names, input, (n) => toUnnamedGroupKey(captureKey(n)));
				_unnamedParamIndex = nextIndex;
				const regexp = paramsRegexp[i] = linearRegExp(source);
				rank += segmentRank;
				if (!suffix) node.hasRegexParam = true;
				paramsMap.push([
					i,
					regexp,
					false,
					/^(?!(?:[\s\S]*:\w+(?![\w?])){2})(?:\*|:[A-Za-z_]\w*)+\??$/.test(segment),
					inPlace,
					tail
				]);
			} else paramsMap.push([
				i,
				addName(names, segment.slice(1), input),
				false
			]);
			continue;
		}
		if (segment.includes("?") && /(^|[^\\])\?/.test(segment)) invalidSyntax(MISPLACED_MODIFIER, input);
		segment = segments[i] = key;
		if (suffix) {
			suffix.push(segment);
			continue;
		}
		trail?.push(node);
		const child = node.static?.[segment];
		if (child) node = child;
		else {
			const staticNode = { key: segment };
			if (!node.static) node.static = new NullProtoObj();
			node.static[segment] = staticNode;
			node = staticNode;
		}
	}
	if (suffix) {
		for (const n of trail) n.hasSuffix = true;
		node = node.suffix ??= { key: "" };
		for (let j = suffix.length - 1; j >= 0; j--) {
			const edge = suffix[j];
			if (edge === 1) node = node.param ??= { key: "*" };
			else node = (node.static ??= new NullProtoObj())[edge] ??= { key: edge };
		}
	}
	const hasParams = paramsMap.length > 0;
	const key = "/" + segments.join("/");
	const methods = node.methods ??= new NullProtoObj();
	(methods[method] ??= []).push({
		data: data ?? null,
		paramsRegexp,
		paramsMap: hasParams ? paramsMap : void 0,
		route: route ?? key,
		suffix: suffix && [wildcardIndex, suffix.length],
		variants,
		rank: rank / 2 ** 32
	});
	if (!hasParams) ctx.static[segments.length > 0 ? key : ""] = node;
	return _unnamedParamIndex;
}
const same = (index) => index;
function skipGroup(path, input, unnamed = same) {
	const [pre, body] = scanFirstGroup(path);
	if (!/[*(]/.test(body) && !pre.endsWith("*")) return unnamed;
	const count = (p) => _add(createRouter(), "", p, void 0, void 0, input);
	const before = count(pre);
	const skip = count(absolutePattern(joinGroup(pre, body, input))) - before;
	return skip ? (index) => unnamed(index < before ? index : index + skip) : unnamed;
}
function collectSuffix(node, method, segments, start, pos, matches, reverse) {
	const match = node.methods && methodEntries(node.methods, method, reverse);
	if (match) {
		const end = pos + 1;
		const weighted = [];
		for (const m of reverse ? match : reverseVariants(match)) {
			const w = m.suffix[0];
			let weight = 0;
			for (const [index, , optional, empty] of m.paramsMap) if (index < 0 && !optional) weight = end > start ? empty ? 2 : 4 : -1;
			const regexps = m.paramsRegexp;
			for (let i = 0; i < regexps.length && weight >= 0; i++) if (regexps[i]) weight = regexps[i].test(segments[i > w ? i - w - 1 + end : i]) ? weight + (m.paramsMap.find((e) => e[0] === i)[3] ? 1 : 4) : -1;
			if (weight >= 0) weighted.push([m, weight + m.rank]);
		}
		for (const [m] of weighted.sort((a, b) => a[1] - b[1])) matches.push(m);
	}
	if (pos >= start) {
		if (node.param) collectSuffix(node.param, method, segments, start, pos - 1, matches, reverse);
		const staticChild = node.static?.[segments[pos]];
		if (staticChild) collectSuffix(staticChild, method, segments, start, pos - 1, matches, reverse);
	}
}
function hasSuffixMatch(node, method, segments, index) {
	const trie = node.wildcard?.suffix;
	if (trie && (trie.param || trie.static?.[segments[segments.length - 1]])) {
		const matches = [];
		collectSuffix(trie, method, segments, index, segments.length - 1, matches);
		if (matches.length > 0) return true;
	}
	if (index < segments.length) {
		const staticChild = node.static?.[segments[index]];
		if (staticChild?.hasSuffix && hasSuffixMatch(staticChild, method, segments, index + 1)) return true;
		if (node.param?.hasSuffix && hasSuffixMatch(node.param, method, segments, index + 1)) return true;
	}
	return false;
}
function rankFromEnd(matches, segments) {
	const n = segments.length;
	return matches.sort((a, b) => {
		for (let p = n - 1; p >= 0; p--) {
			const x = kindAt(a, n, p);
			const y = kindAt(b, n, p);
			if (x < 0 && y < 0) p = ~Math.min(x, y);
			else if (Math.max(x, 0) !== Math.max(y, 0)) return Math.max(x, 0) - Math.max(y, 0);
		}
		return 0;
	});
}
function kindAt(m, n, p) {
	const suffix = m.suffix;
	const end = suffix ? n - suffix[1] : n;
	for (const [index, name, , plain] of m.paramsMap || []) if (index < 0) {
		if (p >= ~index && p < end) return index;
	} else if ((suffix && index > suffix[0] ? index - suffix[0] - 1 + end : index) === p) return typeof name === "string" || plain ? 0 : 2;
	return 3;
}
function _findRanked(ctx, method, segments, reverse) {
	let matches = _findAll(ctx.root, method, segments, 0, [], reverse);
	if (segments.includes("")) matches = matches.filter((m) => !emptyParam(m, segments));
	if (ctx.root.hasSuffix && matches.some((m) => m.suffix)) rankFromEnd(matches, segments);
	return matches;
}
function _findAll(node, method, segments, index, matches = [], reverse) {
	const segment = segments[index];
	if (node.wildcard) {
		const match = node.wildcard.methods && methodEntries(node.wildcard.methods, method, reverse);
		if (match) pushSorted(matches, index < segments.length ? match : match.filter((m) => matchesZero(m)), reverse);
		if (node.wildcard.suffix) collectSuffix(node.wildcard.suffix, method, segments, index, segments.length - 1, matches, reverse);
	}
	if (node.param && index < segments.length) {
		const start = matches.length;
		_findAll(node.param, method, segments, index + 1, matches, reverse);
		if (node.param.hasRegexParam) {
			for (let r = matches.length - 1; r >= start; r--) if (matches[r].paramsRegexp[index]?.test(segment) === false) matches.splice(r, 1);
		}
	}
	if (index < segments.length) {
		const staticChild = node.static?.[segment];
		if (staticChild) _findAll(staticChild, method, segments, index + 1, matches, reverse);
	}
	if (index === segments.length && node.methods) {
		const match = methodEntries(node.methods, method, reverse);
		if (match) pushSorted(matches, match, reverse);
	}
	return matches;
}
function pushSorted(matches, match, reverse) {
	if (match.length > 1) match = (reverse ? match : reverseVariants(match)).map((m) => {
		let w = m.rank;
		const { paramsRegexp: rx, paramsMap: pm } = m;
		for (let i = 0; i < rx.length; i++) if (rx[i]) w += 2;
		const last = pm?.[pm.length - 1];
		if (last && !last[2]) w += last[0] < 0 && last[3] ? 1 : 2;
		return [m, w];
	}).sort((a, b) => a[1] - b[1]).map((e) => e[0]);
	for (const m of match) matches.push(m);
}
function findRoute(ctx, method = "", path, opts) {
	if (opts?.normalize) path = normalizePath(path);
	const slash = path.charCodeAt(path.length - 1) === 47;
	if (slash) path = path.slice(0, -1);
	const staticNode = ctx.static[path];
	if (staticNode && staticNode.methods) {
		const staticMatch = staticNode.methods[method] || staticNode.methods[""];
		if (staticMatch !== void 0) return { data: staticMatch[0].data };
	}
	const segments = splitPath(path);
	let match;
	if (segments.includes("") || ctx.root.hasSuffix && hasSuffixMatch(ctx.root, method, segments, 0)) {
		const matches = _findRanked(ctx, method, segments, true);
		match = matches[matches.length - 1];
	} else match = _lookupTree(ctx.root, method, segments, 0);
	if (match === void 0) return;
	if (opts?.params === false) return { data: match.data };
	return {
		data: match.data,
		params: match.paramsMap ? getMatchParams(segments, match.paramsMap, match.suffix, slash) : void 0
	};
}
function _lookupTree(node, method, segments, index) {
	if (index === segments.length) {
		if (node.methods) {
			const match = _selectMatcher(node.methods, method, segments);
			if (match) return match;
		}
		return node.wildcard?.methods ? _selectMatcher(node.wildcard.methods, method, segments, true) : void 0;
	}
	const segment = segments[index];
	if (node.static) {
		const staticChild = node.static[segment];
		if (staticChild) {
			const match = _lookupTree(staticChild, method, segments, index + 1);
			if (match) return match;
		}
	}
	if (node.param) {
		const match = _lookupTree(node.param, method, segments, index + 1);
		if (match) return match;
	}
	if (node.wildcard && node.wildcard.methods) return _selectMatcher(node.wildcard.methods, method, segments);
}
function _selectMatcher(methods, method, segments, optionalOnly) {
	let any = methods[""];
	const match = methods[method] || any;
	if (!match) return;
	if (match === any) any = void 0;
	const first = match[0];
	if (!any && match.length === 1 && first.paramsRegexp.length === 0) return !optionalOnly || matchesZero(first) ? first : void 0;
	let best;
	let bestWeight = -1;
	let list = match;
	for (; list; list = list === any ? void 0 : any) for (const m of list) {
		const last = m.paramsMap?.[m.paramsMap.length - 1];
		if (optionalOnly && !matchesZero(m)) continue;
		let weight = m.rank + (last && !last[2] ? last[0] < 0 && last[3] ? 1 : 2 : 0);
		const regexps = m.paramsRegexp;
		for (let i = 0; i < regexps.length; i++) if (regexps[i]) {
			if (!regexps[i].test(segments[i])) {
				weight = -1;
				break;
			}
			weight += 2;
		}
		if (weight > bestWeight) {
			best = m;
			bestWeight = weight;
		}
	}
	return best;
}
// node_modules/h3/dist/response.mjs
function stripBase(pathname, base) {
	if (pathname === base || pathname.startsWith(base + "/") || pathname.startsWith(base + "?")) return "/" + pathname.slice(base.length).replace(/^\/+/, "");
	return pathname;
}
function hasEmptySegmentAfterBase(pathname, base) {
	return pathname.startsWith(base + "//");
}
const NEEDLESS_ESCAPE_SRC = String.raw`%(?:2[146-9A-E]|3[0-9ABD]|4[0-9A-F]|5[0-9ABDF]|6[1-9A-F]|7[0-9ACE])`;
const NEEDLESS_ESCAPE_RE = /* @__PURE__ */ new RegExp(NEEDLESS_ESCAPE_SRC, "i");
const NEEDLESS_ESCAPE_RE_G = /* @__PURE__ */ new RegExp(NEEDLESS_ESCAPE_SRC, "gi");
function isNonCanonicalPathname(pathname) {
	return NEEDLESS_ESCAPE_RE.test(pathname);
}
function canonicalPathname(pathname) {
	return pathname.replace(NEEDLESS_ESCAPE_RE_G, (m) => String.fromCharCode(Number.parseInt(m.slice(1), 16)));
}
const ABSOLUTE_URL_RE = /^[a-z][a-z\d+\-.]*:\/\//i;
const ROUTE_ENCODE_RE = /[\u0000-\u0020"#<>\u0060]|[^\u0000-\u007E]/gu;
function normalizeRoute(route) {
	if (ABSOLUTE_URL_RE.test(route)) throw new Error(`Route patterns are pathnames, received URL: ${route}`);
	if (route.charCodeAt(0) !== 47) route = `/${route}`;
	route = canonicalPathname(route.replace(ROUTE_ENCODE_RE, encodeURIComponent));
	return route.includes("/.") ? resolveDotSegments(route) : route;
}
function resolveDotSegments(pathname) {
	const out = [];
	let dot = false;
	for (const segment of pathname.split("/")) {
		dot = segment === "." || segment === "..";
		if (!dot) out.push(segment);
		else if (segment.length === 2 && out.length > 1) out.pop();
	}
	if (dot) out.push("");
	return out.join("/");
}
function decodePathname(pathname) {
	try {
		return decodeURI(pathname);
	} catch {
		return;
	}
}
const kEventNS = "h3.internal.event.";
const kEventRes = /* @__PURE__ */ Symbol.for(`${kEventNS}res`);
const kEventResHeaders = /* @__PURE__ */ Symbol.for(`${kEventNS}res.headers`);
const kEventResErrHeaders = /* @__PURE__ */ Symbol.for(`${kEventNS}res.err.headers`);
const kMalformedURL = /* @__PURE__ */ Symbol.for(`${kEventNS}malformed`);
var H3Event = class {
	app;
	req;
	url;
	context;
	static __is_event__ = true;
	constructor(req, context, app) {
		this.context = req.context = context || req.context || new NullProtoObj();
		this.req = req;
		this.app = app;
		const _url = req._url;
		let url = _url && _url instanceof URL ? _url : new FastURL(req.url);
		const pathname = url.pathname;
		if (pathname.includes("%")) {
			if (decodePathname(pathname) === void 0) this[kMalformedURL] = true;
			else if (isNonCanonicalPathname(pathname)) url = new FastURL(`${url.protocol}//${url.host}${canonicalPathname(pathname)}${url.search}`);
		}
		this.url = url;
	}
	get res() {
		return this[kEventRes] ||= new H3EventResponse();
	}
	get runtime() {
		return this.req.runtime;
	}
	waitUntil(promise) {
		this.req.waitUntil?.(promise);
	}
	toString() {
		return `[${this.req.method}] ${this.req.url}`;
	}
	toJSON() {
		return this.toString();
	}
	get node() {
		return this.req.runtime?.node;
	}
	get headers() {
		return this.req.headers;
	}
	get path() {
		return this.url.pathname + this.url.search;
	}
	get method() {
		return this.req.method;
	}
};
var H3EventResponse = class {
	status;
	statusText;
	get headers() {
		return this[kEventResHeaders] ||= new Headers();
	}
	get errHeaders() {
		return this[kEventResErrHeaders] ||= new Headers();
	}
};
const DISALLOWED_STATUS_CHARS = /[^\u0009\u0020-\u007E]/g;
function sanitizeStatusMessage(statusMessage = "") {
	return statusMessage.replace(DISALLOWED_STATUS_CHARS, "");
}
function sanitizeStatusCode(statusCode, defaultStatusCode = 200) {
	if (!statusCode) return defaultStatusCode;
	if (typeof statusCode === "string") statusCode = +statusCode;
	if (!Number.isInteger(statusCode) || statusCode < 100 || statusCode > 599) return defaultStatusCode;
	return statusCode;
}
var HTTPError = class HTTPError extends Error {
	get name() {
		return "HTTPError";
	}
	status;
	statusText;
	headers;
	cause;
	data;
	body;
	unhandled;
	static isError(input) {
		return input instanceof Error && input?.name === "HTTPError" && input.status > 99;
	}
	static status(status, statusText, details) {
		return new HTTPError({
			...details,
			statusText,
			status
		});
	}
	constructor(arg1, arg2) {
		let messageInput;
		let details;
		if (typeof arg1 === "string") {
			messageInput = arg1;
			details = arg2;
		} else details = arg1;
		const status = sanitizeStatusCode(details?.status || details?.statusCode || (details?.cause)?.status || (details?.cause)?.statusCode, 500);
		const statusText = sanitizeStatusMessage(details?.statusText || details?.statusMessage || (details?.cause)?.statusText || (details?.cause)?.statusMessage);
		const message = messageInput || details?.message || (details?.cause)?.message || details?.statusText || details?.statusMessage || [
			"HTTPError",
			status,
			statusText
		].filter(Boolean).join(" ");
		super(message, { cause: details });
		this.cause = details;
		this.status = status;
		this.statusText = statusText || void 0;
		const rawHeaders = details?.headers || (details?.cause)?.headers;
		this.headers = rawHeaders ? new Headers(rawHeaders) : void 0;
		this.unhandled = details?.unhandled ?? (details?.cause)?.unhandled ?? void 0;
		this.data = details?.data;
		this.body = details?.body;
	}
	get statusCode() {
		return this.status;
	}
	get statusMessage() {
		return this.statusText;
	}
	toJSON() {
		const unhandled = this.unhandled;
		return {
			status: this.status,
			statusText: this.statusText,
			unhandled,
			message: unhandled ? "HTTPError" : this.message,
			data: unhandled ? void 0 : this.data,
			...unhandled ? void 0 : this.body
		};
	}
};
function isJSONSerializable(value, _type) {
	if (value === null || value === void 0) return true;
	if (_type !== "object") return _type === "boolean" || _type === "number" || _type === "string";
	if (typeof value.toJSON === "function") return true;
	if (Array.isArray(value)) return true;
	if (typeof value.pipe === "function" || typeof value.pipeTo === "function") return false;
	if (value instanceof NullProtoObj) return true;
	const proto = Object.getPrototypeOf(value);
	return proto === Object.prototype || proto === null;
}
const kEventDispose = /* @__PURE__ */ Symbol.for("h3.internal.event.dispose");
const kNotFound = /* @__PURE__ */ Symbol.for("h3.notFound");
const kHandled = /* @__PURE__ */ Symbol.for("h3.handled");
function toResponse(val, event, config = {}) {
	if (typeof val?.then === "function") return val.then((resolvedVal) => toResponse(resolvedVal, event, config), (r) => toResponse(toError(r), event, config));
	let response;
	try {
		response = prepareResponse(val, event, config);
	} catch (error) {
		return toResponse(toError(error), event, config);
	}
	if (typeof response?.then === "function") return toResponse(response, event, config);
	const { onResponse } = config;
	if (onResponse) return Promise.resolve().then(() => onResponse(response, event)).catch((error) => {
		if (!config.silent) console.error(error);
	}).then(() => event[kEventDispose]?.observe(response, val) ?? response);
	return event[kEventDispose]?.observe(response, val) ?? response;
}
function toError(value) {
	if (value === kNotFound || value === kHandled || value instanceof Error) return value;
	if (typeof value === "number") return new HTTPError({ status: value });
	const error = new HTTPError({
		status: 500,
		unhandled: true
	});
	error.cause = value;
	return error;
}
const kHTTPResponse = /* @__PURE__ */ Symbol.for("h3.HTTPResponse");
var HTTPResponse = class {
	#headers;
	#init;
	body;
	constructor(body, init) {
		this.body = body;
		this.#init = init;
	}
	get status() {
		return this.#init?.status;
	}
	get statusText() {
		return this.#init?.statusText;
	}
	get headers() {
		return this.#headers ||= new Headers(this.#init?.headers);
	}
};
HTTPResponse.prototype[kHTTPResponse] = true;
function prepareResponse(val, event, config, nested) {
	if (val === kHandled) return new NodeResponse(null);
	if (val === kNotFound) val = new HTTPError({
		status: 404,
		message: `Cannot find any route matching [${event.req.method}] ${event.url}`
	});
	if (val && val instanceof Error) {
		const isHTTPError = HTTPError.isError(val);
		const error = isHTTPError ? val : new HTTPError(val);
		if (!isHTTPError) {
			error.unhandled = true;
			if (val?.stack) error.stack = val.stack;
		}
		if (error.unhandled && !config.silent) console.error(error);
		const { onError } = config;
		const errHeaders = event[kEventRes]?.[kEventResErrHeaders];
		if (onError && !nested) return Promise.resolve().then(() => onError(error, event)).catch(toError).then((newVal) => prepareResponse(newVal ?? val, event, config, true));
		event[kEventRes] = void 0;
		val = errorResponse(error, config.debug, errHeaders);
	}
	const preparedRes = event[kEventRes];
	let preparedHeaders = preparedRes?.[kEventResHeaders];
	event[kEventRes] = void 0;
	if (!(val instanceof Response)) {
		const res = prepareResponseBody(val, event, config);
		const rawStatus = res.status || preparedRes?.status;
		const status = rawStatus ? sanitizeStatusCode(rawStatus) : void 0;
		const rawStatusText = res.statusText || preparedRes?.statusText;
		return new NodeResponse(nullBody(event.req.method, status) ? null : res.body, {
			status,
			statusText: rawStatusText === void 0 ? void 0 : sanitizeStatusMessage(rawStatusText),
			headers: res.headers && preparedHeaders ? mergeHeaders(res.headers, preparedHeaders) : res.headers || preparedHeaders
		});
	}
	if (val.status >= 400) preparedHeaders = preparedRes?.[kEventResErrHeaders];
	if (preparedHeaders && !nested && !preparedHeaders.keys().next().done) return new NodeResponse(nullBody(event.req.method, val.status) ? null : val.body, {
		status: val.status,
		statusText: val.statusText,
		headers: mergeHeaders(val.headers, preparedHeaders)
	});
	return event.req.method === "HEAD" && val.body !== null ? new NodeResponse(null, {
		status: val.status,
		statusText: val.statusText,
		headers: val.headers
	}) : val;
}
function mergeHeaders(base, overrides, target = new Headers(base)) {
	for (const [name, value] of overrides) if (name === "set-cookie") target.append(name, value);
	else target.set(name, value);
	return target;
}
const frozen = (name) => (...args) => {
	throw new Error(`Headers are frozen (${name} ${args.join(", ")})`);
};
var FrozenHeaders = class extends Headers {
	set = frozen("set");
	append = frozen("append");
	delete = frozen("delete");
};
const emptyHeaders = /* @__PURE__ */ new FrozenHeaders({ "content-length": "0" });
const jsonHeaders = /* @__PURE__ */ new FrozenHeaders({ "content-type": "application/json;charset=UTF-8" });
function prepareResponseBody(val, event, config) {
	if (val === null || val === void 0) return {
		body: "",
		headers: emptyHeaders
	};
	const valType = typeof val;
	if (valType === "string") return { body: val };
	if (val instanceof Uint8Array) return {
		body: val,
		headers: new Headers({ "content-length": val.byteLength.toString() })
	};
	if (val instanceof HTTPResponse || val?.[kHTTPResponse] === true) return val;
	if (isJSONSerializable(val, valType)) return {
		body: JSON.stringify(val, void 0, config.debug ? 2 : void 0),
		headers: jsonHeaders
	};
	if (valType === "bigint") return {
		body: val.toString(),
		headers: jsonHeaders
	};
	if (val instanceof Blob) {
		const headers = new Headers({
			"content-type": val.type,
			"content-length": val.size.toString()
		});
		let filename = val.name;
		if (filename) {
			filename = encodeURIComponent(filename);
			headers.set("content-disposition", `filename="${filename}"; filename*=UTF-8''${filename}`);
		}
		return {
			body: val.stream(),
			headers
		};
	}
	if (valType === "symbol") return { body: val.toString() };
	if (valType === "function") return { body: `${val.name}()` };
	return { body: val };
}
function nullBody(method, status) {
	return method === "HEAD" || status === 100 || status === 101 || status === 102 || status === 204 || status === 205 || status === 304;
}
function errorResponse(error, debug, errHeaders) {
	let headers = error.headers ? mergeHeaders(jsonHeaders, error.headers) : new Headers(jsonHeaders);
	if (errHeaders) headers = mergeHeaders(headers, errHeaders);
	return new NodeResponse(JSON.stringify({
		...error.toJSON(),
		stack: debug && error.stack ? error.stack.split("\n").map((l) => l.trim()) : void 0
	}, void 0, debug ? 2 : void 0), {
		status: error.status,
		statusText: error.statusText,
		headers
	});
}
// node_modules/h3/dist/middleware.mjs
const LITERAL_ROUTE_RE = /^(?:\/[^/:*(){}\\?^\0- "#<>`\x7F-\uFFFF]+)*\/?$/;
const LITERAL_PREFIX_ROUTE_RE = /^((?:\/[^/:*(){}\\?^\0- "#<>`\x7F-\uFFFF]+)*)\/\*\*\/?$/;
function createRouteMatcher(route) {
	if (route.charCodeAt(0) !== 47) route = `/${route}`;
	const prefixMatch = LITERAL_PREFIX_ROUTE_RE.exec(route);
	if (prefixMatch) {
		const base = prefixMatch[1];
		const prefix = `${base}/`;
		return (pathname) => {
			if (pathname === base || pathname === prefix) return;
			if (!pathname.startsWith(prefix)) return false;
			const rest = trimTrailingSlash(pathname.slice(prefix.length));
			return {
				0: rest,
				_: rest
			};
		};
	}
	if (LITERAL_ROUTE_RE.test(route)) {
		const base = route.endsWith("/") ? route.slice(0, -1) : route;
		return (pathname) => pathname === base || pathname === `${base}/` ? void 0 : false;
	}
	const router = createRouter();
	addRoute(router, "", route, true);
	return (pathname) => {
		const match = findRoute(router, "", pathname);
		return match ? match.params : false;
	};
}
function trimTrailingSlash(rest) {
	return rest.endsWith("/") ? rest.slice(0, -1) : rest;
}
function normalizeMiddleware(input, opts = {}) {
	const matcher = createMatcher(opts);
	if (!matcher && (input.length > 1 || input.constructor?.name === "AsyncFunction")) return input;
	return (event, next) => {
		if (matcher && !matcher(event)) return next();
		const res = input(event, next);
		return res === void 0 || res === kNotFound ? next() : res;
	};
}
function createMatcher(opts) {
	if (!opts.route && !opts.method && !opts.match) return;
	const routeMatcher = opts.route ? createRouteMatcher(normalizeRoute(opts.route)) : void 0;
	const method = opts.method?.toUpperCase();
	return function _middlewareMatcher(event) {
		if (method) {
			const reqMethod = event.req.method.toUpperCase();
			if (reqMethod !== method && !(method === "GET" && reqMethod === "HEAD")) return false;
		}
		if (opts.match && !opts.match(event)) return false;
		if (!routeMatcher) return true;
		const params = routeMatcher(event.url.pathname);
		if (params === false) return false;
		if (params) event.context.middlewareParams = {
			...event.context.middlewareParams,
			...params
		};
		return true;
	};
}
function composeMiddleware(middleware) {
	let chain = (event, handler) => handler(event);
	for (let i = middleware.length - 1; i >= 0; i--) {
		const fn = middleware[i];
		const inner = chain;
		chain = (event, handler) => callLayer(fn, event, handler, inner);
	}
	return chain;
}
function composeHandler(middleware, handler) {
	const chain = composeMiddleware(middleware);
	return function _composedHandler(event) {
		return chain(event, handler);
	};
}
function callMiddleware(event, middleware, handler, index = 0) {
	return index === middleware.length ? handler(event) : callLayer(middleware[index], event, handler, (_event, _handler) => callMiddleware(_event, middleware, _handler, index + 1));
}
function callLayer(fn, event, handler, inner) {
	let nextCalled;
	let nextResult;
	const next = () => {
		if (nextCalled) return nextResult;
		nextCalled = true;
		nextResult = inner(event, handler);
		return nextResult;
	};
	const ret = fn(event, next);
	return isUnhandledResponse(ret) ? next() : typeof ret?.then === "function" ? ret.then((resolved) => isUnhandledResponse(resolved) ? next() : resolved) : ret;
}
function isUnhandledResponse(val) {
	return val === void 0 || val === kNotFound;
}
// node_modules/h3/dist/cache.mjs
function requestWithURL(req, url) {
	const cache = new NullProtoObj();
	cache.url = url;
	cache._url = void 0;
	return new Proxy(req, {
		get(target, prop) {
			if (prop in cache) return cache[prop];
			const value = Reflect.get(target, prop);
			if (prop === "bodyUsed") return value;
			cache[prop] = typeof value === "function" && prop !== "constructor" ? value.bind(target) : value;
			return cache[prop];
		},
		set(target, prop, value) {
			if (prop !== "url" && prop !== "_url") delete cache[prop];
			return Reflect.set(target, prop, value);
		}
	});
}
function requestWithBaseURL(req, base, options = {}) {
	const url = new URL(options.url || req.url);
	url.pathname = stripBase(url.pathname, base);
	return requestWithURL(req, url.href);
}
function toRequest(input, options) {
	if (typeof input === "string") {
		let url = input;
		if (url[0] === "/") url = `http://${safeHost((options?.headers ? new Headers(options.headers) : void 0)?.get("host"))}${url}`;
		return new Request(url, options);
	} else if (options || input instanceof URL) return new Request(input, options);
	return input;
}
function safeHost(host) {
	return host && !/[/\\?#@\s]/.test(host) ? host : "localhost";
}
function toEventHandler(handler) {
	if (typeof handler === "function") return handler;
	if (typeof handler?.handler === "function" && handler.constructor?.["~h3"]) return handler.handler;
	if (typeof handler?.fetch === "function") return function _fetchHandler(event) {
		return handler.fetch(event.req);
	};
}
const NoHandler = () => kNotFound;
var H3Core = class {
	static "~h3" = true;
	config;
	"~middleware";
	"~routes" = [];
	"~dispatch";
	"~composed";
	constructor(config = {}) {
		this["~middleware"] = [];
		this.config = config;
		this.fetch = this.fetch.bind(this);
		this.handler = this.handler.bind(this);
	}
	fetch(request) {
		return this["~request"](request);
	}
	handler(event) {
		const route = this["~findRoute"](event);
		if (route) {
			event.context.params = route.params;
			event.context.matchedRoute = route.data;
		}
		return (this["~dispatch"] ??= createDispatcher(this))(event, route);
	}
	"~request"(request, context) {
		const event = new H3Event(request, context, this);
		let handlerRes;
		try {
			if (event[kMalformedURL] && !this.config.allowMalformedURL) throw new HTTPError({
				status: 400,
				message: "Bad Request"
			});
			if (this.config.onRequest) {
				const hookRes = this.config.onRequest(event);
				handlerRes = typeof hookRes?.then === "function" ? hookRes.then(() => this.handler(event)) : this.handler(event);
			} else handlerRes = this.handler(event);
		} catch (error) {
			handlerRes = Promise.reject(error);
		}
		return toResponse(handlerRes, event, this.config);
	}
	"~findRoute"(_event) {}
	"~addRoute"(_route) {
		this["~routes"].push(_route);
	}
	"~getMiddleware"(_event, _route) {
		return this["~middleware"];
	}
};
function createDispatcher(app) {
	if (app["~getMiddleware"] !== H3Core.prototype["~getMiddleware"]) return (event, route) => callMiddleware(event, app["~getMiddleware"](event, route || void 0), routeHandler(route));
	const middleware = app["~middleware"];
	if (middleware.length === 0) return (event, route) => routeHandler(route)(event);
	const composed = app["~composed"] ??= composeMiddleware(middleware);
	return (event, route) => composed(event, routeHandler(route));
}
function routeHandler(route) {
	const data = route?.data;
	if (!data) return NoHandler;
	return data.middleware?.length ? data["~composed"] ??= composeHandler(data.middleware, data.handler) : data.handler;
}
const H3 = /* @__PURE__ */ (() => {
	class H3 extends H3Core {
		"~rou3";
		constructor(config = {}) {
			super(config);
			this["~rou3"] = createRouter();
			this.request = this.request.bind(this);
			config.plugins?.forEach((plugin) => plugin(this));
		}
		register(plugin) {
			plugin(this);
			return this;
		}
		request(_req, _init, context) {
			return this["~request"](toRequest(_req, _init), context);
		}
		mount(base, input) {
			base = !base || base === "/" ? "" : normalizeRoute(base).replace(/\/$/, "");
			if ("handler" in input) {
				if (input["~middleware"].length > 0) {
					this["~middleware"].push((event, next) => {
						const originalPathname = event.url.pathname;
						if (!originalPathname.startsWith(base) || originalPathname.length > base.length && originalPathname[base.length] !== "/") return next();
						if (hasEmptySegmentAfterBase(originalPathname, base)) throw new HTTPError({ status: 404 });
						event.url.pathname = stripBase(originalPathname, base);
						const restore = () => {
							event.url.pathname = originalPathname;
						};
						try {
							const result = (input["~composed"] ??= composeMiddleware(input["~middleware"]))(event, () => {
								restore();
								return next();
							});
							if (typeof result?.then === "function") return Promise.resolve(result).finally(restore);
							restore();
							return result;
						} catch (err) {
							restore();
							throw err;
						}
					});
					this["~dispatch"] = this["~composed"] = void 0;
				}
				for (const r of input["~routes"]) this["~addRoute"]({
					...r,
					route: base + r.route
				});
			} else {
				const fetchHandler = "fetch" in input ? input.fetch : input;
				this.all(`${base}/**`, function _mountedMiddleware(event) {
					if (hasEmptySegmentAfterBase(event.url.pathname, base)) throw new HTTPError({ status: 404 });
					return fetchHandler(requestWithBaseURL(event.req, base, { url: event.url }));
				});
			}
			return this;
		}
		on(method, route, handler, opts) {
			const _method = (method || "").toUpperCase();
			route = normalizeRoute(route);
			this["~addRoute"]({
				method: _method,
				route,
				handler: toEventHandler(handler),
				middleware: opts?.middleware,
				meta: {
					...handler.meta,
					...opts?.meta
				}
			});
			return this;
		}
		all(route, handler, opts) {
			return this.on("", route, handler, opts);
		}
		"~findRoute"(_event) {
			const match = findRoute(this["~rou3"], _event.req.method, _event.url.pathname);
			if (match === void 0 && _event.req.method === "HEAD") return findRoute(this["~rou3"], "GET", _event.url.pathname);
			return match;
		}
		"~addRoute"(_route) {
			addRoute(this["~rou3"], _route.method, _route.route, _route);
			super["~addRoute"](_route);
		}
		use(arg1, arg2, arg3) {
			let route;
			let fn;
			let opts;
			if (typeof arg1 === "string") {
				route = arg1;
				fn = arg2;
				opts = arg3;
			} else {
				fn = arg1;
				opts = arg2;
			}
			if (typeof fn !== "function" && "handler" in fn) return this.mount(route || "", fn);
			this["~middleware"].push(normalizeMiddleware(fn, {
				...opts,
				route
			}));
			this["~dispatch"] = this["~composed"] = void 0;
			return this;
		}
	}
	for (const method of [
		"GET",
		"POST",
		"PUT",
		"DELETE",
		"PATCH",
		"HEAD",
		"OPTIONS",
		"CONNECT",
		"TRACE",
		"QUERY"
	]) H3Core.prototype[method.toLowerCase()] = function(route, handler, opts) {
		return this.on(method, route, handler, opts);
	};
	return H3;
})();
// kernel/http/h3-app.ts
/**
* The h3 application of one revision, and the only file that imports h3. h3 matches paths and nothing else: the kernel's
* answers pass through it in an EnvelopeResponse, because h3 hands on only Responses.
*/
var EnvelopeResponse = class extends NodeResponse {
	answer;
	/** h3 reads this on HEAD; the inherited getter would build a whole web Response. */
	body = null;
	constructor(answer) {
		super(null);
		this.answer = answer;
	}
};
/** For requests that are not answered. */
const NOTHING = {
	status: 204,
	headers: [],
	payload: void 0,
	close: false
};
function wrap({ req }, answer) {
	if (req instanceof RouteProbe) return new EnvelopeResponse(NOTHING);
	return andThen(answer(), (late) => new EnvelopeResponse(late));
}
/** Throws on responses of h3 itself, which lack the headers of our policies. */
function unwrap(response) {
	if (response instanceof EnvelopeResponse) return response.answer;
	throw new Error(`h3 answered with ${response.status} on its own`);
}
/** @param track receives every answer in memory that is not ready at once. */
function createApp(routing, resolve, track) {
	const { unknown, malformed } = routing;
	const outside = AsyncLocalStorage.snapshot();
	const refuseEscape = (event) => {
		const detail = "The path has a percent escape that is broken or not allowed.";
		const call = toCall(event, malformed.route, resolve);
		return malformed.refuse(call, {
			code: "bad-request",
			detail
		});
	};
	const answerAt = (path, event) => {
		const params = decodeParams(event.context.params);
		if (params === void 0) return refuseEscape(event);
		return path.answer(event.req.method, (route) => toCall(event, route, resolve, params));
	};
	const app = new H3({ onError: (error, event) => {
		if (error.unhandled === true) throw error;
		return wrap(event, () => refuseEscape(event));
	} });
	const addPaths = function* () {
		for (const path of routing.paths) {
			app.all(path.routerPath, (event) => {
				if (event.req instanceof RouteProbe) event.req.route = path.routeOf(event.req.method);
				return wrap(event, () => answerAt(path, event));
			});
			yield;
		}
		app.all("/**", (event) => wrap(event, () => answerUnknown(unknown, toCall(event, unknown.route, resolve))));
	};
	const paths = addPaths();
	let prepared = false;
	const answer = (request) => {
		if (!prepared) {
			for (const _ of paths);
			prepared = true;
		}
		return andThen(app.fetch(request), unwrap);
	};
	return {
		async fetch(request) {
			const answered = answer(request);
			if (answered instanceof Promise) track(answered);
			return toResponse$1(await answered);
		},
		async dispatch(request, onBehalfOf) {
			const inner = new InnerHttpRequest(request, RouteCall.callOf(onBehalfOf), outside);
			const { status, headers, payload } = await answer(inner);
			if (!(payload instanceof ReadableStream)) return {
				status,
				headers,
				body: payload
			};
			await payload.cancel();
			return {
				status,
				headers,
				body: void 0
			};
		},
		routeOf(request) {
			const probe = new RouteProbe(request);
			answer(probe);
			return probe.route;
		},
		answer: (req, res) => answer(new NodeRequest({
			req,
			res
		})),
		async prepare() {
			const slices = new TimeSlices();
			for (const _ of paths) await slices.pause();
		}
	};
}
/** @param params undefined where no route matches; then the target stays as received, because the answer repeats it. */
function toCall(event, route, resolve, params) {
	const node = event.runtime?.node;
	const received = node === void 0 ? originForm(event.req.url) : node.req.url ?? "/";
	const target = params === void 0 ? received : canonicalTarget(received, event.url);
	if (event.req instanceof InnerHttpRequest) return new DispatchedCall(event.req, route, target, params);
	if (node === void 0) return new FetchCall(event.req, resolve, route, target, params);
	const path = target.startsWith("/") || target === "*" ? target : `${event.url.pathname}${event.url.search}`;
	return new NodeCall(node.req, node.res, resolve, route, path, params);
}
// kernel/lifecycle/build-revision.ts
/**
* Starts the plugins, or carries them over. Throws a BootError when a plugin fails that the server cannot run without;
* then only what ran before is running.
*/
async function buildRevision(booted, options) {
	const { registry, config } = booted;
	const started = await startPlugins(booted, options);
	const { log, streams, retries, server } = options;
	const own = {
		log,
		streams,
		retries,
		server
	};
	try {
		const inFlight = new InFlight();
		const routing = routingOf(registry, registry.routes, started, {
			...own,
			track: inFlight.add
		});
		const resolver = clientResolver(config.trustedProxies, config.proxyHeaders);
		const resolveClient = config.trustedProxies.length > 0 || options.previous !== void 0 ? resolver : noticeUnnamedProxy(resolver, log);
		const connections = {
			maxPerClient: config.maxConnectionsPerClient,
			isProxy: proxyMatcher(config.trustedProxies)
		};
		const app = createApp(routing, resolveClient, inFlight.add);
		started.connect(app);
		const ofAdmin = () => {
			const others = new InFlight();
			const track = others.add;
			const ofRoutes = routingOf(registry, registry.adminRoutes, started, {
				...own,
				track
			});
			const answering = createApp(ofRoutes, resolveClient, track);
			return {
				routing: ofRoutes,
				resolveClient,
				connections,
				inFlight: others,
				app: answering
			};
		};
		return {
			registry,
			started,
			routing,
			resolveClient,
			connections,
			inFlight,
			app,
			ofAdmin
		};
	} catch (error) {
		await started.stop(options.previous);
		throw error;
	}
}
function routingOf(registry, routes, started, { log, streams, retries, track, server: { counts } }) {
	const context = {
		catalog: new Map(registry.errors.map((entry) => [entry.code, entry])),
		log
	};
	const plugins = new Map(registry.installed.map(({ plugin }) => [plugin.id, plugin]));
	const lists = keepLists();
	const unavailable = () => {
		throw new Refused({
			code: "service-unavailable",
			retryAfter: retries.secondsLeft
		});
	};
	const degraded = new Set(started.degraded.map(({ plugin }) => plugin));
	const producer = (route, create = createProducer) => {
		const plugin = plugins.get(route.plugin);
		if (plugin === void 0) throw new Error(`the route ${route.ref} has no plugin`);
		if (degraded.has(route.plugin)) return unavailable;
		return create(route, {
			registry,
			documents: started.documents,
			producerOf: (other) => producer(other, createOwnProducer),
			plugin,
			use: servicesFor(plugin, started.instances),
			handler: started.handlers.get(route.ref),
			version: dataVersionOf(route, plugin, started.instances),
			lists,
			counts,
			streams,
			log,
			track,
			running: started.running.get(route.plugin)
		});
	};
	const { unknown, malformed } = registry.builtin;
	return createRouting(routes, (route) => new Responder(route, producer(route), context), {
		unknown: new Responder(unknown, unavailable, context),
		malformed: new Responder(malformed, unavailable, context)
	});
}
// kernel/lifecycle/change-listeners.ts
/** Those that want to know when another revision has taken over. */
var ChangeListeners = class {
	#listeners = /* @__PURE__ */ new Set();
	#log;
	constructor(log) {
		this.#log = log;
	}
	/** Returns a function that ends this. */
	add(listener) {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	}
	notify(registry) {
		for (const listener of this.#listeners) this.#notify(listener, registry);
	}
	async #notify(listener, registry) {
		try {
			await listener(registry);
		} catch (error) {
			const reason = messageOf(error);
			this.#log.error("a listener to changes of the registry failed", { reason });
		}
	}
};
// kernel/lifecycle/retry-start.ts
/** Attempts, in the background, to start plugins that did not start. */
/** The longest time between two attempts, in milliseconds. */
const MAX_DELAY_MS = 6e4;
var StartRetries = class {
	#firstDelayMs;
	#nextAt = Number.POSITIVE_INFINITY;
	#timer;
	/** @param firstDelayMs time until the first attempt, doubled after each; `Infinity` for none. */
	constructor(firstDelayMs) {
		this.#firstDelayMs = firstDelayMs;
	}
	/** Whole seconds until the next attempt, for Retry-After; at least 1 and at most 60. */
	get secondsLeft() {
		const left = Math.min(MAX_DELAY_MS, this.#nextAt - performance.now());
		return Math.max(1, Math.ceil(left / 1e3));
	}
	/** Calls `attempt` again and again until it returns true. Cancels what was planned before. */
	plan(attempt) {
		this.#schedule(attempt, this.#firstDelayMs);
	}
	cancel() {
		clearTimeout(this.#timer);
		this.#timer = void 0;
		this.#nextAt = Number.POSITIVE_INFINITY;
	}
	#schedule(attempt, delayMs) {
		this.cancel();
		if (delayMs === Number.POSITIVE_INFINITY) return;
		this.#nextAt = performance.now() + delayMs;
		const timer = setTimeout(async () => {
			if (!await attempt() && this.#timer === timer) this.#schedule(attempt, Math.min(MAX_DELAY_MS, delayMs * 2));
		}, delayMs).unref();
		this.#timer = timer;
	}
};
// kernel/lifecycle/caller-rules.ts
/** Whether open streams, which were admitted by the current rules, might not be by the next ones. */
function callerRulesDiffer(current, next) {
	return rulesOf(current) !== rulesOf(next);
}
function rulesOf({ audiences, installed }) {
	const rules = installed.filter((entry) => entry.enabled && decidesOnCallers(entry));
	return revisionOf([audiences, rules.map(({ plugin, options }) => [plugin.id, options])]);
}
function decidesOnCallers({ plugin: { policies = [] } }) {
	return policies.some(({ guards, identifies, asksIdentifiers }) => guards === true || identifies !== void 0 || asksIdentifiers === true);
}
// kernel/lifecycle/retirement.ts
var Retirement = class {
	#streams;
	/**
	* Resolves when all retired revisions have stopped. Each stops after its own requests and all older revisions have
	* finished, because a plugin may still use a service of an older one.
	*/
	#ended = Promise.resolve();
	constructor(streams) {
		this.#streams = streams;
	}
	get ended() {
		return this.#ended;
	}
	/** Ends the plugins and the streams of `before` that `next`, which serves already, has not carried over. */
	begin(before, next, drainMs) {
		const [old, running] = [before.started.running, next.started.running];
		const replaced = [...old].filter(([id, plugin]) => running.get(id) !== plugin);
		const owners = new Set(replaced.map(([, plugin]) => plugin));
		const all = callerRulesDiffer(before.registry, next.registry);
		const endStreams = () => this.#streams.endThose((owner) => all || owners.has(owner));
		endStreams();
		const drained = Promise.all([this.#ended, before.inFlight.none(drainMs)]);
		this.#ended = drained.then(() => {
			endStreams();
			return before.started.stop(next.started);
		});
		const { started = [], carriedOver = [] } = Object.groupBy(running.keys(), (id) => running.get(id) === old.get(id) ? "carriedOver" : "started");
		return {
			started,
			stopped: replaced.map(([id]) => id),
			carriedOver
		};
	}
};
// kernel/lifecycle/server.ts
/** A server: listens, serves one revision, replaces it by another, drains and stops. */
/** Time until a plugin that did not start is tried again, in milliseconds. */
const START_RETRY_MS = 1e3;
const revisions = new Tracepoint("reload");
/** Starts the plugins and listens. Throws a BootError when that fails; then nothing is left running. */
async function startServer(booted, options) {
	const server = new HttpServer(options);
	await server.start(booted);
	return server;
}
var HttpServer = class {
	timings = {};
	#options;
	#listening;
	#streams = new OpenStreams();
	#retries;
	#changes;
	#status = createStatus(identifyInstance(() => this.#config.instance, () => this.#place), (listener) => this.#changes.add(listener));
	#config;
	#current;
	/** Undefined before the server listens. */
	#place;
	#closing;
	/** The last requested reload. Reloads run one at a time. */
	#reloading = Promise.resolve();
	#retirement = new Retirement(this.#streams);
	constructor(options) {
		this.#options = options;
		this.#changes = new ChangeListeners(options.log);
		this.#retries = new StartRetries(options.startRetryMs ?? START_RETRY_MS);
		this.#listening = new Listeners({
			fastPath: options.fastPath ?? true,
			log: options.log
		});
	}
	get registry() {
		return this.#current.registry;
	}
	get url() {
		return this.#listening.public.origin;
	}
	get adminUrl() {
		return this.#listening.admin?.origin;
	}
	get instance() {
		return this.#status.instance;
	}
	get degraded() {
		return this.#current.started.degraded;
	}
	fetch = (request) => this.#listening.fetch(request);
	async start(booted) {
		const began = performance.now();
		this.#config = booted.config;
		this.#current = await this.#build(booted);
		const startedAt = performance.now();
		try {
			await this.#listening.open(booted, this.#current);
		} catch (error) {
			await this.#current.started.stop();
			throw error;
		}
		booted.listeningAt(this.url);
		this.#status.origin = this.url;
		this.#status.certificate = this.#listening.public.certificate;
		this.#place = this.#listening.public.place;
		const listenedAt = performance.now();
		try {
			await this.#current.app.prepare();
			await booted.validate();
		} catch (error) {
			await this.close();
			throw error;
		}
		this.#status.reloads.appliedAt = Date.now();
		this.#status.ready = true;
		this.#planRetries(booted);
		this.timings = {
			...booted.timings,
			start: startedAt - began,
			listen: listenedAt - startedAt,
			validate: performance.now() - listenedAt
		};
	}
	reload(source) {
		const reloading = this.#reloading.then(() => this.#reload(source));
		this.#reloading = reloading.catch(() => {});
		return reloading;
	}
	close({ announced = false } = {}) {
		return this.#closing ??= this.#stop(announced);
	}
	async #reload(source) {
		const { reloads } = this.#status;
		try {
			const reloaded = await revisions.run({
				name: "reload",
				attributes: {}
			}, async (span) => {
				const booted = await (typeof source === "function" ? source() : source);
				const replaced = await this.#replace(booted);
				span.attributes["waymark.revision"] = replaced.revision;
				return replaced;
			});
			reloads.lastFailed = false;
			reloads.appliedAt = Date.now();
			return reloaded;
		} catch (error) {
			reloads.failed++;
			reloads.lastFailed = true;
			throw error;
		}
	}
	async #replace(booted) {
		this.#refuseWhenClosing();
		await booted.validate();
		booted.listeningAt(this.url);
		const { revision } = booted.registry;
		await setImmediate();
		const reloaded = await this.#swap(booted);
		this.#planRetries(booted);
		this.#changes.notify(booted.registry);
		return {
			revision,
			...reloaded
		};
	}
	#planRetries(booted) {
		this.#retries.cancel();
		if (this.degraded.length > booted.absent.length) this.#retries.plan(() => {
			const retrying = this.#reloading.then(() => this.#retry(booted));
			this.#reloading = retrying;
			return retrying;
		});
	}
	/** Starts what did not start. Returns whether nothing is left to try. */
	async #retry(booted) {
		if (this.#closing !== void 0 || this.registry !== booted.registry) return true;
		try {
			const { started } = await this.#swap(booted, true);
			this.#options.log.info("plugins started after all", { plugins: started });
		} catch (error) {
			if (!(error instanceof StillDegraded)) this.#options.log.error("plugins could not be tried again", { reason: messageOf(error) });
		}
		return this.degraded.length === booted.absent.length;
	}
	async #swap(booted, unlessStillDegraded = false) {
		const before = this.#current;
		const next = await this.#build(booted, {
			previous: before.started,
			unlessStillDegraded
		});
		try {
			await next.app.prepare();
			this.#refuseWhenClosing();
		} catch (error) {
			await next.started.stop(before.started);
			throw error;
		}
		this.#config = booted.config;
		this.#current = next;
		this.#listening.serve(next);
		next.started.takeOver();
		return this.#retirement.begin(before, next, toMilliseconds(booted.config.stop.drain));
	}
	#refuseWhenClosing() {
		if (this.#closing !== void 0) throw new Error("the server is closing, and cannot reload");
	}
	#build(booted, from = {}) {
		return buildRevision(booted, {
			...this.#options,
			streams: this.#streams,
			server: this.#status,
			retries: this.#retries,
			...from
		});
	}
	async #stop(announced) {
		const { delay, drain } = this.#config.stop;
		this.#status.ready = false;
		this.#status.draining = true;
		this.#retries.cancel();
		const endStreams = () => this.#streams.endAll();
		const left = await this.#listening.stop({
			delayMs: announced ? toMilliseconds(delay) : void 0,
			drainMs: toMilliseconds(drain),
			endStreams,
			onCut: (count) => void (this.#status.counts.requestsCut += count)
		});
		await this.#current.inFlight.none(Math.max(0, left));
		await this.#reloading;
		await this.#retirement.ended;
		await this.#listening.stopAdmin(endStreams);
		await this.#current.started.stop();
		this.#options.log.debug("stopped");
	}
};
export { startServer as t };

//# sourceMappingURL=server.js.map