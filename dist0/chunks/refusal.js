// kernel/request/refusal.ts
/**
* Thrown by a handler's `fail` and by the kernel to refuse a request; any other error is a 500. It has no stack, which
* would cost as much as the rest of the refusal and is never shown.
*/
var Refused = class extends Error {
	refusal;
	/** As `fail` received it. */
	existing;
	constructor(refusal, existing) {
		const { stackTraceLimit } = Error;
		Error.stackTraceLimit = 0;
		super(refusal.detail ?? refusal.code);
		Error.stackTraceLimit = stackTraceLimit;
		this.refusal = refusal;
		this.existing = existing;
	}
};
/** Returns why a request is refused, from what was thrown; undefined for any other error, which is a bug. */
function refusalOf(error) {
	return error instanceof Refused ? error.refusal : void 0;
}
/**
* Thrown when something that a request needs fails for now, such as a database: answered with 503 and Retry-After at
* every door. The message is for operators; clients do not see it. The thrower logs when it begins and ends to fail.
*/
var Unavailable = class extends Refused {
	/** @param options `retryAfter` in seconds, 1 by default. */
	constructor(message, { retryAfter = 1, cause } = {}) {
		super({
			code: "service-unavailable",
			retryAfter
		});
		this.message = message;
		this.cause = cause;
	}
};
/** Adds the catalog's status and message. Throws on a code that is not in the catalog, which is a bug. */
function toFailure(refusal, catalog) {
	const entry = catalog.get(refusal.code);
	if (entry === void 0) throw new Error(`the error code ${refusal.code} is not in the catalog`);
	return {
		...refusal,
		status: entry.status,
		message: entry.message
	};
}
export { toFailure as i, Unavailable as n, refusalOf as r, Refused as t };

//# sourceMappingURL=refusal.js.map