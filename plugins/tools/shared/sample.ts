/** Values for requests: some that fit a schema, and some that do not. */
import type { Schema } from "waymark";
import { bodiesOf, queryFields, toInputJsonSchema } from "waymark/advanced";
import { sampleOf } from "../../shared/operations/sample.ts";
import type { CheckContext, Operation } from "./policy-tests.ts";
import { asObject } from "./read.ts";

/** Reason why no write was sent. */
export const WRITES_SKIPPED =
  "it would change the data of a server that others use; check a server of this machine with --writes";

const UPLOADS_SKIPPED = "its handler reads the body, of which no sample can be made";

/** Checks that the data of the server may be changed. */
export function mayWrite({ exclusive, writes }: CheckContext["target"]): boolean {
  return exclusive || writes === true;
}

/** A POST that is natural to repeat reads: it deletes and replaces nothing. */
export function isHarmless({ method, declaration }: Operation["route"]): boolean {
  return method === "POST" && declaration.idempotency === "natural";
}

/**
 * A request that fits the route; or why none is sent; or that none was found.
 *
 * @param fixed members of the body whose values follow from the path.
 */
export function sampleRequest(
  route: Operation["route"],
  target: CheckContext["target"],
  fixed: Readonly<Record<string, string>>,
): Operation["sample"] {
  const { method, declaration, upload } = route;
  if (method === "GET") return { request: {} };
  if (!mayWrite(target) && !isHarmless(route) && declaration.alwaysFails === undefined)
    return { skipped: WRITES_SKIPPED };
  const condition = declaration.preconditions === "required" ? { "if-match": "*" } : {};
  if (upload !== undefined) {
    const [type = ""] = upload.mediaTypes;
    if (upload.example === undefined) return { skipped: UPLOADS_SKIPPED };
    return { request: { headers: { "content-type": type, ...condition }, body: upload.example } };
  }
  const [[mediaType, schema] = []] = Object.entries(bodiesOf(declaration));
  if (mediaType === undefined || schema === undefined) return { request: { headers: condition } };
  const sample = fittingSample(schema);
  if (sample === undefined) {
    const hint = "add examples to the schema of the body";
    return { missing: { expected: "a body that its schema accepts", received: "none", hint } };
  }
  const body = JSON.stringify(withFixed(schema, sample, fixed));
  return { request: { headers: { "content-type": mediaType, ...condition }, body } };
}

/** Returns the sample with the values of the path in members that it has. */
function withFixed(
  schema: Schema,
  sample: unknown,
  fixed: Readonly<Record<string, string>>,
): unknown {
  let body = sample;
  for (const [name, value] of Object.entries(fixed)) {
    if (asObject(body)[name] === undefined) continue;
    const fitting = [value, Number(value)]
      .map((one) => ({ ...asObject(body), [name]: one }))
      .find((one) => fits(schema, one));
    body = fitting ?? body;
  }
  return body;
}

/** Returns a value that the schema accepts, preferably its own example; undefined if none was found. */
export function fittingSample(schema: Schema): unknown {
  return fittingSamples(schema)[0];
}

/**
 * Returns values that the schema accepts, the likeliest first: its own examples, a generated value, and this value with
 * each member replaced by its other examples.
 */
export function fittingSamples(schema: Schema): readonly unknown[] {
  const converted = toInputJsonSchema(schema);
  const { examples = [], properties = {} } = converted.root;
  const made = sampleOf(converted, { requiredOnly: true });
  const others = Object.entries(properties).flatMap(([name, { examples: further = [] }]) =>
    further
      .filter((_, at) => at > 0 || !Object.hasOwn(asObject(made), name))
      .map((value) => ({ ...asObject(made), [name]: value })),
  );
  return [...examples, made, ...others].filter((value) => fits(schema, value));
}

/** Returns a value that the schema refuses, or undefined if it accepts every candidate. */
export function misfitOf(schema: Schema): { readonly value: unknown } | undefined {
  return [[], {}, "misfit", -1, null]
    .map((value) => ({ value }))
    .find(({ value }) => !fits(schema, value));
}

/** Query parameters by name: texts, and lists of texts for repeated parameters. */
type SampleQuery = Readonly<Record<string, string | readonly string[]>>;

/** Returns query parameters that the schema accepts; undefined if none were found. */
export function sampleQuery(schema: Schema): SampleQuery | undefined {
  const lists = queryFields(schema);
  const sample = Object.entries(Object(fittingSample(schema)) as object);
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  const query = Object.fromEntries(
    sample.map(([name, value]) => [
      name,
      lists.get(name) === true && Array.isArray(value) ? value.map(text) : text(value),
    ]),
  );
  return fits(schema, query) ? query : undefined;
}

/** Queries that the schema refuses, one for each parameter that can have a wrong value. */
export function misfitQueries(schema: Schema): readonly SampleQuery[] {
  const fitting = sampleQuery(schema) ?? {};
  const misfit = "\u{1F9ED} misfit";
  return [...queryFields(schema)]
    .map(([name, isList]) => ({ ...fitting, [name]: isList ? [misfit] : misfit }))
    .filter((query) => !fits(schema, query));
}

/** Returns the query string of parameters, without its `?`. */
export function searchOf(query: SampleQuery): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return new URLSearchParams(pairs).toString();
}

export function fits(schema: Schema, value: unknown): boolean {
  const result = schema["~standard"].validate(value);
  return !(result instanceof Promise) && result.issues === undefined;
}

/** Changes one member or several of the value, all in the same way. `names` are tried as they are, and `nth` counts. */
export function vary(
  schema: Schema,
  value: unknown,
  names: readonly string[],
  nth: number,
): Readonly<Record<string, unknown>> | undefined {
  let varied: Readonly<Record<string, unknown>> = asObject(value);
  let isChanged = false;
  for (const name of names) {
    const other = furtherValues(varied[name], nth)
      .map((candidate) => ({ ...varied, [name]: candidate }))
      .find((candidate) => fits(schema, candidate));
    if (other === undefined) continue;
    varied = other;
    isChanged = true;
  }
  return isChanged ? varied : undefined;
}

const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\dT[\d:]+(\.\d+)?Z$/;

/** Further values of the same form, the likeliest first. */
function furtherValues(value: unknown, nth: number): readonly unknown[] {
  if (typeof value === "number") return [value + nth, value - nth];
  if (typeof value === "boolean") return [!value];
  if (typeof value !== "string") return [];
  if (DATE.test(value)) return [later(value, nth).slice(0, 10)];
  const [, fraction = ""] = TIME.exec(value) ?? [];
  if (TIME.test(value)) return [later(value, nth).replace(/\.\d+Z$/, `${fraction}Z`)];
  const digits = String(nth);
  return [
    ...onOtherHost(value, digits),
    `${value}-${digits}`,
    `${value}${digits}`,
    `${digits}${value}`,
    value.slice(0, -digits.length) + digits, // of a fixed length, such as a UUID
  ];
}

/** Returns a URL at a subdomain, as a service may take one for each host. Empty for other texts. */
function onOtherHost(value: string, label: string): readonly string[] {
  const [, scheme, rest] = /^(https?:\/\/)(.+)$/.exec(value) ?? [];
  return scheme === undefined ? [] : [`${scheme}${label}.${rest}`];
}

function later(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString();
}
