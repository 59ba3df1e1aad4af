import { t as defineConformance } from "../../../chunks/conformance.js";
// plugins/discovery/documents/retry-policy.conformance.ts
const advice = { because: "advice to clients, which the server cannot follow for them" };
var retry_policy_conformance_default = defineConformance({ covers: {
	retryOn: advice,
	maxRetries: advice,
	backoff: advice
} });
export { retry_policy_conformance_default as default };

//# sourceMappingURL=retry-policy.conformance.js.map