import { b as object, h as literal, l as boolean, p as int, w as string } from "./zod2.js";
import { t as Backoff } from "./resilience.js";
// schemas/documents/plans.ts
/** The format of bulk requests, or of their answers. */
const BulkFormat = object({
	mediaType: string(),
	description: string()
}).meta({ id: "BulkFormat" });
/** The plan for bulk requests, which do not exist yet. */
const BulkPolicyDiscovery = object({
	supported: literal(false),
	planned: boolean(),
	maxOperationsPerRequest: int().min(1),
	requestFormat: BulkFormat,
	responseFormat: BulkFormat
});
/** The plan for webhooks, which do not exist yet. */
const WebhooksDiscovery = object({
	supported: literal(false),
	planned: boolean(),
	signatureAlgorithm: string(),
	deliveryRetry: object({
		maxAttempts: int().min(1),
		backoff: Backoff
	})
});
export { BulkPolicyDiscovery as n, WebhooksDiscovery as r, BulkFormat as t };

//# sourceMappingURL=plans.js.map