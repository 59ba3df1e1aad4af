import { hash } from "node:crypto";
// kernel/respond/body.ts
/** Finished bodies, and the headers that follow from them. */
/**
* One finished body. A short one is also kept as a string of its bytes, which Node sends with the headers in one write.
* Hashes are made when a header first needs them.
*/
var EncodedBody = class {
	contentType;
	coding;
	/** A string holds ASCII only. */
	payload;
	/** The payload of a short body, with one character for each byte. */
	latin1;
	byteLength;
	/** Name, value, …: the kernel's headers of this body. */
	headers;
	/** Filled by `planReply`. */
	planned = {};
	#sha256;
	#etag;
	constructor(content, contentType, coding = "identity") {
		this.contentType = contentType;
		this.coding = coding;
		this.byteLength = Buffer.byteLength(content);
		const isAscii = this.byteLength === content.length;
		this.payload = typeof content === "string" && isAscii ? content : ownBytes(content);
		this.latin1 = toLatin1(this.payload);
		this.headers = [
			"Content-Type",
			contentType,
			"Content-Length",
			String(this.byteLength)
		];
	}
	get bytes() {
		return typeof this.payload === "string" ? Buffer.from(this.payload, "latin1") : this.payload;
	}
	get sha256() {
		return this.#sha256 ??= hash("sha256", this.payload, "base64");
	}
	/** 128 bits of the hash are plenty to tell the representations of one resource apart. */
	get etag() {
		return this.#etag ??= `"${this.sha256.slice(0, 22).replaceAll("+", "-").replaceAll("/", "_")}"`;
	}
};
/**
* Returns bytes in a buffer of their own. Compressors return a part of a larger buffer, and short texts are written into
* the pool of 64 KiB that all buffers share: keeping a part would keep all of it.
*/
function ownBytes(content) {
	if (typeof content !== "string") return content.byteLength === content.buffer.byteLength ? content : new Uint8Array(content);
	const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(content));
	bytes.write(content);
	return bytes;
}
/** Up to here one write of a string costs less than a second buffer in the same system call. */
const SHORT_BYTES = 8192;
function toLatin1(bytes) {
	if (typeof bytes === "string") return bytes;
	if (bytes.byteLength > SHORT_BYTES) return void 0;
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
/** Plans a reply, for each body once per outcome: status and facts are always those of the body. */
function planReply(plans, outcome, body, status, facts, failure) {
	const hit = body?.planned[outcome];
	if (hit !== void 0) return hit;
	const { fixed, bodySlots, slots, personalVary } = plans[outcome];
	const reply = {
		outcome,
		status,
		representation: body,
		failure,
		facts
	};
	const headers = [...fixed];
	if (facts.personal && personalVary !== void 0) headers[1] = personalVary;
	for (const { name, value } of bodySlots) {
		const text = value(reply);
		if (text !== void 0) headers.push(name, text);
	}
	const bodyHeaders = body === void 0 || status === 304 ? [] : body.headers;
	const planned = {
		reply,
		headers: [...headers, ...bodyHeaders],
		slots
	};
	if (body !== void 0) body.planned[outcome] = planned;
	return planned;
}
/** Returns the content codings that the route's policies offer, best first. */
function offeredCodings(route) {
	return route.policies.flatMap(({ compiled }) => compiled.codings ?? []);
}
/** A body in every content coding on offer. Codings are applied on first use and kept. */
var Variants = class {
	identity;
	#codings;
	#encoded = [];
	constructor(identity, codings) {
		this.identity = identity;
		this.#codings = codings;
	}
	/**
	* Returns the body in the coding at `index` of those on offer, or unencoded for -1. A body that is too small to gain
	* stays unencoded unless the client refuses that.
	*/
	get(index, identityRefused) {
		if (index === -1) return this.identity;
		const coding = this.#codings[index];
		if (coding === void 0 || this.identity.byteLength < coding.minBytes && !identityRefused) return this.identity;
		return this.#encoded[index] ??= this.#encode(index, coding);
	}
	#encode(index, { name, encode }) {
		const toBody = (bytes) => new EncodedBody(bytes, this.identity.contentType, name);
		const encoded = encode(this.identity.bytes);
		if (!(encoded instanceof Promise)) return toBody(encoded);
		return encoded.then((bytes) => this.#encoded[index] = toBody(bytes), (error) => {
			this.#encoded[index] = void 0;
			throw error;
		});
	}
};
/** Content-Type of a media type: text gets its charset, JSON and others have none (RFC 8259, section 11). */
function contentTypeOf(mediaType) {
	return mediaType.startsWith("text/") && !mediaType.includes("charset") ? `${mediaType}; charset=utf-8` : mediaType;
}
export { planReply as a, offeredCodings as i, Variants as n, contentTypeOf as r, EncodedBody as t };

//# sourceMappingURL=body.js.map