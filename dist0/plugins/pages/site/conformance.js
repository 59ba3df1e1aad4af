import { b as object, w as string } from "../../../chunks/zod2.js";
import { t as defineConformance } from "../../../chunks/conformance.js";
import { C as headerIs, O as testCase } from "../../../chunks/context.js";
// plugins/pages/site/conformance.ts
const POLICY = "site: content security policy";
var conformance_default = defineConformance({
	statement: object({ contentSecurityPolicy: string() }),
	covers: { contentSecurityPolicy: [POLICY] },
	answers: (operation, _context, { contentSecurityPolicy }) => [testCase(POLICY, async () => operation.answers.filter(() => operation.route.kind !== "text").filter(({ answer }) => answer.headers["content-type"]?.startsWith("text/html") === true).flatMap(({ answer }) => headerIs(answer, "Content-Security-Policy", contentSecurityPolicy)))]
});
export { conformance_default as default };

//# sourceMappingURL=conformance.js.map