import { t as defineConformance } from "../../../chunks/conformance.js";
// plugins/writes/webhooks/conformance.ts
/** Deliveries go to receivers of others: the tests of the plugin have receivers of their own. */
const UNTESTABLE = { because: "a check has no receiver that the service may reach" };
var conformance_default = defineConformance({ covers: {
	signatureAlgorithm: UNTESTABLE,
	headers: UNTESTABLE,
	deliveryRetry: UNTESTABLE,
	timeoutMs: UNTESTABLE,
	redirects: UNTESTABLE,
	schemes: UNTESTABLE,
	order: UNTESTABLE,
	guarantee: UNTESTABLE,
	pausedAfterDead: UNTESTABLE
} });
export { conformance_default as default };

//# sourceMappingURL=conformance.js.map