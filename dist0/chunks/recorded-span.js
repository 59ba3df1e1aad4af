import "./kernel.js";
import { r as messageOf } from "./finding.js";
import { r as refusalOf } from "./refusal.js";
const KINDS = {
	internal: 0,
	server: 1,
	client: 2,
	producer: 3,
	consumer: 4
};
const [UNSET, FAILED] = [{ code: 0 }, { code: 2 }];
const STATUS = "http.response.status_code";
const NONE = [];
const NO_ATTRIBUTES = Object.freeze({});
/** @param ms since 1970-01-01T00:00Z. */
function timeOf(ms) {
	const seconds = Math.floor(ms / 1e3);
	return [seconds, Math.round((ms - seconds * 1e3) * 1e6)];
}
/** The zero of `performance.now()`, in milliseconds since 1970-01-01T00:00Z. The clock of the machine may be set. */
let zero = 0;
/** In milliseconds of `performance.now()`. */
let zeroUntil = Number.NEGATIVE_INFINITY;
function zeroAt(now) {
	if (now >= zeroUntil) {
		zero = Date.now() - now;
		zeroUntil = now + 1e3;
	}
	return zero;
}
var RecordedSpan = class RecordedSpan {
	isSampled = true;
	traceparent;
	parentSpanContext;
	name = "";
	kind = KINDS.internal;
	attributes = NO_ATTRIBUTES;
	status = UNSET;
	events = NONE;
	origin;
	#start = performance.now();
	/** As its parent's, so that no clock that is set moves it out of that. */
	#zero;
	#end = 0;
	#context = void 0;
	/** @param parent a span of this process, or what a client said of its own. */
	constructor(traceparent, origin, parent) {
		this.traceparent = traceparent;
		this.origin = origin;
		if (parent instanceof RecordedSpan) {
			this.parentSpanContext = parent.spanContext();
			this.#zero = parent.#zero;
		} else {
			if (parent !== void 0) this.parentSpanContext = parent;
			this.#zero = zeroAt(this.#start);
		}
	}
	/** Ends it, as its operation has. */
	end(span) {
		const { kind = "internal", attributes, error } = span;
		this.#end = performance.now();
		this.name = span.name;
		this.kind = KINDS[kind];
		this.attributes = defined(attributes);
		const status = Number(attributes[STATUS] ?? 0);
		if (status >= (kind === "server" ? 500 : 400)) this.#fail(String(status));
		if (error !== void 0) this.#note(error);
	}
	#note(error) {
		const refusal = refusalOf(error);
		if (refusal !== void 0) {
			this.#add("waymark.refusal", refusal.code);
			return;
		}
		const { name, stack } = error instanceof Error ? error : new Error(String(error));
		this.#fail(name);
		const attributes = {
			"exception.type": name,
			"exception.message": messageOf(error),
			...stack !== void 0 && { "exception.stacktrace": stack }
		};
		this.events = [{
			name: "exception",
			time: this.endTime,
			attributes
		}];
	}
	#fail(type) {
		this.#add("error.type", type);
		this.status = FAILED;
	}
	#add(name, value) {
		this.attributes = {
			...this.attributes,
			[name]: value
		};
	}
	get traceId() {
		return this.traceparent.slice(3, 35);
	}
	get spanId() {
		return this.traceparent.slice(36, 52);
	}
	spanContext() {
		return this.#context ??= {
			traceId: this.traceId,
			spanId: this.spanId,
			traceFlags: 1
		};
	}
	get startTime() {
		return timeOf(this.#zero + this.#start);
	}
	get endTime() {
		return timeOf(this.#zero + this.#end);
	}
	get duration() {
		return timeOf(this.#end - this.#start);
	}
	get ended() {
		return this.#end !== 0;
	}
	get resource() {
		return this.origin.resource;
	}
	get instrumentationScope() {
		return this.origin.instrumentationScope;
	}
	get links() {
		return NONE;
	}
	get droppedAttributesCount() {
		return 0;
	}
	get droppedEventsCount() {
		return 0;
	}
	get droppedLinksCount() {
		return 0;
	}
};
/** Returns the attributes that count; as they are, which spares a copy, where all do. */
function defined(attributes) {
	for (const name in attributes) if (attributes[name] === void 0) return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== void 0));
	return attributes;
}
export { timeOf as n, RecordedSpan as t };

//# sourceMappingURL=recorded-span.js.map