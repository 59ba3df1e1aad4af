/** Compares what the whole service publishes: plugins, types, errors, flags, links of the root. */
import { isDeepStrictEqual } from "node:util";
import { refName } from "waymark/advanced";
import type { RegistryDocument } from "waymark/tools";
import { pairs, type Report } from "./change.ts";
import { compareSchemas } from "./schemas.ts";

export function compareCatalog(report: Report): void {
  const { before, after } = report;
  const service = report.at("service");
  for (const [key, old, current] of pairs<string>(before.service, after.service))
    service.compareValues("service-changed", `its ${key} is now`, old, current);

  const plugins = ({ plugins: all }: RegistryDocument) =>
    Object.fromEntries(all.map(({ id }) => [id, id]));
  report.compareRecords("plugin", plugins(before), plugins(after), (id) => [
    report.at(`plugin ${id}`),
    "the plugin",
  ]);

  const accepted = new Set([...onlyAccepted(before), ...onlyAccepted(after)]);
  // A type has the members of policies from the first operation on that answers with it: other answers stay as they are.
  const [was, is] = [sentTypes(before), sentTypes(after)];
  const isCompared = (name: string) => !accepted.has(name) && was.has(name) === is.has(name);
  report.compareRecords(
    "schema",
    before.schemas,
    after.schemas,
    (name) => [report.at(`schema ${name}`), "the published type"],
    (old, current, at, name) => {
      if (isCompared(name)) compareSchemas(at, old, current, "output", "field", "the type");
    },
  );

  const errors = ({ errors: all }: RegistryDocument) =>
    Object.fromEntries(all.map((entry) => [entry.code, entry]));
  report.compareRecords(
    "error",
    errors(before),
    errors(after),
    (code) => [report.at(`error ${code}`), "the error"],
    (old, current, at) => {
      if (old.status !== current.status)
        at.add("error-status-changed", `its status is now ${current.status} (was ${old.status})`);
      else if (!isDeepStrictEqual(old, current))
        at.add("error-text-changed", "its message changed");
    },
  );

  compareCapabilities(report);
  report.compareRecords(
    "root-link",
    before.rootLinks,
    after.rootLinks,
    (name) => [report.at(`root link ${name}`), "the link"],
    (old, current, at) => at.compareValues("root-link-moved", "it now leads to", old, current),
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

function compareCapabilities(report: Report): void {
  const { before, after } = report;
  for (const [flag, old, current] of pairs(before.capabilities, after.capabilities)) {
    const at = report.at(`capability ${flag}`);
    if (old === current) continue;
    if (old === undefined) at.add("capability-added", `the flag is new, and ${current}`);
    else if (current === true) at.add("capability-on", "the flag is now true");
    else if (old)
      at.add("capability-off", `the flag is ${current === false ? "now false" : "gone"}`);
    else at.add("capability-forgotten", "the flag, which was false, is gone");
  }
}
