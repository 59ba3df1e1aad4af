import type { JsonSchema } from "waymark";
import {
  fillPath,
  fillRelation,
  type CallTarget,
  type ResolvedRelation,
  type RouteInfo,
} from "waymark/advanced";

interface Link {
  readonly href: string;
}
export type Links = Record<string, Link>;

const LINK: JsonSchema = {
  type: "object",
  properties: { href: { type: "string", format: "uri-reference" } },
  required: ["href"],
};

/** `_links` with these relations. Open: `next` and computed relations come and go. */
export function linksSchema(relations: readonly string[]): JsonSchema {
  const properties = Object.fromEntries(relations.map((relation) => [relation, LINK]));
  return { type: "object", properties, additionalProperties: LINK };
}

/** The links of a route. */
export interface LinkPlan {
  /** The same in every answer. */
  readonly fixed: Readonly<Links>;
  /** Relations whose targets have parameters, filled in for each request. */
  readonly open: readonly ResolvedRelation[];
}

export function planLinks({ relations, computed }: RouteInfo): LinkPlan {
  const hrefs = relations.flatMap(({ rel, target }) => {
    const href = target.params.length === 0 ? fillPath(target, {}) : undefined;
    return href === undefined ? [] : [[rel, href] as const];
  });
  const fixed = [...hrefs, ...Object.entries(computed())].map(([rel, href]) => [rel, { href }]);
  return {
    fixed: Object.fromEntries(fixed),
    open: relations.filter(({ target }) => target.params.length > 0),
  };
}

/**
 * The links of each item of a list, under names made from data: `integrations:lisboa`. An item that lacks the fields
 * which fill a link has none.
 */
export function itemLinks(
  { itemRelations, declaration: { list } }: RouteInfo,
  params: Readonly<Record<string, string>>,
  body: Readonly<Record<string, unknown>>,
): Links {
  const items = itemRelations.length === 0 ? [] : body[list?.as ?? ""];
  if (!Array.isArray(items)) return {};
  const links: Links = {};
  for (const item of items) {
    const source: Readonly<Record<string, unknown>> = { ...params, ...Object(item) };
    for (const relation of itemRelations) {
      const href = fillRelation(relation, source);
      const key = Object.values(relation.bindings).map((name) => source[name]);
      if (href !== undefined) links[`${relation.rel}:${key.join("/")}`] = { href };
    }
  }
  return links;
}

/**
 * Returns the request's own URL, with its query if the route has query parameters. Undefined for a malformed path, and for
 * a path that would resolve to another host (RFC 3986, section 4.2; browsers read `\` as `/`).
 */
export function selfLink({ path, search, route }: CallTarget): string | undefined {
  if (!path.startsWith("/") || path[1] === "/" || path[1] === "\\") return undefined;
  const queried = route.kind === "list" || route.declaration.query !== undefined;
  return queried ? path + search : path;
}

/** Returns the relation as documents list it: a name made from data, such as `schema:Office`, as `schema:{key}`. */
export function familyOf(rel: string): string {
  const colon = rel.indexOf(":");
  // A relation that is a URI (RFC 8288, section 2.1.2) names itself.
  return colon === -1 || rel.startsWith("//", colon + 1) ? rel : `${rel.slice(0, colon)}:{key}`;
}

/** Checks that a listed relation depends on data, so that an answer may lack it. */
export function isFamily(rel: string): boolean {
  return rel.endsWith(":{key}");
}
