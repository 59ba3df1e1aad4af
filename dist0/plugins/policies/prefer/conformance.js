import "../../../chunks/kernel.js";
import { b as object, c as array, l as boolean, w as string } from "../../../chunks/zod2.js";
import { s as requiredNames } from "../../../chunks/sealed-route.js";
import { t as defineConformance } from "../../../chunks/conformance.js";
import { d as asObject, h as readItems } from "../../../chunks/sample.js";
import { C as headerIs, D as statusIs, E as sameNames, O as testCase, v as OK, w as refuses, x as expectThat } from "../../../chunks/context.js";
// plugins/policies/prefer/conformance.ts
const PreferStatement = object({
	headerName: string(),
	appliedHeaderName: string(),
	preferences: array(object({
		name: string(),
		values: array(string()),
		honored: boolean()
	})),
	endpoints: array(string()),
	writes: array(string()).default([])
});
const HONORED = "prefer: honored";
const IGNORED = "prefer: ignored";
const WRITES = "prefer: writes";
var conformance_default = defineConformance({
	statement: PreferStatement,
	optional: { "Preference-Applied": "only where a preference is honoured" },
	covers: {
		headerName: [HONORED],
		appliedHeaderName: [HONORED],
		preferences: [HONORED, IGNORED],
		endpoints: [HONORED, IGNORED],
		writes: [WRITES],
		reference: { because: "the name of a standard" }
	},
	operation(operation, context, statement) {
		const { method, kind, path, engine } = operation.route;
		if (method !== "GET") return writeCases(operation, statement);
		if (kind === "stream") return [];
		const isHonored = engine !== void 0 && statement.endpoints.includes(path);
		const preferences = statement.preferences.filter(({ honored }) => !honored || !isHonored);
		return [...isHonored ? [testCase(HONORED, () => honors(operation, context, statement))] : [], testCase(IGNORED, () => ignores(operation, {
			...statement,
			preferences
		}))];
	}
});
/** A write that succeeds says nothing but that it did; one that is refused proves nothing. */
function writeCases(operation, statement) {
	const { route, sample } = operation;
	const { request } = sample;
	if (route.answersAs === void 0 || request === void 0) return [];
	const run = async () => {
		const headers = {
			...request.headers,
			[statement.headerName.toLowerCase()]: "return=minimal"
		};
		const answer = await operation.ask({
			...request,
			headers
		});
		if (answer.status >= 400) return OK;
		return [
			...expectThat(statement.writes.includes(route.path), "its path among the writes", "none"),
			...statusIs(answer, 201, 204),
			...headerIs(answer, statement.appliedHeaderName, "return=minimal"),
			...expectThat(answer.body.length === 0, "no content", `${answer.body.length} bytes`)
		];
	};
	return [testCase(WRITES, run)];
}
async function honors(operation, context, statement) {
	const { appliedHeaderName, preferences } = statement;
	const violations = [];
	const isHonored = (preference) => preferences.some(({ name, honored }) => name === preference && honored);
	const prefer = (value) => ({ headers: { [statement.headerName.toLowerCase()]: value } });
	if (isHonored("return")) {
		const minimal = await operation.ask(prefer("return=minimal"));
		violations.push(...headerIs(minimal, appliedHeaderName, "return=minimal"));
		const { list } = operation.route.declaration;
		const required = list === void 0 ? [] : requiredNames(list.of);
		for (const item of readItems(minimal, operation.route)) violations.push(...sameNames("items of required fields only", Object.keys(asObject(item)), required));
	}
	if (isHonored("handling")) {
		const strict = await operation.ask(prefer("handling=strict"));
		const refused = await operation.askWith("nothing=1", prefer("handling=strict"));
		const lenient = await operation.askWith("nothing=1", prefer("handling=lenient"));
		violations.push(...statusIs(strict, 200), ...headerIs(strict, appliedHeaderName, "handling=strict"), ...refuses(refused, context, "bad-request"), ...statusIs(lenient, 200));
	}
	return violations.slice(0, 3);
}
/** A preference that is not honoured changes nothing, and is not said to be applied. */
async function ignores(operation, statement) {
	const { headerName, appliedHeaderName, preferences } = statement;
	if (preferences.length === 0) return OK;
	const value = preferences.map(({ name, values: [first] }) => first === void 0 ? name : `${name}=${first}`).join(", ").replaceAll("=seconds", "=1");
	const answer = await operation.ask({ headers: { [headerName.toLowerCase()]: value } });
	return [...statusIs(answer, (await operation.base()).status), ...headerIs(answer, appliedHeaderName, void 0)];
}
export { conformance_default as default };

//# sourceMappingURL=conformance.js.map