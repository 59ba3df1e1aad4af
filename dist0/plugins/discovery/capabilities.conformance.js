import { t as defineConformance } from "../../chunks/conformance.js";
import { O as testCase, x as expectThat } from "../../chunks/context.js";
// plugins/discovery/capabilities.conformance.ts
const has = (name, value = /./) => ({ headers }) => value.test(headers[name] ?? "");
const serves = (path) => ({ target, status }) => target === path && status === 200;
/** Of a flag, the answer that shows it. The document of a flag's own route is compared with the registry. */
const EVIDENCE = {
	rateLimitHeaders: has("x-ratelimit-limit"),
	serverTiming: has("server-timing"),
	contentDigest: has("content-digest"),
	wantDigest: has("vary", /\bwant-digest\b/i),
	traceContext: has("traceparent"),
	exposeHeaders: has("access-control-expose-headers"),
	preferHeader: has("preference-applied"),
	profileLink: has("link", /rel="profile"/),
	sunsetHeader: has("sunset"),
	permissionsPolicy: has("permissions-policy"),
	referrerPolicy: has("referrer-policy"),
	problemDetails: has("content-type", /^application\/problem\+json/),
	openapiYaml: has("content-type", /^application\/openapi\+yaml/),
	sse: has("content-type", /^text\/event-stream/),
	apiPlayground: serves("/developers/playground.js")
};
var capabilities_conformance_default = defineConformance({
	covers: {},
	after: ({ operations, registry: { capabilities } }) => [testCase("capabilities: flags", async () => Object.entries(EVIDENCE).flatMap(([flag, shows]) => {
		const isSeen = operations.some(({ answers }) => answers.some(({ answer }) => shows(answer)));
		const isSet = capabilities[flag] === true;
		return expectThat(isSeen === isSet, `${flag} to be ${isSeen}, as the answers are`, String(isSet));
	}))]
});
export { capabilities_conformance_default as default };

//# sourceMappingURL=capabilities.conformance.js.map