import { t as Refused } from "./refusal.js";
import { i as NodeCall, n as FetchCall } from "./call.js";
// kernel/http/malformed.ts
/** Largest header block that Node's parser takes, in bytes; well above any URL limit, so that 414 can be answered. */
const MAX_HEADER_BYTES = 65536;
/** Header lines that Node's parser takes. */
const MAX_HEADERS = 1e3;
/** `uri-host [":" port]` (RFC 9110, section 7.2). Two fields, joined with a comma and a space, do not fit. */
const HOST = /^(?:\[[\dA-Fa-fv:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\dA-Fa-f]{2})*)(?::\d{0,5})?$/;
/** Returns what is wrong with the version or Host of a parsed request (RFC 9112, section 3.2). */
function protocolError(request) {
	const { headers, httpVersion } = request;
	if (!httpVersion.startsWith("1.")) return httpVersion === "2.0" && "stream" in request ? http2Error(request) : "The version of HTTP is neither 1.0 nor 1.1.";
	if (headers.host === void 0) return httpVersion === "1.0" ? void 0 : "An HTTP/1.1 request has a Host header; none was received.";
	return HOST.test(headers.host) ? void 0 : "The Host header must be a single host name and port.";
}
/** Names of headers that a request has once, and of which Node would keep the first in HTTP/2. */
const SINGLE = /* @__PURE__ */ new Set([
	"host",
	"content-type",
	"authorization"
]);
/** Returns what is wrong with a request of HTTP/2 (RFC 9113, section 8.3.1). */
function http2Error({ headers, rawHeaders }) {
	const { host, ":authority": authority } = headers;
	if (host === void 0) return "A request has an authority or a Host header; none was received.";
	const names = rawHeaders.filter((name, at) => at % 2 === 0 && SINGLE.has(name));
	if (new Set(names).size < names.length) return "A request has one Host, one Content-Type and one Authorization header at most.";
	if (authority !== void 0 && host !== authority) return "The Host header and the authority are different.";
	return HOST.test(host) ? void 0 : "The authority must be a single host name and port.";
}
/** Turns an error of Node's parser into a refusal. */
function parserRefusal({ code }) {
	switch (code) {
		case "HPE_HEADER_OVERFLOW": return {
			code: "header-fields-too-large",
			detail: `The request line and headers may have ${MAX_HEADER_BYTES} bytes together, and the headers ${MAX_HEADERS} lines.`
		};
		case "ERR_HTTP_REQUEST_TIMEOUT": return { code: "request-timeout" };
		case "HPE_INVALID_METHOD": return {
			code: "malformed-request",
			detail: "The request line has a method that HTTP does not define."
		};
		default: return { code: "malformed-request" };
	}
}
/** Finds the Accept field in the bytes of an unparsable request, so that its sender can read the error. */
function findAccept(packet) {
	return /\r\nAccept:([\x20-\x7e\t]*)\r\n/i.exec(packet?.toString("latin1", 0, 16384) ?? "")?.[1]?.trim();
}
// kernel/request/collect-body.ts
/** Thrown when a client left before its request was complete, so that no one waits for the answer. */
var ClientLeft = class extends Error {
	message = "the client left before its request was complete";
};
/** Refuses with 413 above the limit of one body and, from the oldest on, with 503 above that of all. */
function collectBody(call, limits) {
	const { maxBodyBytes } = limits;
	if (Number(call.header("content-length") ?? 0) > maxBodyBytes) return Promise.reject(new Refused(tooLarge(maxBodyBytes)));
	if (call instanceof NodeCall) return fromSocket(call, limits);
	return fromStream(call instanceof FetchCall ? call.request.body : null, maxBodyBytes);
}
/** Refuses a request whose body is being received. Returns false when none is. */
function refuseBody(request, refusal) {
	const upload = underWay.get(request);
	upload?.refuse(refusal);
	return upload !== void 0;
}
/** Says that a body is under way which is not kept in memory. Returns the function to call when it is over. */
function register(request, refuse) {
	underWay.set(request, {
		bytes: 0,
		refuse
	});
	return () => void underWay.delete(request);
}
function tooLarge(limit) {
	return {
		code: "payload-too-large",
		detail: `The body may have at most ${limit} bytes.`
	};
}
const CROWDED = {
	code: "service-unavailable",
	detail: "Too many request bodies are being received at once, and this one was the oldest.",
	retryAfter: 1
};
/** By request, the oldest first: of the process, whose memory they share. */
const underWay = /* @__PURE__ */ new Map();
const total = { bytes: 0 };
/** The oldest give way: a client that holds many open would otherwise keep all others from sending. */
function makeRoom(maxBytes) {
	for (const { bytes, refuse } of underWay.values()) {
		if (total.bytes <= maxBytes) return;
		if (bytes > 0) refuse(CROWDED);
	}
}
/** Listens to events, because an async iterator costs several promises and an abort signal for each request. */
function fromSocket({ request, response }, { maxBodyBytes, maxBytesUnderWay }) {
	return new Promise((resolve, reject) => {
		const chunks = [];
		const upload = {
			bytes: 0,
			refuse(refusal) {
				release();
				request.pause();
				response.setHeader("Connection", "close");
				reject(new Refused(refusal));
			}
		};
		const release = () => {
			request.off("data", take);
			if (underWay.delete(request)) total.bytes -= upload.bytes;
			chunks.length = 0;
		};
		const take = (chunk) => {
			upload.bytes += chunk.byteLength;
			total.bytes += chunk.byteLength;
			chunks.push(chunk);
			if (upload.bytes > maxBodyBytes) upload.refuse(tooLarge(maxBodyBytes));
			else makeRoom(maxBytesUnderWay);
		};
		const leave = () => {
			release();
			reject(new ClientLeft());
		};
		underWay.set(request, upload);
		request.on("data", take);
		request.once("end", () => {
			const body = Buffer.concat(chunks);
			release();
			resolve(body);
		});
		request.once("error", leave);
		request.once("close", () => {
			if (!request.complete) leave();
		});
		if (request.headers.expect !== void 0 && request.httpVersion === "1.1") response.writeContinue();
	});
}
async function fromStream(source, limit) {
	const chunks = [];
	let length = 0;
	for await (const chunk of source ?? []) {
		length += chunk.byteLength;
		if (length > limit) throw new Refused(tooLarge(limit));
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
export { tooLarge as a, findAccept as c, register as i, parserRefusal as l, collectBody as n, MAX_HEADERS as o, refuseBody as r, MAX_HEADER_BYTES as s, ClientLeft as t, protocolError as u };

//# sourceMappingURL=collect-body.js.map