/** Cases of queries and request bodies that are refused. */
import type { Schema } from "waymark";
import { bodiesOf } from "waymark/advanced";
import type { Answer, Case, CheckContext, Operation, Violation } from "waymark/tools";
import { asObject, readPointers } from "../read.ts";
import { describe, expectThat, headerIs, OK, refuses, testCase } from "../violation.ts";
import { fits, misfitOf, misfitQueries, fittingSample, searchOf } from "../sample.ts";
import { jsonRequest } from "../scratch.ts";

/** Queries that the route's schema refuses. List parameters are tested by the list engine's conformance test. */
export function queryCases(operation: Operation, context: CheckContext): readonly Case[] {
  const { query } = operation.route.declaration;
  if (query === undefined) return [];
  return [
    testCase("400 query", async () => {
      const searches = misfitQueries(query).map(searchOf);
      const violations = await Array.fromAsync([...searches, "broken=%zz"], async (search) =>
        refuses(await operation.askAt(`${operation.path}?${search}`), context, "bad-request"),
      );
      return violations.flat();
    }),
  ];
}

/** Bodies of a wrong size, type, coding, form and content. */
export function bodyCases(operation: Operation, context: CheckContext): readonly Case[] {
  const bodies = Object.entries(bodiesOf(operation.route.declaration));
  const types = bodies.map(([type]) => type);
  const [type] = types;
  if (type === undefined) return [];
  const send = async (code: string, headers: Readonly<Record<string, string>>, text: string) =>
    refuses(await operation.ask({ headers, body: text }), context, code);
  const misfits = bodies.flatMap(([mediaType, schema]) => misfitsOf(mediaType, schema));
  return [
    testCase("413", async () => [
      ...(await tooLarge(operation, context, type)),
      ...(await tooManyValues(operation, context, type)),
    ]),
    testCase("415", async () => [
      ...(await wrongType(operation, context, types)),
      ...(await send("unsupported-media-type", {}, "{}")),
      ...(await send(
        "unsupported-media-type",
        { "content-type": type, "content-encoding": "gzip" },
        "{}",
      )),
    ]),
    testCase("400 body", async () => {
      const texts = types.flatMap((one) => ["{", "", '"\\ud8"', "[1,]"].map((text) => [one, text]));
      const violations = await Array.fromAsync(texts, ([one = "", text = ""]) =>
        send("bad-request", { "content-type": one }, text),
      );
      return violations.flat();
    }),
    misfits.length === 0
      ? { name: "422", skipped: "its schema accepts all samples that were tried" }
      : testCase("422", async () => {
          const violations = await Array.fromAsync(misfits, async ([mediaType, value]) => {
            const answer = await operation.ask(jsonRequest(mediaType, value));
            const refused = refuses(answer, context, "unprocessable-content");
            return refused.length > 0 ? refused : pointsInto(answer, value);
          });
          return violations.flat();
        }),
  ];
}

/** Values that a schema refuses: one of another kind, and a fitting one with a member more. */
function misfitsOf(mediaType: string, schema: Schema): readonly (readonly [string, unknown])[] {
  const misfit = misfitOf(schema);
  const surplus = { ...asObject(fittingSample(schema)), "waymark-check-unknown": 1 };
  return [
    ...(misfit === undefined ? [] : [[mediaType, misfit.value] as const]),
    ...(fits(schema, surplus) ? [] : [[mediaType, surplus] as const]),
  ];
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
  const tokens = pointer.split("/").slice(1);
  let value = body;
  for (const token of tokens) {
    if (typeof value !== "object" || value === null) return false;
    value = Reflect.get(value, token.replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  return true;
}

/** 415 says which types are taken, as OPTIONS does (RFC 5789, section 3.1). */
async function wrongType(operation: Operation, context: CheckContext, types: readonly string[]) {
  const answer = await operation.ask({ headers: { "content-type": "text/plain" }, body: "{}" });
  const options = await operation.ask({ method: "OPTIONS" });
  const header = { POST: "Accept-Post", PATCH: "Accept-Patch" }[operation.route.method];
  return [
    ...refuses(answer, context, "unsupported-media-type"),
    ...(header === undefined
      ? []
      : [answer, options].flatMap((one) => headerIs(one, header, types.join(", ")))),
  ];
}

function bodyLimits({ route: { policies } }: Operation) {
  return {
    bytes: Math.min(...policies.map(({ compiled }) => compiled.maxBodyBytes ?? Infinity)),
    values: Math.min(...policies.map(({ compiled }) => compiled.maxBodyValues ?? Infinity)),
  };
}

/** A list of as many values as are allowed is one too many, unless its bytes are. */
async function tooManyValues(operation: Operation, context: CheckContext, type: string) {
  const { bytes, values } = bodyLimits(operation);
  if (2 * values >= bytes) return OK;
  const body = `[${"0,".repeat(values - 1)}0]`;
  const answer = await operation.ask({ headers: { "content-type": type }, body });
  return refuses(answer, context, "payload-too-large");
}

/** Refused by the announced length, and by the length sent. */
async function tooLarge(operation: Operation, context: CheckContext, type: string) {
  const { bytes: limit } = bodyLimits(operation);
  if (!Number.isFinite(limit)) return OK;
  const announced = await operation.ask({
    headers: { "content-type": type, "content-length": String(limit + 1) },
    withoutBody: true,
  });
  const violations = refuses(announced, context, "payload-too-large");
  if (!context.target.exclusive) return violations;
  const sent = await operation.ask({
    headers: { "content-type": type, "transfer-encoding": "chunked" },
    body: " ".repeat(limit + 1),
  });
  return [...violations, ...refuses(sent, context, "payload-too-large")];
}
