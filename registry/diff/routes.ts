/** Compares routes. Routes that answer the same requests are one, even if their path parameters have other names. */
import type { RouteDocument } from "../derive/export/form.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { parsePath, shapeOf } from "../contract/path.ts";
import { compareAnswers } from "./answers.ts";
import { compareCache } from "./cache.ts";
import { change, isEqual, listed, pairs, type Both, type Change } from "./change.ts";
import { compareRouteHeaders } from "./headers.ts";
import { compareRequests } from "./requests.ts";

export function compareRoutes(both: Both): readonly Change[] {
  const { before, after } = both;
  return pairs(byRequest(before.routes), byRequest(after.routes)).flatMap(([, old, current]) => {
    if (old === undefined && current !== undefined) {
      const from = before.routes.find(({ ref }) => ref === current.ref);
      const moved = from !== undefined && !byRequest(after.routes)[requestOf(from)];
      const hint = moved
        ? `, moved from ${whereOf(from)}`
        : `: ${current.summary.replace(/\.$/, "")}`;
      return [change("route-added", whereOf(current), `the operation is new${hint}`)];
    }
    if (old !== undefined && current === undefined) {
      const to = after.routes.find(({ ref }) => ref === old.ref);
      const moved = to !== undefined && !byRequest(before.routes)[requestOf(to)];
      const hint = moved ? `; it moved to ${whereOf(to)}` : "";
      return [change("route-removed", whereOf(old), `the operation is gone${hint}`)];
    }
    return old === undefined || current === undefined ? [] : compareRoute(old, current, both);
  });
}

function whereOf({ method, path }: Pick<RouteDocument, "method" | "path">): string {
  return `${method} ${path}`;
}

function requestOf({ method, path }: RouteDocument): string {
  return `${method} ${shapeOf(parsePath(path))}`;
}

function byRequest(routes: readonly RouteDocument[]): Readonly<Record<string, RouteDocument>> {
  return Object.fromEntries(routes.map((route) => [requestOf(route), route]));
}

function compareRoute(old: RouteDocument, after: RouteDocument, both: Both): readonly Change[] {
  const where = whereOf(after);
  const before = withParametersOf(old, after);
  return [
    ...names(old, after, where),
    ...compareRequests(before, after, where, both),
    ...compareAnswers(before, after, where, both),
    ...compareCache(before.cache, after.cache, where),
    ...compareRouteHeaders(before, after, where, both),
    ...settings(before, after, where),
  ];
}

function names(before: RouteDocument, after: RouteDocument, where: string): Change[] {
  const changes: Change[] = [];
  if (before.operation !== after.operation) {
    const message = `the operation is now called \`${after.operation}\` (was \`${before.operation}\`)`;
    changes.push(change("operation-renamed", where, message));
  }
  if (before.path !== after.path)
    changes.push(change("path-parameter-renamed", where, `the path was \`${before.path}\``));
  if (before.plugin !== after.plugin) {
    const message = `it now belongs to the plugin \`${after.plugin}\` (was \`${before.plugin}\`)`;
    changes.push(change("route-plugin-changed", where, message));
  }
  if (before.summary !== after.summary || before.description !== after.description)
    changes.push(change("route-text-changed", where, "its description changed"));
  return changes;
}

/** The former route with its path parameters under their new names. */
function withParametersOf(before: RouteDocument, { path }: RouteDocument): RouteDocument {
  if (before.path === path) return before;
  const [old, current] = [parsePath(before.path).params, parsePath(path).params];
  const rename = (name: string) => current[old.indexOf(name)] ?? name;
  const { properties = {}, required = [], ...rest } = before.params;
  const params: JsonSchema = {
    ...rest,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [rename(name), schema]),
    ),
    required: required.map(rename),
  };
  return { ...before, params };
}

/** Values that lift a limit for one route. */
const EXEMPT = "exempt";

function settings(before: RouteDocument, after: RouteDocument, where: string): Change[] {
  return pairs(before.settings, after.settings).flatMap(([key, old, current]): Change[] => {
    if (isEqual(old, current)) return [];
    if (key === "deprecated" && old === undefined)
      return [change("route-deprecated", where, `the operation is deprecated${sunset(current)}`)];
    if (key === "deprecated" && current === undefined)
      return [change("route-undeprecated", where, "the operation is no longer deprecated")];
    if (old === EXEMPT)
      return [change("exemption-removed", where, `it is no longer exempt from \`${key}\``)];
    if (current === EXEMPT)
      return [change("exemption-added", where, `it is now exempt from \`${key}\``)];
    const [now, was] = [current, old].map((value) =>
      value === undefined ? "unset" : listed([value]),
    );
    return [change("route-setting-changed", where, `\`${key}\` is now ${now} (was ${was})`)];
  });
}

function sunset(value: unknown): string {
  const date: unknown =
    typeof value === "object" && value !== null ? Reflect.get(value, "sunset") : undefined;
  return typeof date === "string" ? `, and ends on ${date}` : "";
}
