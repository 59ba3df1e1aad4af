/** Compares what the whole service publishes: ways to authenticate, types, errors, flags, links of the root. */
import { refName } from "waymark/advanced";
import type { RegistryDocument, RouteDocument } from "waymark/tools";
import type { Document } from "./read.ts";
import { listed, pairs, without, type Report } from "./change.ts";
import { compareSchemas } from "./schemas.ts";

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

export function compareCatalog(report: Report): void {
  const { before, after } = report;
  report.compareRecords(
    "identifier",
    { noun: "authentication", label: "the way to authenticate" },
    identifiersOf(before),
    identifiersOf(after),
    (old, current, at) => at.compareValues("identifier-changed", "its scheme is now", old, current),
  );

  const has = ({ routes }: RegistryDocument, name: string) =>
    routes.some(({ events }) => Object.hasOwn(events, name));
  for (const [name, old, current] of pairs(before.audiences ?? {}, after.audiences ?? {}))
    if (has(before, name) && has(after, name))
      compareAccess(report.at(`event ${name}`), old, current);

  const accepted = new Set([...onlyAccepted(before), ...onlyAccepted(after)]);
  // A type has the members of policies from the first operation on that answers with it: other answers stay as they are.
  const [was, is] = [sentTypes(before), sentTypes(after)];
  report.compareRecords(
    "schema",
    { noun: "schema", label: "the published type" },
    before.schemas,
    after.schemas,
    (old, current, at, name) => {
      if (!accepted.has(name) && was.has(name) === is.has(name))
        compareSchemas(at, old, current, "output", "field", "the type");
    },
  );

  const errors = ({ errors: all }: RegistryDocument) =>
    Object.fromEntries(all.map((entry) => [entry.code, entry]));
  report.compareRecords(
    "error",
    { noun: "error", label: "the error" },
    errors(before),
    errors(after),
    (old, current, at) => {
      if (old.status !== current.status)
        at.add("error-status-changed", `its status is now ${current.status} (was ${old.status})`);
    },
  );

  for (const [flag, old, current] of pairs(flagsOf(before), flagsOf(after))) {
    const at = report.at(`capability ${flag}`);
    if (old === current) continue;
    if (old === undefined) at.add("capability-added", `the flag is new, and ${current}`);
    else if (current === true) at.add("capability-on", "the flag is now true");
    else if (old)
      at.add("capability-off", `the flag is ${current === false ? "now false" : "gone"}`);
    else at.add("capability-forgotten", "the flag, which was false, is gone");
  }

  report.compareRecords(
    "root-link",
    { noun: "root link", label: "the link" },
    linksOf(before),
    linksOf(after),
    (old, current, at) => at.compareValues("root-link-moved", "it now leads to", old, current),
  );
}

function flagsOf({ capabilities = {} }: Document): Readonly<Record<string, boolean>> {
  return capabilities;
}

function linksOf({ rootLinks = {} }: Document): Readonly<Record<string, string>> {
  return rootLinks;
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

/** Published types that operations answer with, or send as events. */
function sentTypes({ routes }: RegistryDocument): ReadonlySet<string> {
  const sent = routes.flatMap(({ returns, events }) => [
    returns?.$ref,
    ...Object.values(events).map(({ $ref }) => $ref),
  ]);
  return new Set(sent.flatMap((ref) => (ref === undefined ? [] : [refName(ref)])));
}

/** Published types that only requests contain; they are compared with their operations. */
function onlyAccepted(document: RegistryDocument): readonly string[] {
  const sent = sentTypes(document);
  return document.routes
    .flatMap(({ bodyType, bodies = {} }) => [
      bodyType,
      ...Object.values(bodies).map(({ type }) => type),
    ])
    .filter((name) => name !== null)
    .filter((name) => !sent.has(name));
}
