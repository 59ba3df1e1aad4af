import { t as defineConformance } from "../../../chunks/conformance.js";
import { S as record, b as object, c as array, w as string, y as number } from "../../../chunks/zod2.js";
import { c as scalarFields } from "../../../chunks/sealed-route.js";
import "../../../chunks/kernel.js";
import { _ as readLinks, d as asObject, h as readItems, v as readObject } from "../../../chunks/sample.js";
import { D as statusIs, E as sameNames, O as testCase, T as same, k as testLaw, s as readsHeader, u as writesHeader, v as OK, w as refuses, x as expectThat } from "../../../chunks/context.js";
import { isDeepStrictEqual } from "node:util";
import { setTimeout } from "node:timers/promises";
// plugins/lists/conformance/list.ts
/** A list under test: its items and pages, as its answers show them. */
const ListsStatement = object({
	defaultPageSize: number(),
	maxPageSize: number(),
	parameters: array(object({ name: string() })),
	filter: object({
		operators: array(string()),
		operatorsByType: record(string(), array(string()))
	}),
	responseMeta: array(object({ name: string() })),
	limits: object({
		fieldNames: number(),
		sortFields: number(),
		filters: number(),
		inValues: number()
	}),
	applicableEndpoints: array(string()),
	wholeEndpoints: array(string())
});
/** Pages that a walk follows at most. */
const MAX_PAGES = 25;
var List = class {
	operation;
	registry;
	statement;
	/** Fields that can be sorted and filtered by. */
	scalars;
	/** Without links nothing leads to the next page. */
	hasLinks;
	constructor(operation, { registry }, statement) {
		const { list } = operation.route.declaration;
		this.operation = operation;
		this.registry = registry;
		this.statement = statement;
		this.scalars = list === void 0 ? [] : Object.values(scalarFields(list.of));
		this.hasLinks = writesHeader(registry, "Link");
	}
	items(answer) {
		return readItems(answer, this.operation.route);
	}
	/** Every query is refused. */
	async refused(...searches) {
		return (await Array.fromAsync(searches, async (search) => refuses(await this.operation.askWith(search), this, "bad-request"))).flat();
	}
	/** Whether a walk finds the same items again: a list that is written to meanwhile says nothing about queries. */
	async isSteady(search, items) {
		return isDeepStrictEqual((await this.walk(search)).items, items);
	}
	/** All items that a query selects, page by page. `isComplete` is false when there were too many pages. */
	async walk(search = "", limit = this.statement.maxPageSize) {
		const items = [];
		const violations = [];
		let answer = await this.operation.askWith(`limit=${limit}${search}`);
		for (let page = 1;; page++) {
			items.push(...this.items(answer));
			violations.push(...statusIs(answer, 200));
			const next = nextPage(answer);
			if (next === void 0 || page === MAX_PAGES) break;
			answer = await this.operation.askAt(next);
		}
		return {
			items,
			violations,
			isComplete: !(this.hasLinks ? nextPage(answer) !== void 0 : items.length >= limit)
		};
	}
};
/** The target of the next page, from Link or `_links`. */
function nextPage(answer) {
	const { header, body } = readLinks(answer);
	return [...header, ...body].find(({ rel }) => rel === "next")?.href;
}
// plugins/lists/conformance/pages.ts
/** Cases of pages: their sizes, and that following them leads through all items. */
async function pageSizes(list) {
	const { operation, statement } = list;
	const { defaultPageSize, maxPageSize, wholeEndpoints, responseMeta } = statement;
	const base = await operation.base();
	const { length } = list.items(base);
	const one = await operation.askWith("limit=1");
	const meta = asObject(readObject(base)["_meta"]);
	return [
		...wholeEndpoints.includes(operation.route.path) ? expectThat(nextPage(base) === void 0, "the whole list at once", "a next page") : expectThat(length <= defaultPageSize, `at most ${defaultPageSize} items`, `${length}`),
		...sameNames("members of _meta", Object.keys(meta), responseMeta.map(({ name }) => name)),
		...same("_meta.count", meta["count"], length),
		...statusIs(one, 200),
		...same("items of limit=1", list.items(one).length, Math.min(1, length)),
		...expectThat(length < 2 || nextPage(one) !== void 0 || !list.hasLinks, "a next page after limit=1", "no next page"),
		...statusIs(await operation.askWith(`limit=${maxPageSize}`), 200),
		...await list.refused(`limit=${maxPageSize + 1}`, "limit=0", "limit=-1", "limit=x", "limit=1&limit=2")
	];
}
/** All pages together hold every item once, in the order of the whole list. */
async function walks$1(list) {
	const whole = await list.walk();
	const size = Math.max(1, Math.ceil(whole.items.length / 4));
	const paged = await list.walk("", Math.min(size, list.statement.maxPageSize));
	const next = nextPage(await list.operation.askWith("limit=1"));
	const cursor = new URLSearchParams(next?.split("?")[1]).get("cursor");
	const [field] = list.scalars;
	const isSame = JSON.stringify(paged.items) === JSON.stringify(whole.items);
	return [
		...whole.violations,
		...paged.violations,
		...whole.isComplete && !isSame ? expectThat(!await list.isSteady("", whole.items), `the same ${whole.items.length} items page by page`, `${paged.items.length} items, or another order`) : OK,
		...await list.refused("cursor=damaged", "cursor="),
		...cursor === null || field === void 0 ? OK : await list.refused(`cursor=${encodeURIComponent(cursor)}&sort=-${field.name}`)
	];
}
// plugins/lists/conformance/nodes.ts
/** The case of several nodes: a walk that asks another one for each page. */
/** Times that a list is walked, as items may come and go meanwhile. */
const MAX_WALKS = 4;
const PAUSE_MS = 500;
const PAGES$1 = 4;
async function walksNodes(context, statement) {
	const lists = context.operations.filter(({ route }) => route.kind === "list");
	return (await Array.fromAsync(lists, (list) => walks(list, context, statement))).flat();
}
async function walks(operation, context, statement) {
	const list = new List(operation, context, statement);
	for (let walk = 1;; walk++) {
		const violations = await difference(list, context);
		if (violations.length === 0 || walk === MAX_WALKS) return violations;
		await setTimeout(PAUSE_MS);
	}
}
async function difference(list, { nodes }) {
	const { path, target } = list.operation;
	const whole = await list.walk();
	if (!whole.isComplete || whole.items.length < 2) return OK;
	const size = Math.max(1, Math.ceil(whole.items.length / Math.max(PAGES$1, nodes.length)));
	const items = [];
	let next = `${target}${target.includes("?") ? "&" : "?"}limit=${size}`;
	for (let page = 0; next !== void 0; page++) {
		const node = nodes[page % nodes.length];
		if (node === void 0 || items.length > whole.items.length) break;
		const answer = await node.ask(next);
		if (answer.status !== 200) return statusIs(answer, 200).map(({ expected, received }) => ({
			expected: `${expected} at ${node.origin}`,
			received
		}));
		items.push(...list.items(answer));
		next = nextPage(answer);
	}
	return same(`the items of ${path} over all nodes`, items, whole.items);
}
// plugins/lists/conformance/query.ts
/** Cases of what is on a page: order, filters, fields, and how many of each a query may name. */
async function sorts(list) {
	const violations = [];
	for (const { name } of list.scalars) {
		const ascending = await list.walk(`&sort=${name}`);
		const descending = await list.walk(`&sort=-${name}`);
		const values = ascending.items.map((item) => scalar(item, name));
		violations.push(...ascending.violations, ...descending.violations, ...same(`values in the order of ${name}`, values, values.toSorted(byValue)));
		if (!ascending.isComplete || !descending.isComplete) continue;
		const reversed = descending.items.map((item) => scalar(item, name)).toReversed();
		const differences = same(`the values of sort=-${name}, reversed`, reversed, values);
		if (differences.length > 0 && await list.isSteady(`&sort=${name}`, ascending.items)) violations.push(...differences);
	}
	return [...violations, ...await list.refused("sort=no-such-field")];
}
/** Each operator selects as many items as the place of a value in the sorted list says. */
async function filters(list) {
	const { operators, operatorsByType } = list.statement.filter;
	const ofTypes = Object.values(operatorsByType).flat();
	const violations = [...sameNames("the operators of all types", ofTypes, operators)];
	for (const { name, type } of list.scalars) {
		const { items, isComplete } = await list.walk(`&sort=${name}`);
		const values = items.map((item) => scalar(item, name));
		const present = values.filter((value) => value !== null && !String(value).includes(","));
		const value = present[Math.floor(present.length / 2)];
		if (value === void 0 || !isComplete) continue;
		const part = String(value).slice(0, 2);
		const expected = countsBy(values, value, part);
		for (const operator of operatorsByType[type] ?? []) {
			const filter = `filter[${name}][${operator}]=${encodeURIComponent(operator === "contains" ? part : String(value))}`;
			const selected = await list.walk(`&${filter}`);
			const count = selected.items.length;
			const differences = same(`number of items with ${filter}`, count, expected[operator]);
			violations.push(...selected.violations, ...differences.length > 0 && await list.isSteady(`&sort=${name}`, items) ? differences : []);
		}
	}
	return [...violations, ...await list.refused("filter[no-such-field]=1", "filter=1")];
}
/** Expected numbers of items by operator. Absent values come first in `sorted`, and have no order. */
function countsBy(sorted, value, part) {
	const first = sorted.indexOf(value);
	const end = sorted.lastIndexOf(value) + 1;
	const absent = sorted.filter((one) => one === null).length;
	return {
		eq: end - first,
		in: end - first,
		ne: sorted.length - (end - first),
		lt: first - absent,
		lte: end - absent,
		gt: sorted.length - end,
		gte: sorted.length - first,
		contains: sorted.filter((one) => one !== null && String(one).includes(part)).length
	};
}
async function fields(list) {
	const { operation } = list;
	const whole = await operation.base();
	const items = list.items(whole).map(asObject);
	const [name] = items.flatMap((item) => Object.keys(item));
	if (name === void 0) return OK;
	const violations = [];
	for (const [search, names] of [
		[`fields=${name}`, [name]],
		[`fields=${name},no-such-field`, [name]],
		["fields=", []]
	]) {
		const answer = await operation.askWith(search);
		const sparse = list.items(answer).map(asObject);
		violations.push(...statusIs(answer, 200), ...same(`as many items with ${search}`, sparse.length, items.length), ...sparse.flatMap((item) => sameNames(`the fields of ${search}`, Object.keys(item), names)), ...same(`profiles with ${search}`, profilesOf(answer), profilesOf(whole)));
	}
	const strict = await operation.askWith("fields=no-such-field", { headers: { prefer: "handling=strict" } });
	return [...violations.slice(0, 3), ...readsHeader(list.registry, "prefer") ? refuses(strict, list, "bad-request") : OK];
}
function profilesOf(answer) {
	return readLinks(answer).header.filter(({ rel }) => rel === "profile").map(({ href }) => href);
}
/** One more than the largest number of each is refused. */
async function bounds(list) {
	const { fieldNames, sortFields, filters: conditions, inValues } = list.statement.limits;
	const names = (count) => Array.from({ length: count }, (_, index) => `f${index}`);
	const [field] = list.scalars;
	const searches = [
		`fields=${names(fieldNames + 1).join(",")}`,
		`sort=${names(sortFields + 1).join(",")}`,
		names(conditions + 1).map((name) => `filter[${name}]=1`).join("&"),
		...field === void 0 ? [] : [`filter[${field.name}][in]=${names(inValues + 1).join(",")}`]
	];
	return (await Array.fromAsync(searches, async (search) => {
		const answer = await list.operation.askWith(search);
		return answer.status === 414 ? OK : refuses(answer, list, "bad-request");
	})).flat();
}
/** The value of a scalar field; null when it is absent. */
function scalar(item, name) {
	const value = asObject(item)[name];
	return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}
/** Absent first, text by code point, which is the order of its UTF-8 bytes. */
function byValue(one, other) {
	if (one === null || other === null) return Number(one !== null) - Number(other !== null);
	if (typeof one === "string" && typeof other === "string") return Buffer.compare(Buffer.from(one), Buffer.from(other));
	return Number(one) - Number(other);
}
// plugins/lists/conformance/index.ts
const PAGES = "lists: pages";
const CURSOR = "lists: cursor";
const SORT = "lists: sort";
const FILTER = "lists: filter";
const FIELDS = "lists: fields";
const BOUNDS = "lists: bounds";
const NODES = "lists: nodes";
const LAW = "a cursor is valid at every node, and a walk over all of them returns each item once";
const ENDPOINTS = "lists: endpoints";
var conformance_default = defineConformance({
	statement: ListsStatement,
	covers: {
		style: [CURSOR],
		defaultPageSize: [PAGES],
		maxPageSize: [PAGES],
		parameters: [
			ENDPOINTS,
			PAGES,
			CURSOR,
			SORT,
			FILTER,
			FIELDS
		],
		filter: [FILTER],
		responseMeta: [PAGES],
		sort: [SORT],
		fields: [FIELDS],
		limits: [BOUNDS],
		applicableEndpoints: [ENDPOINTS],
		wholeEndpoints: [PAGES]
	},
	server: ({ registry }, { applicableEndpoints, parameters }) => [testCase(ENDPOINTS, async () => {
		const routes = registry.routes.filter(({ kind }) => kind === "list");
		const stated = parameters.map(({ name }) => name);
		const accepted = routes.flatMap(({ engine }) => engine?.parameters ?? []).map(({ name }) => name);
		return [...sameNames("the paths of all lists", applicableEndpoints, routes.map(({ path }) => path)), ...sameNames("the parameters of all lists", stated, routes.length === 0 ? stated : accepted)];
	})],
	operation(operation, context, statement) {
		if (operation.route.kind !== "list") return [];
		const list = new List(operation, context, statement);
		return [
			testCase(PAGES, () => pageSizes(list)),
			writesHeader(context.registry, "Link") ? testCase(CURSOR, () => again(list, walks$1)) : {
				name: CURSOR,
				skipped: "without links the next page cannot be found"
			},
			testCase(SORT, () => again(list, sorts)),
			testCase(FILTER, () => again(list, filters)),
			testCase(FIELDS, () => fields(list)),
			testCase(BOUNDS, () => bounds(list))
		];
	},
	nodes: (context, statement) => [writesHeader(context.registry, "Link") ? testLaw(NODES, LAW, () => walksNodes(context, statement)) : {
		name: NODES,
		law: LAW,
		skipped: "without links the next page cannot be found"
	}]
});
/** Times that a case reads a journal. */
const MAX_RUNS = 4;
/** Runs a case of a journal again while it fails, as further items may come between two requests: a fault stays. */
async function again(list, run) {
	const maxRuns = list.operation.route.declaration.list?.journal === true ? MAX_RUNS : 1;
	let violations = await run(list);
	for (let runs = 1; runs < maxRuns && violations.length > 0; runs += 1) violations = await run(list);
	return violations;
}
export { conformance_default as default };

//# sourceMappingURL=index.js.map