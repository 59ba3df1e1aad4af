import "../../chunks/conformance.js";
import { t as graphqlModel } from "../../chunks/model.js";
import { d as asObject, g as readJson, v as readObject } from "../../chunks/sample.js";
import { n as inputNames, t as fromJson } from "../../chunks/input-value.js";
import { buildSchema, getNamedType, isLeafType, isRequiredArgument } from "graphql";
// plugins/graphql/doors.ts
/** GraphQL's ways to the data of routes: the fields of the query, and those of the mutation. */
const doors = (registry) => {
	const { sdl, reads, writes, renamedInputs } = graphqlModel(registry);
	const route = registry.route("postGraphql");
	if (route === void 0) return [];
	const schema = buildSchema(sdl);
	const names = inputNames(renamedInputs);
	/** A door to the route that a field stands for; `content` is the argument that becomes the body. */
	function doorOf(operation, ref, name, content) {
		const field = (operation === "query" ? schema.getQueryType() : schema.getMutationType())?.getFields()[name];
		if (field === void 0) throw new Error(`${name} is not a field of the ${operation}`);
		const body = field.args.find((argument) => argument.name === content);
		const selection = isLeafType(getNamedType(field.type)) ? "" : " { __typename }";
		return {
			reads: ref,
			request(params, sample) {
				const list = field.args.flatMap((argument) => {
					if (argument === body) return [`${argument.name}: $body`];
					const value = valueOf(argument, params[argument.name]);
					return value === void 0 ? [] : [`${argument.name}: ${value}`];
				});
				const variable = body === void 0 ? "" : `($body: ${body.type})`;
				const args = list.length === 0 ? "" : `(${list.join(", ")})`;
				const json = readJson({ body: Buffer.from(sample.body ?? "") });
				return {
					target: route?.path ?? "",
					question: {
						method: "POST",
						headers: { "content-type": "application/json" },
						body: JSON.stringify({
							query: `${operation}${variable} { ${name}${args}${selection} }`,
							...body && { variables: { body: fromJson(json, body.type, names) } }
						})
					}
				};
			},
			opens: (answer) => (asObject(readObject(answer)["data"])[name] ?? null) !== null
		};
	}
	return [...reads.filter(({ type }) => type === "Query").map(({ ref, field }) => doorOf("query", ref, field)), ...writes.map(({ ref, field, body }) => doorOf("mutation", ref, field, body?.argument))];
};
/** A parameter, or any value of an argument that has to be there: for If-Match, one that always holds. */
function valueOf(argument, parameter) {
	if (parameter === void 0 && !isRequiredArgument(argument)) return void 0;
	const type = getNamedType(argument.type).name;
	if (type === "Boolean") return parameter ?? "true";
	return type === "String" ? JSON.stringify(parameter ?? "*") : parameter ?? "1";
}
export { doors as default };

//# sourceMappingURL=doors.js.map