/** Compares what operations take: parameters, request headers, bodies, and when they refuse. */
import type { RouteDocument } from "../derive/export/form.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { change, without, type Both, type Change } from "./change.ts";
import type { RuleId } from "./rules.ts";
import { compareSchemas } from "./schemas.ts";

export function compareRequests(
  before: RouteDocument,
  after: RouteDocument,
  where: string,
  both: Both,
): readonly Change[] {
  const compare = (old: JsonSchema, current: JsonSchema, noun: string, whole: string) =>
    compareSchemas(
      { node: old, root: old, schemas: both.before.schemas },
      { node: current, root: current, schemas: both.after.schemas },
      { where, direction: "input", noun, whole, path: "" },
    );
  return [
    ...compare(before.params, after.params, "path parameter", "the path"),
    ...compare(before.query, after.query, "query parameter", "the query"),
    ...requestHeaders(before, after, where, compare),
    ...body(before, after, where, compare),
    ...bodyLimit(before.maxBodyBytes, after.maxBodyBytes, where),
    ...idempotency(before, after, where),
    ...refusals(before, after, where),
  ];
}

type Compare = (
  old: JsonSchema,
  current: JsonSchema,
  noun: string,
  whole: string,
) => readonly Change[];

/** A header that is not read any more does no harm by itself, other than a parameter that is refused. */
function requestHeaders(
  before: RouteDocument,
  after: RouteDocument,
  where: string,
  compare: Compare,
): Change[] {
  const [old, current] = [before, after].map((route) => route.requestHeaders.properties ?? {});
  const gone = without(Object.keys(old ?? {}), Object.keys(current ?? {}));
  const kept = Object.entries(old ?? {}).filter(([name]) => !gone.includes(name));
  const remaining = { ...before.requestHeaders, properties: Object.fromEntries(kept) };
  return [
    ...gone.map((name) =>
      change(
        "request-header-removed",
        where,
        `the request header \`${name}\` is not read any more`,
      ),
    ),
    ...compare(remaining, after.requestHeaders, "request header", "the request headers"),
  ];
}

function body(before: RouteDocument, after: RouteDocument, where: string, compare: Compare) {
  if (before.body !== null && after.body !== null)
    return compare(before.body, after.body, "field of the request body", "the request body");
  if (before.body === null && after.body === null) return [];
  return after.body === null
    ? [change("request-body-removed", where, "the request body is gone")]
    : [change("request-body-added", where, "a request body is required")];
}

function bodyLimit(before: number | null, after: number | null, where: string): Change[] {
  const [old, current] = [before, after].map((limit) => limit ?? Number.POSITIVE_INFINITY);
  if (old === undefined || current === undefined || old === current) return [];
  const show = (limit: number) =>
    Number.isFinite(limit) ? `${limit} bytes` : "as large as they like";
  const rule: RuleId = current < old ? "body-limit-lowered" : "body-limit-raised";
  return [
    change(rule, where, `request bodies are at most ${show(current)}, and were ${show(old)}`),
  ];
}

/** How little a client has to do to repeat a request safely. */
const SAFETY = ["none", "key", "natural"];

function idempotency(before: RouteDocument, after: RouteDocument, where: string): Change[] {
  const [old, current] = [before.idempotency, after.idempotency];
  if (old === current || old === null || current === null) return []; // the method differs then
  const weaker = SAFETY.indexOf(current) < SAFETY.indexOf(old);
  const message = `requests are repeated by \`${current}\` idempotency, and were by \`${old}\``;
  return [change(weaker ? "idempotency-weakened" : "idempotency-strengthened", where, message)];
}

function refusals(before: RouteDocument, after: RouteDocument, where: string): Change[] {
  return [
    ...without(after.refusedBy, before.refusedBy).map((policy) =>
      change("refusal-added", where, `the policy \`${policy}\` may refuse requests`),
    ),
    ...without(before.refusedBy, after.refusedBy).map((policy) =>
      change("refusal-removed", where, `the policy \`${policy}\` refuses no requests any more`),
    ),
  ];
}
