/** Cases that HTTP asks of every route: HEAD and OPTIONS, and the refusals of wrong methods, types and paths. */
import { bodiesOf } from "waymark/advanced";
import type { CheckContext, Operation, Violation } from "../policy-tests.ts";
import { languagesOf } from "waymark/tools";
import { refusalsOf, sampleAt, type RouteCheckContext } from "../context.ts";
import { isJson, readError, readJson } from "../read.ts";
import { contentTypeIs, expectThat, headerIs, OK, refuses, same, statusIs } from "../violation.ts";
import { leadsTo } from "./answers.ts";
import { each } from "./route-case.ts";

/** Headers of the moment and of the connection. Conformance tests add the headers of their policies. */
const VOLATILE: ReadonlySet<string> = new Set([
  "date",
  "connection",
  "keep-alive",
  "transfer-encoding",
]);

/** Answers to the same request that are looked at until a header counts as the same in each. */
const PROBES = 3;

/** Checks that a header that a policy fills differs between answers to the same request. */
async function isPerRequest(
  name: string,
  operation: Operation,
  { perRequest }: RouteCheckContext,
): Promise<boolean> {
  const filled = operation.route.plans.ok.slots.some((slot) => slot.name.toLowerCase() === name);
  if (!filled || perRequest.has(name)) return filled;
  const full = await operation.base();
  for (let probe = 0; probe < PROBES; probe++) {
    const { headers } = await operation.ask();
    if (headers[name] === full.headers[name]) continue;
    perRequest.add(name);
    return true;
  }
  return false;
}

/** Checks that HEAD has the headers of GET and no content (RFC 9110, section 9.3.2). */
export async function head(operation: Operation, context: RouteCheckContext) {
  const full = await operation.base();
  const answer = await operation.ask({ method: "HEAD" });
  // A body without a validator may differ each time.
  const unstable = full.headers["etag"] === undefined ? "content-length" : undefined;
  // The next page of a journal begins elsewhere once it has further items.
  const moving = operation.route.declaration.list?.journal === true ? "link" : undefined;
  const names = Object.keys({ ...full.headers, ...answer.headers }).filter(
    (name) =>
      !VOLATILE.has(name) && !context.ofMethod.has(name) && name !== unstable && name !== moving,
  );
  const violations: Violation[] = [];
  for (const name of names) {
    const differs = headerIs(answer, name, full.headers[name]);
    if (differs.length > 0 && !(await isPerRequest(name, operation, context)))
      violations.push(...differs);
  }
  return [
    ...statusIs(answer, full.status),
    ...violations,
    ...expectThat(answer.body.length === 0, "no content", `${answer.body.length} bytes`),
  ];
}

export async function options(operation: Operation) {
  const answer = await operation.ask({ method: "OPTIONS" });
  return [...statusIs(answer, 204), ...headerIs(answer, "Allow", operation.route.allow)];
}

/** Returns a method of HTTP that the path does not allow. */
function foreignMethod({ route }: Operation): string {
  const allowed = new Set(route.allow.split(", "));
  return ["DELETE", "PUT", "PATCH", "POST", "GET"].find((name) => !allowed.has(name)) ?? "TRACE";
}

/** Each form of errors can be chosen with Accept, and fits its schema or is in the language that the client prefers. */
export async function errorForms(operation: Operation, { validator }: RouteCheckContext) {
  const violations: Violation[] = [];
  const { errorForms: forms, declaration } = operation.route;
  for (const form of forms) {
    const { mediaType, schema } = form;
    const language = languagesOf(form).at(-1);
    const headers = { accept: mediaType, ...(language && { "accept-language": language }) };
    // A foreign method is refused by the first route of the path, whose forms may be others.
    const answer =
      Object.keys(bodiesOf(declaration)).length === 0
        ? await operation.ask({ method: foreignMethod(operation), headers })
        : await operation.ask({ headers: { ...headers, "content-type": "text/plain" }, body: "" });
    violations.push(
      ...contentTypeIs(answer, mediaType),
      ...headerIs(answer, "Content-Language", language),
    );
    if (schema === undefined || !isJson(answer)) continue;
    const received = validator.published(schema, readJson(answer));
    if (received !== undefined)
      violations.push({ expected: `an error that fits ${schema}`, received });
    violations.push(...same("its status", readError(answer)["status"], answer.status));
  }
  return violations;
}

export async function notAllowed(operation: Operation, context: CheckContext) {
  const answer = await operation.ask({ method: foreignMethod(operation) });
  return [
    ...refuses(answer, context, "method-not-allowed"),
    ...headerIs(answer, "Allow", operation.route.allow),
  ];
}

/** Every media type excluded by name (RFC 9110, section 12.5.1). */
export async function notAcceptable(operation: Operation, context: CheckContext) {
  const { request } = operation.sample;
  if (request === undefined) return OK;
  const types = new Set(operation.route.mediaTypes.map((type) => type.split(";", 1)[0]));
  const accept = [...types].map((type) => `${type};q=0`).join(", ");
  const answer = await operation.ask({ ...request, headers: { ...request.headers, accept } });
  return refuses(answer, context, "not-acceptable");
}

/** A resource that does not exist, also by names that every JavaScript object has. */
export async function notFound(operation: Operation, context: CheckContext) {
  const { declaration, pattern, ref } = operation.route;
  const { registry } = context;
  const declares404 = refusalsOf(operation.route, context).includes(404);
  const { request } = operation.sample;
  // A PUT that lets clients choose keys makes what is not there.
  const makes = operation.route.method === "PUT" && declaration.statuses?.includes(201) === true;
  if (!declares404 || request === undefined || makes) return OK;
  const values = ["no-such-resource", "__proto__", "constructor"];
  return each(values, async (value) => {
    const params = Object.fromEntries(pattern.params.map((name) => [name, value]));
    const path = registry.href(ref, params) ?? "";
    const target = operation.target.replace(operation.path, path);
    const there = sampleAt(path, operation.route, context).request ?? request;
    const isConditional = there.headers?.["if-match"] !== undefined;
    return statusIs(await operation.askAt(target, there), isConditional ? 412 : 404);
  });
}

/** Checks that the path without the slash is the only form, and that the query is kept. */
export async function trailingSlash(operation: Operation) {
  const answer = await operation.askAt(`${operation.path}/?kept=1`);
  return [...statusIs(answer, 308), ...leadsTo(answer, `${operation.path}?kept=1`)];
}
