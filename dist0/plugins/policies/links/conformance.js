import { b as object, c as array, w as string } from "../../../chunks/zod2.js";
import { t as defineConformance } from "../../../chunks/conformance.js";
import { _ as readLinks } from "../../../chunks/sample.js";
import { E as sameNames, O as testCase, i as outcomeOf } from "../../../chunks/context.js";
// plugins/policies/links/conformance.ts
const RELATIONS = "links: relations";
const ALL_RELATIONS = "links: all relations";
const seenByContext = /* @__PURE__ */ new WeakMap();
function seenIn(context) {
	const seen = seenByContext.get(context) ?? {
		header: /* @__PURE__ */ new Set(),
		body: /* @__PURE__ */ new Set()
	};
	seenByContext.set(context, seen);
	return seen;
}
var conformance_default = defineConformance({
	statement: object({
		header: array(string()),
		body: array(string())
	}),
	optional: { Link: "only where there is a target" },
	covers: {
		header: [RELATIONS, ALL_RELATIONS],
		body: [RELATIONS, ALL_RELATIONS]
	},
	answers: ({ answers }, context, statement) => [testCase(RELATIONS, async () => {
		const seen = seenIn(context);
		return answers.flatMap(({ answer, route }) => {
			const links = readLinks(answer);
			const [header, body] = [relations(links.header), relations(links.body)];
			for (const rel of header) seen.header.add(rel);
			for (const rel of body) seen.body.add(rel);
			const isFirst = answer === answers[0]?.answer;
			const isGood = ["ok", "notModified"].includes(outcomeOf(answer));
			return [
				...["describedby", ...isFirst && isGood && route.schema !== void 0 ? ["profile"] : []].filter((rel) => statement.header.includes(rel) && !header.has(rel)).map((rel) => ({
					expected: `rel="${rel}" in Link`,
					received: "no such link"
				})),
				...sameNames("only stated relations in Link", unstated(header, statement.header), []),
				...sameNames("only stated relations in _links", unstated(body, statement.body), [])
			];
		}).slice(0, 3);
	})],
	after: (context, { header, body }) => [testCase(ALL_RELATIONS, async () => [...sameNames("every stated relation in some Link header", seenIn(context).header, header), ...sameNames("every stated relation in some _links", seenIn(context).body, body)])]
});
/** Names with a colon are made from data. */
function relations(links) {
	return new Set(links.map(({ rel }) => rel).filter((rel) => !rel.includes(":")));
}
function unstated(received, stated) {
	return received.difference(new Set(stated));
}
export { conformance_default as default };

//# sourceMappingURL=conformance.js.map