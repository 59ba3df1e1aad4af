/** Findings about parameters of paths: sources for parameters of a relation's target, and `params` of a route's own. */
import type { Collected } from "../collect.ts";
import type { Report } from "./check-references.ts";
import { nearest, show } from "../../schema/words.ts";
import type { Finding } from "../../contract/finding/finding.ts";
import { parsePath } from "../../contract/route/path.ts";
import type { ListQuery } from "../../contract/route/list.ts";
import type { Relation, Route } from "../../contract/route/route.ts";
import { qualifyRef, targetOf } from "../compile/relations.ts";
import { toInputJsonSchema, toJsonSchema, type Converted } from "../../schema/convert.ts";
import { fieldsOf } from "../../schema/fields.ts";
import { SchemaError, type JsonSchema } from "../../schema/json-schema.ts";
import { flatten } from "../../schema/references.ts";
import { isSchema, type Schema } from "../../schema/schema.ts";

/**
 * Checks one route at each step. Apart from other findings, because converting schemas takes time. A relation whose target
 * is off disappears, so nothing is to be said of it.
 */
export function* checkBindings({
  routes,
}: Pick<Collected, "routes">): Generator<Finding | undefined, void> {
  const params = new Map(
    routes.map(({ plugin, name, value }) => [`${plugin}.${name}`, parsePath(value.path).params]),
  );
  for (const { plugin, name, value: route } of routes) {
    const findings: Finding[] = [];
    const report: Report = (code, message, hint) =>
      void findings.push({ code, plugin, where: `route ${name}`, message, hint });
    checkParams(route, report);
    checkListQuery(route, report);
    for (const link of linksOf(route)) {
      const target = params.get(qualifyRef(targetOf(link.relation), plugin));
      if (target !== undefined) checkLink(link, target, report);
    }
    yield* findings;
    yield undefined;
  }
}

interface Link {
  /** Name of the link in messages. */
  readonly name: string;
  /** Writes the declaration with this value. */
  readonly write: (value: string) => string;
  readonly relation: Relation;
  /** Phrase for the owner that lacks a field: `this route does`. */
  readonly who: string;
  /** The places that may fill it, in words. */
  readonly from: string;
  readonly sources: () => Sources;
}

function linksOf({ path, returns, list, relations = {}, creates }: Route): readonly Link[] {
  const own = { filling: parsePath(path).params, others: [], isOpen: false };
  const ofRoute = {
    who: "this route does",
    from: list
      ? "a parameter of the path (links of each item belong to list: { relations })"
      : "a parameter of the path or a field of the body",
    sources: () => join(own, sourcesOf(returns)),
  };
  const ofItem = {
    who: "its items do",
    from: "a field of the items",
    sources: () => sourcesOf(list?.of),
  };
  const links = Object.entries(relations).map(([rel, relation]) => ({
    ...ofRoute,
    name: `relation ${rel}`,
    write: (value: string) => `relations: { ${rel}: ${value} }`,
    relation,
  }));
  const linksOfItems = Object.entries(list?.relations ?? {}).map(([rel, relation]) => ({
    ...ofItem,
    name: `relation ${rel}`,
    write: (value: string) => `list: { relations: { ${rel}: ${value} } }`,
    relation,
  }));
  const created = { ...ofRoute, name: "creates", write: (value: string) => `creates: ${value}` };
  return [
    ...links,
    ...linksOfItems,
    ...(creates === undefined ? [] : [{ ...created, relation: creates }]),
  ];
}

function checkLink(
  { name, write, relation, who, from, sources }: Link,
  params: readonly string[],
  report: Report,
): void {
  const to = targetOf(relation);
  const bound = typeof relation === "string" ? {} : (relation.with ?? {});
  for (const parameter of Object.keys(bound)) {
    if (params.includes(parameter)) continue;
    report(
      "RELATION_UNBOUND",
      `${name} fills {${parameter}}, which the path of ${to} does not have`,
      params.length === 0 ? `remove with, as ${to} has no parameters` : `fill ${params.join(", ")}`,
    );
  }
  if (params.length === 0) return;
  const { filling, others, isOpen } = sources();
  for (const parameter of params) {
    const source = bound[parameter];
    const field = source ?? parameter;
    if (isOpen || filling.includes(field)) continue;
    const lacks = others.includes(field) ? "holds no text or number" : `${who} not have`;
    const near = source === undefined ? undefined : nearest(source, filling);
    report(
      "RELATION_UNBOUND",
      source === undefined
        ? `${name} leads to ${to}, and nothing fills {${parameter}}`
        : `${name} fills {${parameter}} from ${show(source)}, which ${lacks}`,
      near === undefined
        ? `write ${write(`{ to: ${show(to)}, with: { ${parameter}: "…" } }`)} with ${from}: ${filling.join(", ") || "there is none yet"}`
        : `did you mean ${show(near)}?`,
    );
  }
}

function checkParams({ path, params }: Route, report: Report): void {
  const inPath = parsePath(path).params;
  const { filling, others, isOpen } = sourcesOf(params, toInputJsonSchema);
  const described = [...filling, ...others];
  if (params === undefined || isOpen) return;
  const missing = inPath.filter((name) => !described.includes(name));
  if (missing.length === 0 && described.length === inPath.length) return;
  report(
    "ROUTE_INVALID",
    `params describes ${described.join(", ") || "nothing"}, and the path has ${inPath.join(", ") || "no parameters"}`,
    inPath.length === 0
      ? "remove params, or write a path like /brains/{id}"
      : `describe each parameter of the path: params: z.object({ ${inPath.map((name) => `${name}: …`).join(", ")} })`,
  );
}

/** Members of the query that handlers of lists receive. */
const LIST_QUERY = namesOf({ fields: 1, filters: 1, sort: 1, limit: 1, after: 1 });

function namesOf(names: Readonly<Record<keyof ListQuery, 1>>): readonly string[] {
  return Object.keys(names);
}

function checkListQuery({ list, query }: Route, report: Report): void {
  if (list === undefined || query === undefined) return;
  const { filling, others } = sourcesOf(query, toInputJsonSchema);
  const taken = [...filling, ...others].filter((name) => LIST_QUERY.includes(name));
  if (taken.length > 0)
    report(
      "ROUTE_INVALID",
      `query has ${taken.join(", ")}, which every list has already`,
      "rename it, or leave it out where the list's own is enough",
    );
}

/** Names that a parameter can be filled from. */
interface Sources {
  /** Names of texts and numbers. */
  readonly filling: readonly string[];
  /** Names of values that no path can hold. */
  readonly others: readonly string[];
  /** True if there may be any other. */
  readonly isOpen: boolean;
}

function join(a: Sources, b: Sources): Sources {
  return {
    filling: [...a.filling, ...b.filling],
    others: [...a.others, ...b.others],
    isOpen: a.isOpen || b.isOpen,
  };
}

/** Returns the top-level fields of a schema. A schema that does not convert is another finding. */
function sourcesOf(
  schema: Schema | undefined,
  convert: (schema: Schema) => Converted = toJsonSchema,
): Sources {
  if (!isSchema(schema)) return { filling: [], others: [], isOpen: false };
  try {
    const { root, definitions } = convert(schema);
    const fields = [...fieldsOf(root, definitions)];
    const { filling = [], others = [] } = Object.groupBy(fields, ([, { schemas }]) =>
      schemas.some((field) => isFilling(flatten(field, definitions))) ? "filling" : "others",
    );
    const names = (some: typeof fields) => some.map(([name]) => name);
    return {
      filling: names(filling),
      others: names(others),
      isOpen: hasOpenMember(root, definitions),
    };
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return { filling: [], others: [], isOpen: true };
  }
}

function isFilling({ type }: JsonSchema): boolean {
  const types: readonly string[] = type === undefined ? ["string"] : [type].flat();
  return types.some((one) => one === "string" || one === "number" || one === "integer");
}

/** Checks that objects may have fields that the schema does not list. */
function hasOpenMember(node: JsonSchema, definitions: Converted["definitions"]): boolean {
  const { type, properties, additionalProperties, ...flat } = flatten(node, definitions);
  const members = [...(flat.allOf ?? []), ...(flat.anyOf ?? []), ...(flat.oneOf ?? [])];
  return (
    (additionalProperties !== undefined && additionalProperties !== false) ||
    (type === undefined && properties === undefined && members.length === 0) ||
    members.some((member) => hasOpenMember(member, definitions))
  );
}
