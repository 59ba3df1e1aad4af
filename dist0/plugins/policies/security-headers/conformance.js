import { S as record, w as string } from "../../../chunks/zod2.js";
import { t as defineConformance } from "../../../chunks/conformance.js";
import { C as headerIs, O as testCase } from "../../../chunks/context.js";
// plugins/policies/security-headers/conformance.ts
const SECURITY_HEADERS = {
	permissionsPolicy: "Permissions-Policy",
	referrerPolicy: "Referrer-Policy",
	contentTypeOptions: "X-Content-Type-Options",
	contentSecurityPolicy: "Content-Security-Policy",
	crossOriginResourcePolicy: "Cross-Origin-Resource-Policy"
};
const VALUES = "security-headers: values";
const isPage = ({ route }, { status, headers, requestHeaders }) => route.kind === "page" && status < 400 || headers["content-type"]?.startsWith("text/html") === true || route.view !== void 0 && status === 304 && requestHeaders["accept"] === "text/html";
var conformance_default = defineConformance({
	statement: record(string(), string()),
	optional: { "Content-Security-Policy": "pages may bring their own" },
	covers: Object.fromEntries(Object.keys(SECURITY_HEADERS).map((key) => [key, [VALUES]])),
	answers: (operation, _context, statement) => [testCase(VALUES, async () => operation.answers.flatMap(({ answer }) => Object.entries(SECURITY_HEADERS).filter(([key]) => key !== "contentSecurityPolicy" || !isPage(operation, answer)).flatMap(([key, name]) => headerIs(answer, name, statement[key]))))]
});
export { conformance_default as default };

//# sourceMappingURL=conformance.js.map