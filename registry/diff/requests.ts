/** Compares what operations take: parameters, request headers, bodies, and when they refuse. */
import type { RouteDocument } from "../derive/export/form.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { change, compareLists, without, type Both, type Change } from "./change.ts";
import type { RuleId } from "./rules.ts";
import { compareSchemas } from "./schemas.ts";

export function compareRequests(
  before: RouteDocument,
  after: RouteDocument,
  where: string,
  both: Both,
): readonly Change[] {
  const compare: Compare = (old, current, kind, label) =>
    compareSchemas(old, current, both, { where, direction: "input", kind, label });
  return [
    ...compare(before.params, after.params, "path parameter", "the path"),
    ...compare(before.query, after.query, "query parameter", "the query"),
    ...requestHeaders(before, after, where, compare),
    ...body(before, after, where, compare),
    ...bodyLimit(before.maxBodyBytes, after.maxBodyBytes, where),
    ...idempotency(before, after, where),
    ...compareLists(
      before.refusedBy,
      after.refusedBy,
      where,
      ["refusal-added", "refusal-removed"],
      (policy) => `refusing by the policy \`${policy}\``,
    ),
  ];
}

type Compare = (
  old: JsonSchema,
  current: JsonSchema,
  kind: string,
  label: string,
) => readonly Change[];

/** A parameter that is gone is refused, but a header that is gone is only ignored. */
function requestHeaders(
  before: RouteDocument,
  after: RouteDocument,
  where: string,
  compare: Compare,
): Change[] {
  const { properties = {} } = before.requestHeaders;
  const gone = without(Object.keys(properties), Object.keys(after.requestHeaders.properties ?? {}));
  const remaining = Object.entries(properties).filter(([name]) => !gone.includes(name));
  const old = { ...before.requestHeaders, properties: Object.fromEntries(remaining) };
  return [
    ...gone.map((name) =>
      change("request-header-removed", where, `the request header \`${name}\` is no longer read`),
    ),
    ...compare(old, after.requestHeaders, "request header", "the request headers"),
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
  const show = (limit: number) => (Number.isFinite(limit) ? `${limit} bytes` : "of any size");
  const rule: RuleId = current < old ? "body-limit-lowered" : "body-limit-raised";
  return [
    change(rule, where, `the largest request body is now ${show(current)} (was ${show(old)})`),
  ];
}

/** From unsafe to repeat to safe without any effort of the client. */
const SAFETY = ["none", "key", "natural"];

function idempotency(before: RouteDocument, after: RouteDocument, where: string): Change[] {
  const [old, current] = [before.idempotency, after.idempotency];
  if (old === current || old === null || current === null) return []; // the method differs then
  const weaker = SAFETY.indexOf(current) < SAFETY.indexOf(old);
  const message = `the idempotency of requests is now \`${current}\` (was \`${old}\`)`;
  return [change(weaker ? "idempotency-weakened" : "idempotency-strengthened", where, message)];
}
