import { GraphQLError, getNullableType, isInputObjectType, isListType } from "graphql";
// plugins/graphql/input-value.ts
/** Values of input types as the JSON that they stand for, and places in that JSON as places in the arguments. */
function inputNames(renamed) {
	const byType = Map.groupBy(renamed, ({ type }) => type);
	return new Map([...byType].map(([type, fields]) => [type, new Map(fields.map(({ field, source }) => [field, source]))]));
}
/** Returns the body for an argument. Throws a GraphQLError for a value that JSON cannot have. */
function toBody(value, type, names) {
	try {
		return JSON.stringify(toJson(value, type, names), (_name, inner) => {
			if (typeof inner !== "number" || Number.isFinite(inner)) return inner;
			throw new RangeError("a number is too large");
		});
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		throw new GraphQLError("A value has a number that is too large, or is nested too deeply.", { extensions: {
			code: "bad-request",
			status: 400
		} });
	}
}
function toJson(value, type, names) {
	const bare = getNullableType(type);
	if (isListType(bare) && Array.isArray(value)) return value.map((item) => toJson(item, bare.ofType, names));
	if (!isInputObjectType(bare) || typeof value !== "object" || value === null) return value;
	const fields = bare.getFields();
	return Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => {
		const field = fields[name];
		const source = names.get(bare.name)?.get(name) ?? name;
		return field === void 0 ? [] : [[source, toJson(inner, field.type, names)]];
	}));
}
/** Returns the value of the type for JSON, without members that the type does not have. */
function fromJson(json, type, names) {
	const bare = getNullableType(type);
	if (isListType(bare) && Array.isArray(json)) return json.map((item) => fromJson(item, bare.ofType, names));
	if (!isInputObjectType(bare) || typeof json !== "object" || json === null) return json;
	const values = new Map(Object.entries(json));
	return Object.fromEntries(Object.values(bare.getFields()).flatMap(({ name, type: inner }) => {
		const value = values.get(names.get(bare.name)?.get(name) ?? name);
		return value === void 0 ? [] : [[name, fromJson(value, inner, names)]];
	}));
}
/** Returns the path of a member of the body, which a JSON Pointer names (RFC 6901), by names of GraphQL. */
function pathOfPointer(pointer, type, names) {
	let bare = getNullableType(type);
	return pointer.split("/").slice(1).map((token) => {
		const source = token.replaceAll("~1", "/").replaceAll("~0", "~");
		if (isListType(bare) && /^\d+$/.test(source)) {
			bare = getNullableType(bare.ofType);
			return Number(source);
		}
		if (!isInputObjectType(bare)) return source;
		const name = [...names.get(bare.name) ?? /* @__PURE__ */ new Map()].find(([, original]) => original === source)?.[0] ?? source;
		const field = bare.getFields()[name];
		if (field !== void 0) bare = getNullableType(field.type);
		return name;
	});
}
export { toBody as i, inputNames as n, pathOfPointer as r, fromJson as t };

//# sourceMappingURL=input-value.js.map