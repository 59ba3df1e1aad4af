import { t as definePlugin } from "../../../chunks/plugin.js";
import "../../../chunks/kernel.js";
import { b as object, c as array, h as literal, l as boolean, p as int, w as string, y as number } from "../../../chunks/zod2.js";
import { t as BulkFormat } from "../../../chunks/plans.js";
// plugins/writes/bulk/bulk-policy.ts
/** The policy document of bulk requests. */
const BulkPolicyDiscovery = object({
	supported: literal(true),
	planned: literal(false),
	maxOperationsPerRequest: int().min(1),
	maxAnswerBytes: int().describe("Bytes of all bodies in one answer together; those that do not fit are left out."),
	maxDurationSeconds: number().describe("Time after which no further operation begins."),
	methods: array(string()).describe("Methods that operations may have."),
	atomic: boolean().describe("Whether all operations can be made together, or none of them."),
	requestFormat: BulkFormat,
	responseFormat: BulkFormat
});
const Statement = BulkPolicyDiscovery.omit({
	supported: true,
	planned: true,
	requestFormat: true,
	responseFormat: true
});
var bulk_policy_default = definePlugin({
	id: "bulk-policy",
	summary: "Publishes the limits of bulk requests.",
	section: "policies",
	translations: { es: {
		"Read how bulk requests are made, and their limits.": "Consulta cómo se hacen las peticiones en bloque y sus límites.",
		"Publishes the limits of bulk requests.": "Publica los límites de las peticiones en bloque.",
		"Bytes of all bodies in one answer together; those that do not fit are left out.": "Bytes de todos los cuerpos de una respuesta juntos; los que no caben se omiten.",
		"Time after which no further operation begins.": "Tiempo tras el que no empieza ninguna otra operación.",
		"Methods that operations may have.": "Métodos que pueden tener las operaciones.",
		"Whether all operations can be made together, or none of them.": "Si todas las operaciones se pueden hacer juntas, o ninguna."
	} },
	schemas: { BulkPolicyDiscovery },
	routes: { showBulkPolicy: {
		method: "GET",
		path: "/api/bulk-policy",
		summary: "Read how bulk requests are made, and their limits.",
		returns: BulkPolicyDiscovery,
		document: true,
		publish: {
			rootLink: "bulkPolicy",
			capability: "bulkPolicyDiscovery"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		}
	} },
	documents: { showBulkPolicy: ({ statements }) => ({
		supported: true,
		planned: false,
		...Statement.parse(statements["bulk"]),
		requestFormat: {
			mediaType: "application/json",
			description: "`operations`: each with `id`, `method`, `path` and optional `headers` and `body`; and `atomic`, for all or none."
		},
		responseFormat: {
			mediaType: "application/json",
			description: "`results`, in the order of the operations: each with `id`, `status`, `headers` and `body`. `refused` names the operation for which an atomic request was undone."
		}
	}) }
});
export { bulk_policy_default as default };

//# sourceMappingURL=bulk-policy.js.map