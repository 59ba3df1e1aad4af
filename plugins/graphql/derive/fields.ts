/** Fields of the query and of the mutation: the routes that have one, and its name. */
import { camelCase, fieldNames, parsePath, type RouteBase } from "waymark/advanced";
import { isGraphqlName } from "./names.ts";

/** The parts of a route that decide about its field. */
export interface FieldSource extends Pick<RouteBase, "id" | "plugin" | "declaration" | "schema"> {
  /** Upload of the route; known once it is sealed. */
  readonly upload?: RouteBase["upload"];
}

/** Fields of the query about the server itself, without a route. */
export const FACTS = {
  service: "Name of the service.",
  version: "Release of the service.",
} as const;

/** Checks that a query reads a route: not if its body has a format of its own without members, as GraphQL's answers. */
export function isRead({
  schema,
  declaration,
}: Pick<FieldSource, "schema" | "declaration">): boolean {
  const { method, list, returns, bareBody } = declaration;
  const body = list !== undefined || returns !== undefined;
  return method === "GET" && body && schema !== undefined && bareBody !== true;
}

/**
 * Checks that a route is a field of the mutation: it changes something and answers with JSON or nothing. A body without
 * room for members has a format of its own, as with reads. A route outside of transactions only passes requests on, and the
 * bytes of an upload have no form in GraphQL.
 */
export function isWritten({
  id,
  declaration,
  upload,
}: Pick<FieldSource, "id" | "declaration" | "upload">): boolean {
  const { method, path, returns, empty, produces, asset, bareBody, transaction } = declaration;
  return (
    method !== "GET" &&
    upload === undefined &&
    (returns !== undefined || empty === true) &&
    asset !== true &&
    bareBody !== true &&
    transaction !== false &&
    (produces ?? []).every((mediaType) => /[/+]json$/.test(mediaType)) &&
    [id, ...parsePath(path).params].every(isGraphqlName)
  );
}

/** Checks that the query itself has all fields of a resource, as with `/api/version`. */
export function isFact({ declaration: { returns } }: Pick<FieldSource, "declaration">): boolean {
  return returns !== undefined && fieldNames(returns).every((name) => Object.hasOwn(FACTS, name));
}

/**
 * Returns a name for each route that can be read. It follows from routes of the same plugin alone, so that it stays if
 * other plugins come and go; two plugins that arrive at one name are a conflict (GRAPHQL_FIELD_CONFLICT).
 */
export function rootFields<R extends FieldSource>(routes: readonly R[]): ReadonlyMap<R, string> {
  const names = new Map<R, string>();
  for (const ofPlugin of Map.groupBy(routes, ({ plugin }) => plugin).values()) {
    const taken = new Set(Object.keys(FACTS));
    for (const route of ofPlugin.filter(isNameable)) {
      const name = namesFor(route).find((candidate) => !taken.has(candidate));
      if (name === undefined) continue;
      taken.add(name);
      names.set(route, name);
    }
  }
  return names;
}

/** Checks that a route is read and that its path's parameters can become arguments. */
function isNameable(route: FieldSource): boolean {
  return isRead(route) && parsePath(route.declaration.path).params.every(isGraphqlName);
}

/** Returns possible names, the best first: the list's name for its items, else the id without its verb. */
function namesFor(route: FieldSource): readonly string[] {
  const { id, declaration } = route;
  const noun = decapitalize(id.replace(/^(get|list|show|read|find)(?=[A-Z])/, ""));
  const names = [declaration.list?.as ?? noun, noun, id, qualifiedField(route)];
  return names.filter(isGraphqlName);
}

/** Returns the name of a field with the plugin's id in front. */
export function qualifiedField({ id, plugin }: Pick<FieldSource, "id" | "plugin">): string {
  return `${camelCase(plugin)}_${id}`;
}

function decapitalize(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
