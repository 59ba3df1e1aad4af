import "../../../chunks/conformance.js";
import { t as fillPath } from "../../../chunks/path.js";
import { a as bodiesOf } from "../../../chunks/route-keys.js";
import "../../../chunks/kernel.js";
import { d as asObject, g as readJson, v as readObject } from "../../../chunks/sample.js";
// plugins/writes/bulk/doors.ts
const ANSWERED = /* @__PURE__ */ new Set([
	"list",
	"returns",
	"text",
	"empty"
]);
const doors = (registry) => {
	const bulk = registry.route("bulk.runBulk");
	if (bulk === void 0) return [];
	return registry.routes.filter((route) => route !== bulk && ANSWERED.has(route.kind) && !route.declaration.upload).map((route) => ({
		reads: route.ref,
		request: (params, { body }) => ({
			target: bulk.path,
			question: {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify({ operations: [{
					id: "door",
					method: route.method,
					path: fillPath(route.pattern, params),
					...body === void 0 ? {} : {
						headers: { "content-type": Object.keys(bodiesOf(route.declaration))[0] },
						body: readJson({ body: Buffer.from(body) })
					}
				}] })
			}
		}),
		opens(answer) {
			const { results } = readObject(answer);
			const [result] = Array.isArray(results) ? results : [];
			return Number(asObject(result)["status"]) < 300;
		}
	}));
};
export { doors as default };

//# sourceMappingURL=doors.js.map