/** What every operation is asked, made from its route. */
import { toMilliseconds } from "../../../registry/contract/duration.ts";
import type { Answer, Case, Operation, Problem } from "../../../registry/contract/conformance.ts";
import type { Registry } from "../../../registry/contract/registry.ts";
import { qualifyRef } from "../../../registry/seal/relations.ts";
import { successStatus } from "../../../registry/contract/route.ts";
import { conditionCases } from "./conditions.ts";
import { bodyCases, queryCases, sampleRequest } from "./input.ts";
import { languageCases } from "./languages.ts";
import { linkCases } from "./links.ts";
import { isJson, jsonOf } from "../body.ts";
import { linksOf } from "../links.ts";
import { headerIs, holds, NONE, statusIs, testCase } from "../violation.ts";
import { contentTypeIs, errorForms, foreignMethod, refuses } from "../refusals.ts";
import type { World } from "../context.ts";

export function casesOf(op: Operation, world: World): readonly Case[] {
  const { route } = op;
  const cases: Case[] = [];
  if (route.kind === "redirect") cases.push(testCase("redirect", () => redirects(op, world)));
  else if (route.kind === "fails") cases.push(testCase("refusal", () => fails(op, world)));
  else if (route.kind === "stream") cases.push(testCase("stream", () => streams(op)));
  else cases.push(...answerCases(op, world));
  if (route.method === "GET") cases.push(testCase("HEAD", () => head(op, world)));
  if (route.mediaTypes.length > 0) cases.push(testCase("406", () => notAcceptable(op, world)));
  return [
    ...cases,
    testCase("OPTIONS", () => options(op)),
    testCase("405", () => notAllowed(op, world)),
    testCase("error forms", () => errorForms(op, world)),
    ...(route.pattern.params.length > 0 ? [testCase("404", () => notFound(op, world))] : []),
    ...(op.path.length > 1 ? [testCase("trailing slash", () => trailingSlash(op))] : []),
    ...queryCases(op, world),
    ...bodyCases(op, world),
    ...conditionCases(op),
    ...languageCases(op),
    ...linkCases(op, world),
  ];
}

/** What the route answers with, in each of its media types. */
function answerCases(op: Operation, world: World): readonly Case[] {
  const { route } = op;
  const { request, notAsked, missing } = sampleRequest(op, world);
  const statuses = [successStatus(route.declaration), ...(route.declaration.statuses ?? [])];
  const failures = (route.declaration.errors ?? []).flatMap((code) => catalogStatus(world, code));
  // A made-up body may be refused by the handler for reasons that it declares.
  const expected = route.method === "GET" ? statuses : [...statuses, ...failures];
  if (missing !== undefined) return [testCase("answer", async () => [missing])];
  if (request === undefined) return [{ name: "answer", notAsked: notAsked ?? "" }];
  const answer = testCase("answer", async () => {
    const received = route.method === "GET" ? await op.base() : await op.ask(request);
    const problems = statusIs(received, ...expected);
    if (problems.length > 0 || !statuses.includes(received.status)) return problems;
    return [
      ...contentTypeIs(received, route.mediaTypes[0]),
      ...headerIs(received, "Content-Length", String(received.body.byteLength)),
      ...bodyFits(received, op, world),
    ];
  });
  const profile = testCase("profile", () => profileFits(op, world));
  const types = testCase("media types", async () => {
    const problems: Problem[] = [];
    for (const mediaType of route.mediaTypes) {
      const received = await op.ask({
        ...request,
        headers: { ...request.headers, accept: mediaType },
      });
      problems.push(...statusIs(received, ...expected));
      if (statuses.includes(received.status)) problems.push(...contentTypeIs(received, mediaType));
    }
    return [...problems, ...(await weighs(op, request.headers))];
  });
  return [
    answer,
    ...(route.method === "GET" && route.schema !== undefined ? [profile] : []),
    types,
  ];
}

/** The better of two media types wins, wherever it stands. */
async function weighs(op: Operation, headers: Readonly<Record<string, string>> = {}) {
  const [first, second] = op.route.mediaTypes;
  if (first === undefined || second === undefined || op.route.method !== "GET") return NONE;
  const accept = `${first};q=0.2, ${second};q=0.8`;
  return contentTypeIs(await op.ask({ headers: { ...headers, accept } }), second);
}

function bodyFits(answer: Answer, { route }: Operation, { validator }: World): readonly Problem[] {
  if (!isJson(answer)) {
    return holds(answer.body.byteLength > 0, "a body", "an empty body");
  }
  const { returns } = route.declaration;
  const value = jsonOf(answer);
  if (value === undefined) return [{ expected: "a body of JSON", received: "something else" }];
  const wrong =
    route.schema !== undefined
      ? validator.published(route.schema, value)
      : returns && validator.schema(returns, value);
  return wrong === undefined
    ? NONE
    : [{ expected: `a body that fits ${route.schema ?? "its schema"}`, received: wrong }];
}

/** The schema that the answer links to describes it. */
async function profileFits(op: Operation, world: World): Promise<readonly Problem[]> {
  const answer = await op.base();
  const profile = linksOf(answer).header.find(({ rel }) => rel === "profile");
  if (profile === undefined || answer.status !== 200) return NONE;
  const document = await world.read(profile.href);
  const problems = statusIs(document, 200);
  if (problems.length > 0) return problems;
  const wrong = world.validator.served(profile.href, jsonOf(document), jsonOf(answer));
  return wrong === undefined
    ? NONE
    : [{ expected: `a body that fits the schema served at ${profile.href}`, received: wrong }];
}

async function redirects(op: Operation, world: World): Promise<readonly Problem[]> {
  const { redirect } = op.route.declaration;
  const status = redirect?.status ?? 308;
  const search = "?kept=a%20b&kept=%2F";
  const [plain, asked] = [await op.base(), await op.askWith(search.slice(1))];
  const ref = qualifyRef(redirect?.to ?? "", op.route.plugin);
  const target = world.registry.href(ref, paramsOf(op)) ?? "";
  return [
    ...statusIs(plain, status),
    ...statusIs(asked, status),
    ...leadsTo(plain, target),
    ...leadsTo(asked, `${target}${search}`),
  ];
}

/** Compares Location, which may be absolute behind a proxy. */
function leadsTo(answer: Answer, target: string): readonly Problem[] {
  const { location } = answer.headers;
  const path = location?.replace(/^https?:\/\/[^/]+/, "");
  return path === target ? NONE : headerIs(answer, "Location", target);
}

function paramsOf({ route, path }: Operation): Readonly<Record<string, string>> {
  const values = path.slice(1).split("/");
  return Object.fromEntries(
    route.pattern.segments.flatMap((segment, at) =>
      typeof segment === "string" ? [] : [[segment.name, decodeURIComponent(values[at] ?? "")]],
    ),
  );
}

async function fails(op: Operation, world: World): Promise<readonly Problem[]> {
  const { code = "", retryAfter } = op.route.declaration.fails ?? {};
  const answer = await op.ask();
  const seconds =
    retryAfter === undefined
      ? undefined
      : String(Math.max(1, Math.ceil(toMilliseconds(retryAfter) / 1000)));
  return [...refuses(answer, world, code), ...headerIs(answer, "Retry-After", seconds)];
}

/** The first bytes are of the event stream format (WHATWG HTML, section 9.2.5). */
async function streams(op: Operation): Promise<readonly Problem[]> {
  const answer = await op.base();
  const start = answer.body.toString().slice(0, 80);
  return [
    ...statusIs(answer, 200),
    // Events are UTF-8 always, so the type has no charset.
    ...headerIs(answer, "Content-Type", op.route.mediaTypes[0]),
    ...holds(/^(?:(?:event|data|id|retry):|:)/.test(start), "lines of an event stream", start),
  ];
}

/** Of the moment and the connection; policies name theirs. */
const VOLATILE: ReadonlySet<string> = new Set([
  "date",
  "connection",
  "keep-alive",
  "transfer-encoding",
]);

/** HEAD has the headers of GET and no content (RFC 9110, section 9.3.2). */
async function head(op: Operation, { volatile }: World): Promise<readonly Problem[]> {
  const full = await op.base();
  const answer = await op.ask({ method: "HEAD" });
  // A body without a validator may be another one each time.
  const skipped = full.headers["etag"] === undefined ? ["content-length"] : [];
  const names = [...new Set([...Object.keys(full.headers), ...Object.keys(answer.headers)])].filter(
    (name) => !VOLATILE.has(name) && !volatile.has(name) && !skipped.includes(name),
  );
  return [
    ...statusIs(answer, full.status),
    ...names.flatMap((name) => headerIs(answer, name, full.headers[name])),
    ...holds(answer.body.byteLength === 0, "no content", `${answer.body.byteLength} bytes`),
  ];
}

async function options(op: Operation): Promise<readonly Problem[]> {
  const answer = await op.ask({ method: "OPTIONS" });
  return [...statusIs(answer, 204), ...headerIs(answer, "Allow", op.route.allow)];
}

async function notAllowed(op: Operation, world: World): Promise<readonly Problem[]> {
  const answer = await op.ask({ method: foreignMethod(op) });
  return [
    ...refuses(answer, world, "method-not-allowed"),
    ...headerIs(answer, "Allow", op.route.allow),
  ];
}

function catalogStatus({ registry }: { readonly registry: Registry }, code: string): number[] {
  return registry.errors.filter((entry) => entry.code === code).map(({ status }) => status);
}

/** Every media type ruled out by name (RFC 9110, section 12.5.1). */
async function notAcceptable(op: Operation, world: World): Promise<readonly Problem[]> {
  const { request } = sampleRequest(op, world);
  if (request === undefined) return NONE;
  const types = new Set(op.route.mediaTypes.map((type) => type.split(";", 1)[0]));
  const accept = [...types].map((type) => `${type};q=0`).join(", ");
  const answer = await op.ask({ ...request, headers: { ...request.headers, accept } });
  return refuses(answer, world, "not-acceptable");
}

/** A resource that is not there, also by names that every JavaScript object has. */
async function notFound(op: Operation, world: World): Promise<readonly Problem[]> {
  const { declaration, pattern } = op.route;
  const codes = (declaration.errors ?? []).filter((code) =>
    catalogStatus(world, code).includes(404),
  );
  if (codes.length === 0) return NONE;
  const problems: Problem[] = [];
  for (const value of ["no-such-resource", "__proto__", "constructor"]) {
    const params = Object.fromEntries(pattern.params.map((name) => [name, value]));
    const path = world.registry.href(op.route.ref, params) ?? "";
    const { request } = sampleRequest(op, world);
    if (request === undefined) continue;
    const answer = await op.askAt(op.target.replace(op.path, path), request);
    problems.push(...statusIs(answer, 404));
  }
  return problems;
}

/** One canonical form: the path without the slash, query kept. */
async function trailingSlash(op: Operation): Promise<readonly Problem[]> {
  const answer = await op.askAt(`${op.path}/?kept=1`);
  return [...statusIs(answer, 308), ...leadsTo(answer, `${op.path}?kept=1`)];
}
