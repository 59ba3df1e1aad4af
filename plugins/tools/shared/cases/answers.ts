/** Cases of the answer itself: status, media types and body, by the kind of the route. */
import { toMilliseconds, type SealedRoute } from "waymark";
import { isStreamed, qualifyRef } from "waymark/advanced";
import type { Answer, CheckContext, Operation, Violation } from "../policy-tests.ts";
import { errorCode, isJson, readJson, readLinks } from "../read.ts";
import { refusalsOf, successesOf, type RouteCheckContext } from "../context.ts";
import { paramsOf } from "../scratch.ts";
import {
  contentTypeIs,
  expectThat,
  headerFits,
  headerIs,
  OK,
  refuses,
  statusIs,
} from "../violation.ts";
import { each } from "./route-case.ts";

/** Returns the statuses of a successful request, and of refusals that the route declares. */
function expectedOf({ route }: Operation, context: CheckContext): readonly number[] {
  // A handler may refuse a made-up body for reasons that it declares.
  return [...successesOf(route), ...(route.method === "GET" ? [] : refusalsOf(route, context))];
}

/** A successful answer. */
export async function answers(operation: Operation, context: RouteCheckContext) {
  const { route, sample } = operation;
  if (sample.missing !== undefined) return [sample.missing];
  const answer = await (route.method === "GET" ? operation.base() : operation.ask(sample.request));
  const violations = statusIs(answer, ...expectedOf(operation, context));
  if (violations.length > 0 || !successesOf(route).includes(answer.status)) return violations;
  if (answer.status === 204) return hasNoContent(answer);
  if (answer.status === route.declaration.redirects?.status)
    return headerFits(answer, "Location", /^\//);
  return [
    ...typeFits(answer, route),
    ...lengthFits(answer, route),
    ...bodyFits(answer, operation, context),
  ];
}

/** A refusal of a resource that is missing, with a code that the route declares. */
export async function absent(operation: Operation, context: RouteCheckContext) {
  const { errors = [] } = operation.route.declaration;
  const answer = await operation.base();
  const code = errorCode(answer) ?? "none";
  return [
    ...expectThat(
      errors.includes(code),
      `one of the codes ${errors.join(", ")}`,
      `the code ${code}`,
    ),
    ...refuses(answer, context, code),
  ];
}

/** A successful answer in each media type of the route. */
export async function eachMediaType(operation: Operation, context: RouteCheckContext) {
  const { route, sample } = operation;
  const accepting = (accept: string) =>
    operation.ask({ ...sample.request, headers: { ...sample.request?.headers, accept } });
  const violations = await each(route.mediaTypes, async (mediaType) => {
    const answer = await accepting(mediaType);
    const hasType = successesOf(route).includes(answer.status) && answer.status !== 204;
    return [
      ...statusIs(answer, ...expectedOf(operation, context)),
      ...(hasType ? typeFits(answer, route, mediaType) : OK),
    ];
  });
  const [first, second] = route.mediaTypes;
  if (route.method !== "GET" || second === undefined || route.kind === "bytes") return violations;
  // The greater weight wins over the order.
  const weighted = await accepting(`${first};q=0.2, ${second};q=0.8`);
  return [...violations, ...contentTypeIs(weighted, second)];
}

/** Checks the type. Bytes may be of a type that cannot be turned into the type that the client prefers. */
function typeFits(answer: Answer, { kind, mediaTypes }: SealedRoute, mediaType = mediaTypes[0]) {
  const misfits = contentTypeIs(answer, mediaType);
  if (kind !== "bytes") return misfits;
  return mediaTypes.some((one) => contentTypeIs(answer, one).length === 0) ? OK : misfits;
}

/** Checks the length. The length of a stream may be unknown when it begins. */
function lengthFits(answer: Answer, { declaration }: SealedRoute): readonly Violation[] {
  if (isStreamed(declaration) && answer.headers["content-length"] === undefined) return OK;
  return headerIs(answer, "Content-Length", String(answer.body.byteLength));
}

/** RFC 9110, sections 8.6 and 15.3.5. */
function hasNoContent(answer: Answer): readonly Violation[] {
  return [
    ...headerIs(answer, "Content-Type", undefined),
    ...headerIs(answer, "Content-Length", undefined),
    ...expectThat(answer.body.byteLength === 0, "no content", `${answer.body.byteLength} bytes`),
  ];
}

function bodyFits(
  answer: Answer,
  { route }: Operation,
  { validator }: RouteCheckContext,
): readonly Violation[] {
  if (!isJson(answer)) return expectThat(answer.body.byteLength > 0, "a body", "an empty body");
  const { returns } = route.declaration;
  const value = readJson(answer);
  if (value === undefined) return [{ expected: "a body of JSON", received: "something else" }];
  const misfit =
    route.schema !== undefined
      ? validator.published(route.schema, value)
      : returns && validator.schema(returns, value);
  const schema = route.schema ?? "its schema";
  const surplus = route.schema === undefined ? [] : validator.undeclared(route.schema, value);
  return [
    ...bodyIs(schema, misfit),
    ...expectThat(surplus.length === 0, `only members that ${schema} declares`, surplus.join(", ")),
  ];
}

/** Checks that the body fits the schema to which the answer links. */
export async function fitsProfile(operation: Operation, context: RouteCheckContext) {
  const answer = await operation.base();
  const profile = readLinks(answer).header.find(({ rel }) => rel === "profile");
  if (profile === undefined || answer.status !== 200) return OK;
  const { href } = profile;
  const document = await context.read(href);
  const violations = statusIs(document, 200);
  if (violations.length > 0) return violations;
  const misfit = context.validator.served(href, readJson(document), readJson(answer));
  return bodyIs(`the schema served at ${href}`, misfit);
}

function bodyIs(schema: string, misfit: string | undefined): readonly Violation[] {
  return misfit === undefined ? OK : [{ expected: `a body that fits ${schema}`, received: misfit }];
}

export async function redirects(operation: Operation, { registry }: CheckContext) {
  const { route } = operation;
  const { to = "", status = 308 } = route.declaration.redirect ?? {};
  const search = "kept=a%20b&kept=%2F";
  const [plain, queried] = [await operation.base(), await operation.askWith(search)];
  const target = registry.href(qualifyRef(to, route.plugin), paramsOf(operation)) ?? "";
  return [
    ...statusIs(plain, status),
    ...statusIs(queried, status),
    ...leadsTo(plain, target),
    ...leadsTo(queried, `${target}?${search}`),
  ];
}

/** Compares Location, which may be absolute behind a proxy. */
export function leadsTo(answer: Answer, target: string): readonly Violation[] {
  const path = answer.headers["location"]?.replace(/^https?:\/\/[^/]+/, "");
  return path === target ? OK : headerIs(answer, "Location", target);
}

export async function alwaysFails(operation: Operation, context: CheckContext) {
  const { code = "", retryAfter } = operation.route.declaration.alwaysFails ?? {};
  const answer = await operation.ask();
  const seconds =
    retryAfter === undefined
      ? undefined
      : String(Math.max(1, Math.ceil(toMilliseconds(retryAfter) / 1000)));
  return [...refuses(answer, context, code), ...headerIs(answer, "Retry-After", seconds)];
}

/** Checks that the first bytes are of the event stream format (WHATWG HTML, section 9.2.5). */
export async function streams(operation: Operation) {
  const answer = await operation.base();
  const start = answer.body.toString().slice(0, 80);
  return [
    ...statusIs(answer, 200),
    // Events are always UTF-8, so the type has no charset.
    ...headerIs(answer, "Content-Type", operation.route.mediaTypes[0]),
    ...expectThat(/^(?:(?:event|data|id|retry):|:)/.test(start), "lines of an event stream", start),
  ];
}
