/** Compares what operations answer: kinds, statuses, media types, bodies, events, errors, links. */
import type { RouteDocument } from "../derive/export/form.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { change, compareLists, compareRecords, type Both, type Change } from "./change.ts";
import { compareSchemas } from "./schemas.ts";

export function compareAnswers(
  before: RouteDocument,
  after: RouteDocument,
  where: string,
  both: Both,
): readonly Change[] {
  if (before.kind !== after.kind) return kind(before.kind, after.kind, where);
  const statusRules = ["status-added", "status-removed"] as const;
  const errorRules = ["route-error-added", "route-error-removed"] as const;
  return [
    ...compareLists(
      before.statuses,
      after.statuses,
      where,
      statusRules,
      (status) => `the status ${status}`,
    ),
    ...redirect(before.redirectsTo, after.redirectsTo, where),
    ...mediaTypes(before, after, where),
    ...bodies(before.returns, after.returns, where, both),
    ...compareRecords(
      before.events,
      after.events,
      ["event-added", "event-removed"],
      (name) => [where, `the event \`${name}\``],
      (old, current, _where, name) => bodies(old, current, where, both, `event \`${name}\``),
    ),
    ...compareLists(
      before.errors,
      after.errors,
      where,
      errorRules,
      (code) => `the error \`${code}\` here`,
    ),
    ...compareRecords(
      before.relations,
      after.relations,
      ["relation-added", "relation-removed"],
      (rel) => [where, `the link \`${rel}\``],
      (old, current, _where, rel) =>
        old === current
          ? []
          : [
              change(
                "relation-moved",
                where,
                `the link \`${rel}\` now leads to \`${current}\` (was \`${old}\`)`,
              ),
            ],
    ),
  ];
}

function kind(before: string, after: string, where: string): Change[] {
  if (before === "alwaysFails")
    return [change("refusal-lifted", where, "the operation is no longer only announced")];
  const message = `the operation now answers with \`${after}\` (was \`${before}\`)`;
  return [change("body-kind-changed", where, message)];
}

function redirect(before: string | null, after: string | null, where: string): Change[] {
  if (before === after) return [];
  return [
    change("redirect-changed", where, `it now redirects to \`${after}\` (was \`${before}\`)`),
  ];
}

function mediaTypes(before: RouteDocument, after: RouteDocument, where: string): Change[] {
  const rules = ["media-type-added", "media-type-removed"] as const;
  const [old, current] = [before.mediaTypes[0], after.mediaTypes[0]];
  const changes = [
    ...compareLists(
      before.mediaTypes,
      after.mediaTypes,
      where,
      rules,
      (type) => `the media type \`${type}\``,
    ),
    ...compareLists(
      before.errorMediaTypes,
      after.errorMediaTypes,
      where,
      rules,
      (type) => `the media type of errors \`${type}\``,
    ),
  ];
  if (old !== current && old !== undefined && current !== undefined) {
    const message = `the default media type is now \`${current}\` (was \`${old}\`)`;
    changes.push(change("default-media-type-changed", where, message));
  }
  return changes;
}

/** Published types are compared once, with the catalog. */
function bodies(
  before: JsonSchema | null,
  after: JsonSchema | null,
  where: string,
  both: Both,
  name = "answer",
): readonly Change[] {
  if (before === null || after === null) return []; // the kind of body differs then
  const [old, current] = [before.$ref, after.$ref];
  if (old !== undefined && old === current) return [];
  const place = {
    where,
    direction: "output",
    kind: `field of the ${name}`,
    label: `the ${name}`,
  } as const;
  const changes = compareSchemas(before, after, both, place);
  if (old === current) return changes;
  const message = `the ${name} is now ${typeName(current)} (was ${typeName(old)})`;
  return [change("schema-replaced", where, message), ...changes];
}

function typeName(ref: string | undefined): string {
  return ref === undefined ? "a type without a name" : `\`${ref.slice(ref.lastIndexOf("/") + 1)}\``;
}
