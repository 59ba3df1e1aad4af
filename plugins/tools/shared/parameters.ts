/** Finds a path for each route, with parameters that exist: from the server's own lists and links. */
import type { Registry, SealedRoute } from "waymark";
import { getOrMake, toInputJsonSchema } from "waymark/advanced";
import type { CheckContext } from "./policy-tests.ts";
import { shapeOf, targetOf } from "waymark/tools";
import { instancesOf } from "waymark/services";
import { asObject, readItems, readLinks, readObject, type ReadableAnswer } from "./read.ts";
import { sampleQuery, searchOf } from "./sample.ts";

/** A path and query, or the reason why there is none. */
export type FoundPath =
  | { readonly target: string }
  | {
      readonly missing: string;
      /** The route that makes the resource refuses each sample with a code that it declares. */
      readonly isRefused?: boolean;
    };

type Read = (path: string) => Promise<ReadableAnswer>;

/** Values of one parameter that are tried, so that a list with items is found. */
const MAX_CANDIDATES = 5;

/** Returns a function that finds the path of a route. Each collection is read once. */
export function pathFinder({
  registry,
  exclusive,
  ask,
}: Pick<CheckContext, "registry"> & { readonly exclusive: boolean; ask: Read }) {
  const answers = new Map<string, Promise<ReadableAnswer>>();
  const read: Read = (path) => getOrMake(answers, path, () => ask(path));

  return async (route: SealedRoute): Promise<FoundPath> => {
    const search = requiredSearch(route);
    if (search === undefined)
      return {
        missing:
          "no query was found that its schema accepts; add examples to the schema of the query",
      };
    const valuesAt = async (at: number, name: string, prefix: string) => {
      const examples = examplesOf(route, name);
      if (exclusive && examples.length > 0) return examples;
      return [...(await findValues(registry, route, at, name, prefix, read)), ...examples];
    };
    let prefixes = [""];
    for (const [at, segment] of route.pattern.segments.entries()) {
      const longer: string[] = [];
      for (const prefix of prefixes.slice(0, MAX_CANDIDATES)) {
        const values =
          typeof segment === "string"
            ? [segment]
            : (await valuesAt(at, segment.name, prefix)).map(toSegment);
        longer.push(...values.map((value) => `${prefix}/${value}`));
      }
      if (longer.length === 0 && typeof segment === "object")
        return {
          missing: `nothing lists a value for {${segment.name}}; add a list at ${prefixes[0] || "/"}, a relation that leads here, or examples to the schema of the parameters`,
        };
      prefixes = [...new Set(longer)];
    }
    const isTemplate = route.pattern.params.length > 0;
    // Examples of schemas, and what other callers see, may be absent from a server of others.
    const present =
      exclusive || !isTemplate ? prefixes : await presentAt(registry, route, prefixes, read);
    if (present.length === 0) return { missing: `nothing is at ${prefixes[0]}` };
    return { target: `${await bestPath(route, present, read)}${search}` };
  };
}

/** Returns a value as servers write it in a path, where a colon stands for itself (RFC 3986, section 3.3). */
function toSegment(value: string): string {
  return encodeURIComponent(value).replaceAll("%3A", ":");
}

/** Returns the first few paths at which the route that reads there finds something. */
async function presentAt(
  { routes }: Registry,
  { pattern }: SealedRoute,
  paths: readonly string[],
  read: Read,
): Promise<readonly string[]> {
  const shape = shapeOf(pattern);
  const reader = routes.find(
    ({ method, kind, pattern: other }) =>
      method === "GET" && kind !== "stream" && shapeOf(other) === shape,
  );
  const some = paths.slice(0, MAX_CANDIDATES);
  if (reader === undefined) return some;
  const isPresent = await Promise.all(
    some.map(async (path) => ![404, 410].includes((await read(path)).status)),
  );
  return some.filter((_, at) => isPresent[at]);
}

/** Returns the first path that answers, and has items if it is a list. */
async function bestPath(route: SealedRoute, paths: readonly string[], read: Read) {
  const [first = "/"] = paths;
  if (paths.length === 1 || route.method !== "GET" || route.kind === "stream") return first;
  let answering: string | undefined;
  for (const path of paths.slice(0, MAX_CANDIDATES)) {
    const answer = await read(path);
    if (answer.status >= 400) continue;
    if (route.kind !== "list" || readItems(answer, route).length > 0) return path;
    answering ??= path;
  }
  return answering ?? first;
}

/** Values of the parameter at a segment: a page that its plugin lists, or what the collection at `prefix` lists or links to. */
async function findValues(
  registry: Registry,
  route: SealedRoute,
  at: number,
  name: string,
  prefix: string,
  read: Read,
): Promise<readonly string[]> {
  const [instance] = instancesOf(registry, route, undefined);
  if (instance !== undefined) return [instance.params[name] ?? ""];

  const collection = registry.routes.find(
    ({ method, kind, pattern: { segments } }) =>
      method === "GET" &&
      (kind === "list" || kind === "returns") &&
      segments.length === at &&
      segments.every((segment, index) => isSameSegment(segment, route.pattern.segments[index])),
  );
  if (collection === undefined || prefix === "") return [];
  const answer = await read(prefix);
  if (answer.status !== 200) return [];
  const fields = [boundField(collection, route, name), name, "id", "code", "key", "name"];
  const fromItems = readItems(answer, collection).flatMap((item) => identifier(item, fields));
  const fromLinks = readLinks(answer).body.flatMap(({ href }) => segmentBelow(prefix, href, at));
  const fromNames = Object.values(readObject(answer))
    .filter((value) => Array.isArray(value))
    .flatMap((values) => values.filter((value) => typeof value === "string"));
  return [fromItems, fromLinks, fromNames].find((values) => values.length > 0) ?? [];
}

function isSameSegment(one: unknown, other: unknown): boolean {
  return typeof one === "string" || typeof other === "string" ? one === other : true;
}

/** Returns the field of the items that a relation of the list binds to the parameter. */
function boundField({ declaration }: SealedRoute, route: SealedRoute, name: string): string {
  for (const relation of Object.values(declaration.list?.relations ?? {})) {
    const field = typeof relation === "string" ? undefined : relation.with?.[name];
    const target = targetOf(relation);
    if (field !== undefined && (target === route.ref || target === route.id)) return field;
  }
  return name;
}

/** Returns the first of the fields that has a value, as text. */
function identifier(item: unknown, fields: readonly string[]): readonly string[] {
  if (typeof item === "string") return [item];
  const object = asObject(item);
  const value = fields
    .map((field) => object[field])
    .find((one) => typeof one === "string" || typeof one === "number");
  return value === undefined ? [] : [String(value)];
}

/** Returns the segment after `prefix` of a link that leads below it. */
function segmentBelow(prefix: string, href: string, at: number): readonly string[] {
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

/** Returns the query that the route needs to answer, with its `?`, or "". Undefined if none was found. */
function requiredSearch({ declaration: { query } }: SealedRoute): string | undefined {
  if (query === undefined) return "";
  const sample = sampleQuery(query);
  if (sample === undefined) return undefined;
  const search = searchOf(sample);
  return search === "" ? "" : `?${search}`;
}
