/** A path for each route, its parameters filled in with values that exist: found in the service's own lists and links. */
import type { Answer } from "../../registry/contract/conformance.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { targetOf } from "../../registry/seal/relations.ts";
import { toInputJsonSchema } from "../../registry/schema/convert.ts";
import { asObject, itemsOf, jsonOf } from "./body.ts";
import { linksOf } from "./links.ts";
import { sampleQuery } from "./sample.ts";
import type { World } from "./context.ts";

/** A path and query, or why there is none. */
export type Found = { readonly target: string } | { readonly missing: string };

/** Values of one parameter that are tried, so that a list with items is found. */
const MAX_CANDIDATES = 5;

/** Finds paths, asking each collection once. */
export function pathFinder({ registry, ask }: Pick<World, "registry" | "ask">) {
  const asked = new Map<string, Promise<Answer>>();
  const read = (path: string): Promise<Answer> => {
    const answer = asked.get(path) ?? ask(path);
    asked.set(path, answer);
    return answer;
  };

  return async (route: SealedRoute): Promise<Found> => {
    const query = queryOf(route);
    if (query === undefined) {
      return {
        missing: `no query was found that its schema accepts; give the schema of the query examples`,
      };
    }
    let prefixes = [""];
    for (const [at, segment] of route.pattern.segments.entries()) {
      if (typeof segment === "string") {
        prefixes = prefixes.map((prefix) => `${prefix}/${segment}`);
        continue;
      }
      const found: string[] = [];
      for (const prefix of prefixes.slice(0, MAX_CANDIDATES)) {
        const values = await valuesOf(registry, route, at, prefix, read);
        found.push(...values.map((value) => `${prefix}/${encodeURIComponent(value)}`));
      }
      if (found.length === 0) {
        return {
          missing: `nothing lists a value for {${segment.name}}; add a list at ${prefixes[0] || "/"}, a relation that leads here, or examples to the schema of the parameters`,
        };
      }
      prefixes = [...new Set(found)];
    }
    return { target: `${await best(route, prefixes, read)}${query}` };
  };
}

/** The first path that answers, and where it is a list, has items. */
async function best(
  route: SealedRoute,
  paths: readonly string[],
  read: (path: string) => Promise<Answer>,
): Promise<string> {
  const [first = "/"] = paths;
  if (paths.length === 1 || route.method !== "GET" || route.kind === "stream") return first;
  let answering: string | undefined;
  for (const path of paths.slice(0, MAX_CANDIDATES)) {
    const answer = await read(path);
    if (answer.status >= 400) continue;
    if (route.kind !== "list" || itemsOf(answer, route).length > 0) return path;
    answering ??= path;
  }
  return answering ?? first;
}

async function valuesOf(
  registry: Registry,
  route: SealedRoute,
  at: number,
  prefix: string,
  read: (path: string) => Promise<Answer>,
): Promise<readonly string[]> {
  const name = nameAt(route, at);
  const given = examplesOf(route, name);
  if (given.length > 0) return given;

  const collection = registry.routes.find(
    ({ method, kind, pattern: { segments } }) =>
      method === "GET" &&
      (kind === "list" || kind === "returns") &&
      segments.length === at &&
      segments.every((segment, index) => sameSegment(segment, route.pattern.segments[index])),
  );
  if (collection === undefined || prefix === "") return [];
  const answer = await read(prefix);
  if (answer.status !== 200) return [];
  const fields = [boundField(collection, route, name), name, "id", "code", "key", "name"];
  const listed = itemsOf(answer, collection).flatMap((item) => textOf(item, fields));
  const linked = linksOf(answer).body.flatMap(({ href }) => segmentOf(href, prefix, at));
  const named = Object.values(asObject(jsonOf(answer)))
    .filter((value) => Array.isArray(value))
    .flatMap((values) => values.filter((value) => typeof value === "string"));
  return [listed, linked, named].find((values) => values.length > 0) ?? [];
}

function nameAt({ pattern }: SealedRoute, at: number): string {
  const segment = pattern.segments[at];
  return typeof segment === "object" ? segment.name : "";
}

function sameSegment(one: unknown, other: unknown): boolean {
  return typeof one === "string" || typeof other === "string" ? one === other : true;
}

/** The field of the items that a relation of the list binds to the parameter. */
function boundField({ declaration }: SealedRoute, route: SealedRoute, name: string): string {
  for (const relation of Object.values(declaration.list?.relations ?? {})) {
    const bound = typeof relation === "string" ? undefined : relation.with?.[name];
    const target = targetOf(relation);
    if (bound !== undefined && (target === route.ref || target === route.id)) return bound;
  }
  return name;
}

function textOf(item: unknown, fields: readonly string[]): readonly string[] {
  if (typeof item === "string") return [item];
  const object = asObject(item);
  const value = fields
    .map((field) => object[field])
    .find((held) => typeof held === "string" || typeof held === "number");
  return value === undefined ? [] : [String(value)];
}

/** The segment after `prefix` of a link that leads below it. */
function segmentOf(href: string, prefix: string, at: number): readonly string[] {
  if (!href.startsWith(`${prefix}/`)) return [];
  const segment = href.slice(1).split(/[/?#]/)[at];
  return segment === undefined || segment === "" ? [] : [decodeURIComponent(segment)];
}

function examplesOf({ declaration }: SealedRoute, name: string): readonly string[] {
  if (declaration.params === undefined) return [];
  const node = toInputJsonSchema(declaration.params).root.properties?.[name] ?? {};
  const values = node.const === undefined ? (node.examples ?? node.enum ?? []) : [node.const];
  return values.map(String);
}

/** The query without which the route does not answer, with its `?`, or "". Undefined when none was found. */
function queryOf({ declaration: { query } }: SealedRoute): string | undefined {
  if (query === undefined) return "";
  const sample = sampleQuery(query);
  if (sample === undefined) return undefined;
  const search = new URLSearchParams(sample).toString();
  return search === "" ? "" : `?${search}`;
}
