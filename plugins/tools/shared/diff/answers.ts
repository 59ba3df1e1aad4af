/** Compares what operations answer: kinds, statuses, media types, bodies, events, errors, links. */
import type { JsonSchema } from "waymark";
import { refName } from "waymark/advanced";
import type { RouteDocument } from "waymark/tools";
import type { Report } from "./change.ts";
import { compareSchemas } from "./schemas.ts";

export function compareAnswers(report: Report, before: RouteDocument, after: RouteDocument): void {
  if (before.kind !== after.kind) {
    if (before.kind === "alwaysFails")
      report.add("refusal-lifted", "the operation is no longer only announced");
    else if (before.kind === "empty")
      report.add("answer-body-added", `the answer, which was empty, is now \`${after.kind}\``);
    else
      report.compareValues(
        "body-kind-changed",
        "the operation now answers with",
        before.kind,
        after.kind,
      );
    return;
  }
  report.compareLists("status", before.statuses, after.statuses, (one) => `the status ${one}`);
  report.compareValues(
    "redirect-changed",
    "it now redirects to",
    before.redirectsTo,
    after.redirectsTo,
  );
  compareMediaTypes(report, before, after);
  compareBodies(report, before.returns, after.returns);
  report.compareRecords(
    "event",
    before.events,
    after.events,
    (name) => [report, `the event \`${name}\``],
    (old, current, _report, name) => compareBodies(report, old, current, `event \`${name}\``),
  );
  report.compareLists(
    "route-error",
    before.errors,
    after.errors,
    (code) => `the error \`${code}\` here`,
  );
  report.compareRecords(
    "relation",
    before.relations,
    after.relations,
    (rel) => [report, `the link \`${rel}\``],
    (old, current, _report, rel) =>
      report.compareValues("relation-moved", `the link \`${rel}\` now leads to`, old, current),
  );
}

function compareMediaTypes(report: Report, before: RouteDocument, after: RouteDocument): void {
  report.compareLists(
    "media-type",
    before.mediaTypes,
    after.mediaTypes,
    (type) => `the media type \`${type}\``,
  );
  report.compareLists(
    "media-type",
    before.errorMediaTypes,
    after.errorMediaTypes,
    (type) => `the media type of errors \`${type}\``,
  );
  const [old, current] = [before.mediaTypes[0], after.mediaTypes[0]];
  if (old !== undefined && current !== undefined)
    report.compareValues(
      "default-media-type-changed",
      "the default media type is now",
      old,
      current,
    );
}

/** Published types are compared once, with the catalog. */
function compareBodies(
  report: Report,
  before: JsonSchema | null,
  after: JsonSchema | null,
  name = "answer",
): void {
  if (before === null || after === null) return; // the kind of body differs then
  const [old, current] = [before.$ref, after.$ref];
  if (old !== undefined && old === current) return;
  if (old !== current)
    report.add("schema-replaced", `the ${name} is now ${typeName(current)} (was ${typeName(old)})`);
  compareSchemas(report, before, after, "output", `field of the ${name}`, `the ${name}`);
}

function typeName(ref: string | undefined): string {
  return ref === undefined ? "a type without a name" : `\`${refName(ref)}\``;
}
