/** Checks that a contender does the job: the same status, headers and body as the captured answer. */
import { isDeepStrictEqual } from "node:util";
import type { Answer } from "../contenders/job.ts";
import { ask, type RequestShape } from "./request.ts";

/** Number of the request, where requests vary: that of the captured one. */
const N = 0;

const ANY = /^/;
/** Headers whose values are each contender's own, and the form they have. */
const FORMS: Readonly<Record<string, RegExp>> = {
  "x-request-id": /^[\w.~-]{8,}$/,
  traceparent: /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/,
  "server-timing": /\bapp;dur=[\d.]+, *trace;desc="?00-[0-9a-f-]+"?/,
  "x-ratelimit-remaining": /^\d+$/,
  "x-ratelimit-reset": /^\d+$/,
  ratelimit: /^"default"; *r=\d+; *t=\d+$/,
  etag: /^(?:W\/)?"[^"]+"$/,
  // A chunked answer has none.
  "content-length": ANY,
};

/** Everything in which the contender behind this port differs; empty when it does the job. */
export async function differences(
  port: number,
  shape: RequestShape,
  expected: Answer,
): Promise<readonly string[]> {
  const first = await ask(port, shape, N);
  const found = [...statusOf(first, expected), ...headersOf(first, expected)];
  if (!isDeepStrictEqual(bodyOf(first), bodyOf(expected)))
    found.push(`the body is ${first.body.slice(0, 300)}`);
  if (found.length === 0) {
    found.push(...(await changes(port, shape, first)));
    if (expected.headers["etag"] !== undefined)
      found.push(...(await conditional(port, shape, first)));
  }
  return found;
}

function statusOf({ status }: Answer, expected: Answer): string[] {
  return status === expected.status ? [] : [`the status is ${status}, not ${expected.status}`];
}

function headersOf({ headers }: Answer, expected: Answer): string[] {
  return Object.entries(expected.headers).flatMap(([name, value]) => {
    const actual = headers[name];
    const form = FORMS[name];
    if (form === ANY) return [];
    if (actual === undefined) return [`${name} is missing`];
    if (form !== undefined) return form.test(actual) ? [] : [`${name} is ${actual}`];
    const same =
      name === "vary"
        ? tokens(value).every((token) => tokens(actual).includes(token))
        : tidy(name, actual) === tidy(name, value);
    return same ? [] : [`${name} is ${actual}, not ${value}`];
  });
}

const tokens = (value: string) => value.toLowerCase().split(/ *, */);

/** Values that mean the same as one text: blanks, the charset of JSON, cursors, a partition of a limit. */
function tidy(name: string, value: string): string {
  const plain = value.replaceAll(/\s*([;,])\s*/g, "$1").replaceAll(/cursor=[\w-]+/g, "cursor=…");
  if (name === "content-type") return plain.replace(/;charset=utf-8$/i, "");
  if (name === "ratelimit-policy") return plain.replace(/;pk=:[^:]*:$/, "");
  return plain;
}

/** The body as data, with what differs each time made equal. */
function bodyOf({ body }: Answer): unknown {
  return JSON.parse(body, (key, value) => {
    if (key === "requestId" || key === "timestamp") return "…";
    return key === "href" ? String(value).replace(/cursor=[\w-]+/, "cursor=…") : value;
  });
}

/** Asks again: counters count, and identifiers are taken over. */
async function changes(port: number, shape: RequestShape, first: Answer): Promise<string[]> {
  const id = "bench-0123456789";
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const headers = { ...shape.headers, "x-request-id": id, traceparent };
  const second = await ask(port, { ...shape, headers }, N);
  const found: string[] = [];
  const left = (answer: Answer) => Number(answer.headers["x-ratelimit-remaining"]);
  if (shape.path !== "/api/health" && !(left(second) < left(first)))
    found.push(`x-ratelimit-remaining goes from ${left(first)} to ${left(second)}`);
  if (second.headers["x-request-id"] !== id) found.push("x-request-id is not taken over");
  if (second.headers["traceparent"]?.split("-")[1] !== traceparent.split("-")[1])
    found.push("the trace is not taken over");
  return found;
}

/** The entity tag that the contender gave leads to 304. */
async function conditional(port: number, shape: RequestShape, first: Answer): Promise<string[]> {
  const headers = { ...shape.headers, "if-none-match": first.headers["etag"] ?? "" };
  const { status, body } = await ask(port, { ...shape, headers }, N);
  return status === 304 && body === "" ? [] : [`if-none-match gives ${status}`];
}
