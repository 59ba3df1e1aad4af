import { b as object, c as array } from "../../../chunks/zod2.js";
import { t as defineConformance } from "../../../chunks/conformance.js";
import { v as readObject } from "../../../chunks/sample.js";
import { O as testCase, T as same } from "../../../chunks/context.js";
import { n as StatedPlan, t as SHOWN_BY } from "../../../chunks/stated-plans.js";
// plugins/identity/access/plans.conformance.ts
const SHOWN = "plans: documents";
var plans_conformance_default = defineConformance({
	statement: object({ plans: array(StatedPlan) }),
	covers: { plans: [SHOWN] },
	server: ({ registry, read }, { plans }) => [testCase(SHOWN, async () => {
		const paths = SHOWN_BY.flatMap((ref) => registry.route(ref)?.path ?? []);
		if (plans.length === 0) return [];
		return (await Promise.all(paths.map((path) => read(path)))).flatMap((document) => {
			const { limit, windowSeconds, plans: shown } = readObject(document);
			const expected = plans.map((plan) => ({
				limit,
				windowSeconds,
				...plan
			}));
			return same(`the plans of ${document.target}`, shown, expected);
		});
	})]
});
export { plans_conformance_default as default };

//# sourceMappingURL=plans.conformance.js.map