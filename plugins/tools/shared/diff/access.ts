/** Compares who may use operations, and how callers say who they are. */
import type { RegistryDocument, RouteDocument } from "waymark/tools";
import { listed, pairs, without, type Report } from "./change.ts";

type Scopes = RouteDocument["requiredScopes"];

/** Adds one change for all that is required beyond before, and one for all that no longer is. */
export function compareAccess(report: Report, before: Scopes, after: Scopes): void {
  const raised = beyond(before, after);
  const lowered = beyond(after, before);
  if (raised !== undefined) report.add("access-raised", `it now requires ${raised}`);
  if (lowered !== undefined) report.add("access-lowered", `it no longer requires ${lowered}`);
}

/** Returns what one level asks for and the other does not, as text. */
function beyond(level: Scopes, other: Scopes): string | undefined {
  if (other === undefined) return undefined;
  const scopes = without(other, level ?? []);
  const noun = scopes.length === 1 ? "the scope" : "the scopes";
  const named = scopes.length === 0 ? [] : [`${noun} ${listed(scopes)}`];
  const parts = [...(level === undefined ? ["authentication"] : []), ...named];
  return parts.length === 0 ? undefined : parts.join(" and ");
}

/** Compares who receives events that both documents have. */
export function compareAudiences(report: Report): void {
  const { before, after } = report;
  for (const [name, old, current] of pairs(before.audiences ?? {}, after.audiences ?? {}))
    if (hasEvent(before, name) && hasEvent(after, name))
      compareAccess(report.at(`event ${name}`), old, current);
}

function hasEvent({ routes }: RegistryDocument, name: string): boolean {
  return routes.some(({ events }) => Object.hasOwn(events, name));
}

export function compareIdentifiers(report: Report): void {
  const [before = {}, after = {}] = [report.before, report.after].map(identifiersOf);
  report.compareRecords(
    "identifier",
    before,
    after,
    (id) => [report.at(`authentication ${id}`), "the way to authenticate"],
    (old, current, at) => at.compareValues("identifier-changed", "its scheme is now", old, current),
  );
}

/** Schemes as text, by policy. The format of a credential does not matter to clients that send it. */
function identifiersOf({ policies }: RegistryDocument): Readonly<Record<string, string>> {
  return Object.fromEntries(
    policies.flatMap(({ id, identifies }) => {
      if (identifies === undefined) return [];
      const { type = "", bearerFormat: _, ...place } = identifies.scheme;
      return [[id, [type, ...Object.values(place)].join(" ")] as const];
    }),
  );
}
