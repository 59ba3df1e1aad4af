/** Compares what operations answer: kinds, statuses, media types, bodies, events, errors, links. */
import type { RouteDocument } from "../derive/export/form.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { change, isEqual, pairs, without, type Both, type Change } from "./change.ts";
import type { RuleId } from "./rules.ts";
import { compareSchemas } from "./schemas.ts";

export function compareAnswers(
  before: RouteDocument,
  after: RouteDocument,
  where: string,
  both: Both,
): readonly Change[] {
  if (before.kind !== after.kind) return kind(before.kind, after.kind, where);
  return [
    ...statuses(before, after, where),
    ...mediaTypes(before, after, where),
    ...bodies(before.returns, after.returns, where, both),
    ...events(before, after, where, both),
    ...errors(before, after, where),
    ...relations(before, after, where),
  ];
}

function kind(before: string, after: string, where: string): Change[] {
  if (before === "fails")
    return [change("refusal-lifted", where, "the operation does what it only announced")];
  const message = `the operation answers with \`${after}\`, and did with \`${before}\``;
  return [change("body-kind-changed", where, message)];
}

function statuses(before: RouteDocument, after: RouteDocument, where: string): Change[] {
  const lists = (rule: RuleId, list: readonly number[], text: string) =>
    list.map((status) => change(rule, where, `the status ${status} ${text}`));
  const redirected = before.redirectsTo !== after.redirectsTo;
  return [
    ...lists("status-added", without(after.statuses, before.statuses), "is new"),
    ...lists("status-removed", without(before.statuses, after.statuses), "is gone"),
    ...(redirected
      ? [
          change(
            "redirect-changed",
            where,
            `it redirects to \`${after.redirectsTo}\`, and did to \`${before.redirectsTo}\``,
          ),
        ]
      : []),
  ];
}

function mediaTypes(before: RouteDocument, after: RouteDocument, where: string): Change[] {
  const [old, current] = [before.mediaTypes[0], after.mediaTypes[0]];
  const lists = (from: readonly string[], to: readonly string[], noun: string) => [
    ...without(to, from).map((type) =>
      change("media-type-added", where, `the ${noun} \`${type}\` is new`),
    ),
    ...without(from, to).map((type) =>
      change("media-type-removed", where, `the ${noun} \`${type}\` is gone`),
    ),
  ];
  return [
    ...lists(before.mediaTypes, after.mediaTypes, "media type"),
    ...lists(before.errorMediaTypes, after.errorMediaTypes, "media type of errors"),
    ...(old === current || old === undefined || current === undefined
      ? []
      : [
          change(
            "default-media-type-changed",
            where,
            `the default media type is \`${current}\`, and was \`${old}\``,
          ),
        ]),
  ];
}

/** Published types are compared once, by themselves. */
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
  return [
    ...(old === undefined && current === undefined
      ? []
      : [
          change(
            "schema-replaced",
            where,
            `the ${name} is ${typeName(current)}, and was ${typeName(old)}`,
          ),
        ]),
    ...compareSchemas(
      { node: before, root: before, schemas: both.before.schemas },
      { node: after, root: after, schemas: both.after.schemas },
      { where, direction: "output", noun: `field of the ${name}`, whole: `the ${name}`, path: "" },
    ),
  ];
}

function typeName(ref: string | undefined): string {
  return ref === undefined ? "a type without a name" : `\`${ref.slice(ref.lastIndexOf("/") + 1)}\``;
}

function events(
  before: RouteDocument,
  after: RouteDocument,
  where: string,
  both: Both,
): readonly Change[] {
  return pairs(before.events, after.events).flatMap(([name, old, current]) => {
    if (old === undefined) return [change("event-added", where, `the event \`${name}\` is new`)];
    if (current === undefined)
      return [change("event-removed", where, `the event \`${name}\` is gone`)];
    return bodies(old, current, where, both, `event \`${name}\``);
  });
}

function errors(before: RouteDocument, after: RouteDocument, where: string): Change[] {
  return [
    ...without(after.errors, before.errors).map((code) =>
      change("route-error-added", where, `the error \`${code}\` is new here`),
    ),
    ...without(before.errors, after.errors).map((code) =>
      change("route-error-removed", where, `the error \`${code}\` is gone here`),
    ),
  ];
}

function relations(before: RouteDocument, after: RouteDocument, where: string): Change[] {
  return pairs(before.relations, after.relations).flatMap(([rel, old, current]): Change[] => {
    if (isEqual(old, current)) return [];
    if (old === undefined) return [change("relation-added", where, `the link \`${rel}\` is new`)];
    if (current === undefined)
      return [change("relation-removed", where, `the link \`${rel}\` is gone`)];
    return [
      change(
        "relation-moved",
        where,
        `the link \`${rel}\` leads to \`${current}\`, and did to \`${old}\``,
      ),
    ];
  });
}
