/** Compares what an operation takes and when it refuses, and what it answers. */
import type { JsonSchema } from "waymark";
import { refName } from "waymark/advanced";
import { BODY_MEDIA_TYPE, type RouteDocument } from "waymark/tools";
import { without, type Report } from "./change.ts";
import { compareSchemas } from "./schemas.ts";

export function compareRequests(report: Report, before: RouteDocument, after: RouteDocument): void {
  compareSchemas(report, before.params, after.params, "input", "path parameter", "the path");
  compareSchemas(report, before.query, after.query, "input", "query parameter", "the query");
  compareRequestHeaders(report, before.requestHeaders, after.requestHeaders);
  compareRequestBodies(report, before, after);
  compareIdempotency(report, before.idempotency, after.idempotency);
  report.compareLists(
    "refusal",
    before.refusedBy,
    after.refusedBy,
    (policy) => `refusing by the policy \`${policy}\``,
  );
}

type Headers = RouteDocument["requestHeaders"];

/** A parameter that is gone is refused, but a header that is gone is only ignored. */
function compareRequestHeaders(report: Report, before: Headers, after: Headers): void {
  const { properties = {} } = before;
  const gone = without(Object.keys(properties), Object.keys(after.properties ?? {}));
  for (const name of gone)
    report.add("request-header-removed", `the request header \`${name}\` is no longer read`);
  const remaining = Object.entries(properties).filter(([name]) => !gone.includes(name));
  const old = { ...before, properties: Object.fromEntries(remaining) };
  compareSchemas(report, old, after, "input", "request header", "the request headers");
}

function compareRequestBodies(report: Report, before: RouteDocument, after: RouteDocument): void {
  const [olds, currents] = [bodiesOf(before), bodiesOf(after)];
  const [had, has] = [olds, currents].map((bodies) => Object.keys(bodies).length > 0);
  if (had === true && has === true)
    report.compareRecords(
      "request-media-type",
      { label: (type) => `the media type \`${type}\` of the request body` },
      olds,
      currents,
      (old, current) =>
        compareSchemas(
          report,
          old,
          current,
          "input",
          "field of the request body",
          "the request body",
        ),
    );
  else if (had === true) report.add("request-body-removed", "the request body is gone");
  // A route that refused every request took none.
  else if (has === true && before.kind !== "alwaysFails")
    report.add("request-body-added", "a request body is required");
  if (before.preconditions === undefined && after.preconditions !== undefined)
    report.add("condition-made-required", "a condition is now required, such as If-Match");
  if (before.preconditions !== undefined && after.preconditions === undefined)
    report.add("condition-made-optional", "a condition such as If-Match has become optional");

  const { maxBodyBytes: old } = before;
  const { maxBodyBytes: current } = after;
  if (old === current || had !== true || has !== true) return;
  const lower = current !== null && (old === null || current < old);
  const show = (limit: number | null) => (limit === null ? "of any size" : `${limit} bytes`);
  report.add(
    lower ? "body-limit-lowered" : "body-limit-raised",
    `the largest request body is now ${show(current)} (was ${show(old)})`,
  );
}

/** Returns the schemas of the body by media type. */
function bodiesOf({ bodies, body }: RouteDocument): Readonly<Record<string, JsonSchema>> {
  if (bodies === undefined) return body === null ? {} : { [BODY_MEDIA_TYPE]: body };
  return Object.fromEntries(Object.entries(bodies).map(([type, { schema }]) => [type, schema]));
}

/** Degrees of idempotency, from unsafe to repeat to safe without any effort of the client. */
const SAFETY = ["none", "key", "natural"];
type Idempotency = RouteDocument["idempotency"];

function compareIdempotency(report: Report, before: Idempotency, after: Idempotency): void {
  if (before === null || after === null) return; // the method differs then
  const weaker = SAFETY.indexOf(after) < SAFETY.indexOf(before);
  report.compareValues(
    weaker ? "idempotency-weakened" : "idempotency-strengthened",
    "the idempotency of requests is now",
    before,
    after,
  );
}

export function compareAnswers(report: Report, before: RouteDocument, after: RouteDocument): void {
  const [old, current] = [before.kind, after.kind];
  if (old !== current) {
    if (old === "alwaysFails")
      report.add("refusal-lifted", "the operation is no longer only announced");
    else if (old === "empty")
      report.add("answer-body-added", `the answer, which was empty, is now \`${current}\``);
    else report.compareValues("body-kind-changed", "the operation now answers with", old, current);
    return;
  }
  report.compareLists("status", before.statuses, after.statuses, (one) => `the status ${one}`);
  report.compareValues(
    "redirect-changed",
    "it now redirects to",
    before.redirectsTo,
    after.redirectsTo,
  );
  for (const [key, label] of MEDIA_TYPES)
    report.compareLists("media-type", before[key], after[key], (type) => `${label} \`${type}\``);
  const [[wasDefault], [isDefault]] = [before.mediaTypes, after.mediaTypes];
  if (wasDefault !== undefined && isDefault !== undefined)
    report.compareValues(
      "default-media-type-changed",
      "the default media type is now",
      wasDefault,
      isDefault,
    );
  compareBodies(report, before.returns, after.returns);
  report.compareRecords(
    "event",
    { label: (name) => `the event \`${name}\`` },
    before.events,
    after.events,
    (was, is, _report, name) => compareBodies(report, was, is, `event \`${name}\``),
  );
  report.compareLists(
    "route-error",
    before.errors,
    after.errors,
    (code) => `the error \`${code}\` here`,
  );
  report.compareRecords(
    "relation",
    { label: (rel) => `the link \`${rel}\`` },
    before.relations,
    after.relations,
    (was, is, _report, rel) =>
      report.compareValues("relation-moved", `the link \`${rel}\` now leads to`, was, is),
  );
}

const MEDIA_TYPES = [
  ["mediaTypes", "the media type"],
  ["errorMediaTypes", "the media type of errors"],
] as const;

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
