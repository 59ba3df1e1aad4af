/** Cases of queries and request bodies that are refused. */
import { bodiesOf, keysOfPointer } from "waymark/advanced";
import type { Answer, CheckContext, Operation, Question, Violation } from "../policy-tests.ts";
import { asObject, readPointers } from "../read.ts";
import { describe, expectThat, headerIs, refuses } from "../violation.ts";
import { fits, misfitOf, misfitQueries, fittingSample, searchOf } from "../sample.ts";
import { jsonRequest } from "../scratch.ts";
import { each } from "./route-case.ts";

/** Queries that the route's schema refuses. List parameters are tested by the list engine's conformance test. */
export function queries(operation: Operation, context: CheckContext) {
  const { query } = operation.route.declaration;
  const searches = query === undefined ? [] : misfitQueries(query).map(searchOf);
  return each([...searches, "broken=%zz"], async (search) =>
    refuses(await operation.askAt(`${operation.path}?${search}`), context, "bad-request"),
  );
}

function typesOf({ route }: Operation): readonly string[] {
  return Object.keys(bodiesOf(route.declaration));
}

export function takesBody(operation: Operation): boolean {
  return typesOf(operation).length > 0;
}

/** Texts that are not JSON. */
export function malformed(operation: Operation, context: CheckContext) {
  const texts = ["{", "", '"\\ud8"', "[1,]"];
  const requests = typesOf(operation).flatMap((type) =>
    texts.map((body) => ({ headers: { "content-type": type }, body })),
  );
  return each(requests, async (request) =>
    refuses(await operation.ask(request), context, "bad-request"),
  );
}

/** Values that the schema refuses. */
export function unfitting(operation: Operation, context: CheckContext) {
  return each(misfitsOf(operation), async ([mediaType, value]) => {
    const answer = await operation.ask(jsonRequest(mediaType, value));
    const refused = refuses(answer, context, "unprocessable-content");
    return refused.length > 0 ? refused : pointsInto(answer, value);
  });
}

/** Returns values that the schemas of the body refuse: for each, one of another type, and a valid one with an extra member. */
export function misfitsOf({ route }: Operation): readonly (readonly [string, unknown])[] {
  return Object.entries(bodiesOf(route.declaration)).flatMap(([mediaType, schema]) => {
    const misfit = misfitOf(schema);
    const surplus = { ...asObject(fittingSample(schema)), "waymark-check-unknown": 1 };
    return [
      ...(misfit === undefined ? [] : [[mediaType, misfit.value] as const]),
      ...(fits(schema, surplus) ? [] : [[mediaType, surplus] as const]),
    ];
  });
}

/** Each problem has a pointer to a value of the body, or to a member that its object lacks (RFC 6901). */
function pointsInto(answer: Answer, body: unknown): readonly Violation[] {
  const pointers = readPointers(answer);
  const lost = pointers.filter((pointer) => !leadsInto(pointer, body));
  return expectThat(
    pointers.length > 0 && lost.length === 0,
    `an entry for each problem, with a pointer into the body, from ${describe(answer)}`,
    pointers.length === 0 ? "no entry" : `the pointer ${JSON.stringify(lost[0])}`,
  );
}

function leadsInto(pointer: unknown, body: unknown): boolean {
  if (typeof pointer !== "string" || !/^(?:\/[^/]*)*$/.test(pointer)) return false;
  let value = body;
  for (const key of keysOfPointer(pointer)) {
    if (typeof value !== "object" || value === null) return false;
    value = Reflect.get(value, key);
  }
  return true;
}

/** Checks wrong types and codings. 415 says which types are taken, as OPTIONS does (RFC 5789, section 3.1). */
export async function wrongType(operation: Operation, context: CheckContext) {
  const types = typesOf(operation);
  const [type = ""] = types;
  const code = "unsupported-media-type";
  const wrong = ["text/plain", undefined, type].map((one) => ({
    headers: {
      ...(one !== undefined && { "content-type": one }),
      ...(one === type && { "content-encoding": "gzip" }),
    },
    body: "{}",
  }));
  const answers = await Array.fromAsync(wrong, (request) => operation.ask(request));
  const options = await operation.ask({ method: "OPTIONS" });
  const header = { POST: "Accept-Post", PATCH: "Accept-Patch" }[operation.route.method];
  return [
    ...answers.flatMap((answer) => refuses(answer, context, code)),
    ...(header === undefined
      ? []
      : [...answers.slice(0, 1), options].flatMap((one) =>
          headerIs(one, header, types.join(", ")),
        )),
  ];
}

/** Checks a body with too many bytes, by the announced length and by the length sent, and one with too many values. */
export async function tooLarge(operation: Operation, context: CheckContext) {
  const { policies } = operation.route;
  const bytes = Math.min(...policies.map(({ compiled }) => compiled.maxBodyBytes ?? Infinity));
  const values = Math.min(...policies.map(({ compiled }) => compiled.maxBodyValues ?? Infinity));
  const type = { "content-type": typesOf(operation)[0] ?? "" };
  const requests: Question[] = [];
  if (Number.isFinite(bytes)) {
    const length = { "content-length": String(bytes + 1) };
    requests.push({ headers: { ...type, ...length }, withoutBody: true });
    const chunked = { ...type, "transfer-encoding": "chunked" };
    if (context.target.exclusive) requests.push({ headers: chunked, body: " ".repeat(bytes + 1) });
  }
  // A list of as many values as are allowed is one too many, unless its bytes are.
  if (2 * values < bytes) requests.push({ headers: type, body: `[${"0,".repeat(values - 1)}0]` });
  return each(requests, async (request) =>
    refuses(await operation.ask(request), context, "payload-too-large"),
  );
}
