import { b as object, c as array, h as literal, l as boolean, p as int, s as _enum, w as string } from "./zod2.js";
// schemas/documents/resilience.ts
/** Wait before a retry: `baseMs`, doubled each time up to `maxMs`, of which jitter takes a part. */
const Backoff = object({
	strategy: literal("exponential"),
	baseMs: int().min(0),
	maxMs: int().min(0),
	jitter: _enum(["none", "full"]).describe("`full`: wait a random part of the time.")
}).meta({ id: "Backoff" });
/** Advice to clients on retries: after which statuses, how often, and after how long. */
const RetryPolicy = object({
	retryOn: array(int().min(400).max(599)).describe("Statuses after which to retry."),
	maxRetries: int().min(0),
	backoff: Backoff.describe("Applies to answers without Retry-After, which takes precedence.")
});
const Status = int().min(400).max(599);
/** Advice to clients on failures: time-outs, retries, and when to stop sending requests. */
const ResiliencePolicyDiscovery = object({
	timeouts: object({
		connectMs: int().min(0),
		requestMs: int().min(0).describe("From sending the request to the end of the answer.")
	}),
	failureSemantics: object({
		retryable: array(Status).describe("Statuses that are temporary."),
		doNotRetry: array(Status).describe("Statuses that a retry does not change.")
	}).optional().describe("Absent while no policy states which requests may be retried."),
	circuitBreaker: object({
		failureThreshold: int().min(1).describe("Failures in a row after which to stop sending requests."),
		openMs: int().min(0).describe("How long to send no requests."),
		halfOpenRequests: int().min(1).describe("Trial requests after that time.")
	})
});
/** How write requests can be repeated safely, by a key that the client chooses. */
const IdempotencyDiscovery = object({
	supported: boolean().describe("Whether any endpoint takes a key."),
	headerName: string(),
	reference: string(),
	keyFormat: string(),
	ttlSeconds: int().min(0).describe("How long a key is remembered."),
	methods: array(string()).describe("Methods that need a key; the others repeat safely without one."),
	supportedEndpoints: array(string())
});
export { RetryPolicy as i, IdempotencyDiscovery as n, ResiliencePolicyDiscovery as r, Backoff as t };

//# sourceMappingURL=resilience.js.map