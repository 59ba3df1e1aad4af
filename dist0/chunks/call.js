import { t as NO_CLIENT } from "./client.js";
// kernel/request/call.ts
const NO_PREFERENCES = Object.freeze({});
const NO_PARAMS = Object.freeze({});
/** Common to the calls of clients and those of the server itself. */
var BaseCall = class {
	path;
	search;
	route;
	params;
	startedAt = performance.now();
	states = [];
	principal = void 0;
	requestId = void 0;
	trace = void 0;
	preferences = NO_PREFERENCES;
	#resolve;
	#duration = void 0;
	constructor(resolve, route, target, params = NO_PARAMS) {
		const query = target.indexOf("?");
		this.#resolve = resolve;
		this.route = route;
		this.path = query === -1 ? target : target.slice(0, query);
		this.search = query === -1 ? "" : target.slice(query);
		this.params = params;
	}
	isRepeated(_name) {
		return false;
	}
	value({ id }) {
		const provided = this.route.values.get(id);
		return provided?.read(this, this.states[provided.index]);
	}
	get peer() {}
	get encrypted() {
		return false;
	}
	get durationMs() {
		return this.#duration ??= performance.now() - this.startedAt;
	}
	get allow() {
		return this.route.allow;
	}
	get client() {
		return this.#resolve.address(this);
	}
	get secure() {
		return this.#resolve.secure(this);
	}
	get host() {
		return this.#resolve.host(this);
	}
	get proxied() {
		return this.#resolve.proxied(this);
	}
};
/** Where a response keeps its call, so that one that is cut can be named. */
const CALL = Symbol("call");
/** Returns the call that is answered; undefined before it has a route. */
function callOf(response) {
	return response[CALL];
}
/** Returns the members of a log line that name a request and, where it has them, its trace and principal: by id alone. */
function idsOf({ requestId, trace, principal }) {
	return {
		requestId,
		...trace && {
			traceId: trace.traceId,
			spanId: trace.spanId
		},
		...principal && { principal: principal.id }
	};
}
/** A request that Node's parser accepted. */
var NodeCall = class extends BaseCall {
	request;
	/** Its `close` means that the client has left; the request closes as soon as it is read. */
	response;
	#headers;
	constructor(request, response, resolve, route, target, params) {
		super(resolve, route, target, params);
		this.request = request;
		this.response = response;
		this.#headers = request.headers;
		response[CALL] = this;
	}
	get method() {
		return this.request.method ?? "";
	}
	get peer() {
		return this.request.socket.remoteAddress;
	}
	get encrypted() {
		return "encrypted" in this.request.socket;
	}
	header(name) {
		const value = this.#headers[name];
		return typeof value === "object" ? value.join(", ") : value;
	}
	/** Node's own `headersDistinct` sorts every header of the request. */
	isRepeated(name) {
		const { rawHeaders } = this.request;
		let times = 0;
		for (let index = 0; index < rawHeaders.length; index += 2) {
			const raw = rawHeaders[index] ?? "";
			if (raw.length === name.length && raw.toLowerCase() === name) times += 1;
		}
		return times > 1;
	}
};
/** A web request, answered without a socket. */
var FetchCall = class extends BaseCall {
	request;
	constructor(request, resolve, route, target, params) {
		super(resolve, route, target, params);
		this.request = request;
	}
	get method() {
		return this.request.method;
	}
	get peer() {
		return "ip" in this.request && typeof this.request.ip === "string" ? this.request.ip : void 0;
	}
	get encrypted() {
		return this.request.url.startsWith("https:");
	}
	header(name) {
		return this.request.headers.get(name) ?? (name === "host" ? new URL(this.request.url).host : void 0);
	}
};
/** Bytes that could not be parsed. At most their Accept is known, which selects the form of the answer. */
var MalformedCall = class extends BaseCall {
	method = "";
	#accept;
	constructor(route, accept) {
		super(NO_CLIENT, route, "");
		this.#accept = accept;
	}
	header(name) {
		return name === "accept" ? this.#accept : void 0;
	}
};
export { callOf as a, NodeCall as i, FetchCall as n, idsOf as o, MalformedCall as r, BaseCall as t };

//# sourceMappingURL=call.js.map