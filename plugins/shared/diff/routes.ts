/** Compares routes. Routes that answer the same requests are one, even if their path parameters have other names. */
import { isDeepStrictEqual } from "node:util";
import { parsePath } from "waymark/advanced";
import { type RouteDocument, isRecord, shapeOf } from "waymark/tools";
import { compareAccess } from "./catalog.ts";
import { listed, pairs, type Report } from "./change.ts";
import { compareAnswers, compareRequests } from "./exchange.ts";
import { compareRouteHeaders } from "./headers.ts";

export function compareRoutes(report: Report): void {
  const [before, after] = [byRequest(report.before.routes), byRequest(report.after.routes)];
  for (const [, old, current] of pairs(before, after)) {
    if (old !== undefined && current !== undefined) compareRoute(report, old, current);
    else if (current !== undefined) {
      const from = report.before.routes.find(({ ref }) => ref === current.ref);
      const moved = from !== undefined && after[requestOf(from)] === undefined;
      const hint = moved
        ? `, moved from ${whereOf(from)}`
        : `: ${current.summary.replace(/\.$/, "")}`;
      report.at(whereOf(current)).add("route-added", `the operation is new${hint}`);
    } else if (old !== undefined) {
      const to = report.after.routes.find(({ ref }) => ref === old.ref);
      const moved = to !== undefined && before[requestOf(to)] === undefined;
      const hint = moved ? `; it moved to ${whereOf(to)}` : "";
      report.at(whereOf(old)).add("route-removed", `the operation is gone${hint}`);
    }
  }
}

function whereOf({ method, path }: RouteDocument): string {
  return `${method} ${path}`;
}

function requestOf({ method, path }: RouteDocument): string {
  return `${method} ${shapeOf(parsePath(path))}`;
}

function byRequest(routes: readonly RouteDocument[]): Readonly<Record<string, RouteDocument>> {
  return Object.fromEntries(routes.map((route) => [requestOf(route), route]));
}

function compareRoute(all: Report, old: RouteDocument, after: RouteDocument): void {
  const report = all.at(whereOf(after));
  compareNames(report, old, after);
  const before = withParametersOf(old, after);
  compareAccess(report, before.requiredScopes, after.requiredScopes);
  compareRequests(report, before, after);
  compareAnswers(report, before, after);
  compareCache(report, before.cache, after.cache);
  compareRouteHeaders(report, before, after);
  compareSettings(report, before.settings, after.settings);
}

function compareNames(report: Report, before: RouteDocument, after: RouteDocument): void {
  const [{ operation, path }, is] = [before, after];
  report.compareValues("operation-renamed", "the operation is now called", operation, is.operation);
  if (path !== is.path) report.add("path-parameter-renamed", `the path was \`${path}\``);
}

/** Returns the former route with its path parameters under their new names. */
function withParametersOf(before: RouteDocument, { path }: RouteDocument): RouteDocument {
  if (before.path === path) return before;
  const [old, current] = [parsePath(before.path).params, parsePath(path).params];
  const rename = (name: string) => current[old.indexOf(name)] ?? name;
  const { properties = {}, required = [] } = before.params;
  const renamed = Object.entries(properties).map(([name, schema]) => [rename(name), schema]);
  const params = {
    ...before.params,
    properties: Object.fromEntries(renamed),
    required: required.map(rename),
  };
  return { ...before, params };
}

/** Values that lift a limit for one route. */
const EXEMPT = "exempt";
type Settings = RouteDocument["settings"];

function compareSettings(report: Report, before: Settings, after: Settings): void {
  for (const [key, old, current] of pairs(before, after)) {
    if (isDeepStrictEqual(old, current)) continue;
    const show = (value: unknown) => (value === undefined ? "unset" : listed([value]));
    if (key === "deprecated" && old === undefined) {
      const date = isRecord(current) ? current["sunset"] : undefined;
      const end = typeof date === "string" ? `, and ends on ${date}` : "";
      report.add("route-deprecated", `the operation is deprecated${end}`);
    } else if (key === "deprecated" && current === undefined)
      report.add("route-undeprecated", "the operation is no longer deprecated");
    else if (old === EXEMPT)
      report.add("exemption-removed", `it is no longer exempt from \`${key}\``);
    else if (current === EXEMPT) report.add("exemption-added", `it is now exempt from \`${key}\``);
    else
      report.add("route-setting-changed", `\`${key}\` is now ${show(current)} (was ${show(old)})`);
  }
}

type Cache = RouteDocument["cache"];

function compareCache(report: Report, before: Cache, after: Cache): void {
  if (before === null || after === null || before === after) return; // answers to writes are not stored
  if (after === "no-store") return report.add("cache-stopped", "caches no longer store it");
  if (before === "no-store")
    return report.add(
      "cache-started",
      `${after.scope} caches may store it for ${after.maxAge} seconds`,
    );
  if (before.scope !== after.scope) {
    if (after.scope === "private")
      report.add("cache-made-private", "shared caches no longer store it");
    else report.add("cache-made-public", "shared caches may store it");
  }
  for (const [key, text] of AGES) {
    const [old, current] = [before[key], after[key]];
    if (old === current) continue;
    const rule = current < old ? "cache-shortened" : "cache-lengthened";
    report.add(rule, `it ${text} for ${current} seconds (was ${old})`);
  }
}

const AGES = [
  ["maxAge", "is fresh"],
  ["staleWhileRevalidate", "may be used while a cache fetches it again"],
] as const;
