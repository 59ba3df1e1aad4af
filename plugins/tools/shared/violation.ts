/** Makes cases, and the violations that they find. */
import { isDeepStrictEqual } from "node:util";
import { show } from "waymark";
import { contentTypeOf } from "waymark/tools";
import type { Answer, Case, CheckContext, NodeCase, Violation } from "./policy-tests.ts";
import { errorCode, readError } from "./read.ts";

/** Returns a case that runs; a skipped one is written `{ name, skipped }`. */
export function testCase(name: string, run: () => Promise<readonly Violation[]>): Case {
  return { name, run };
}

/** Returns a case between nodes. `law` holds if it passes. */
export function testLaw(
  name: string,
  law: string,
  run: () => Promise<readonly Violation[]>,
): NodeCase {
  return { name, law, run };
}

/** No violations. */
export const OK: readonly Violation[] = [];

/** Checks that the condition is true; otherwise the two texts say what was expected and what was received. */
export function expectThat(
  condition: boolean,
  expected: string,
  received: string,
): readonly Violation[] {
  return condition ? OK : [{ expected, received }];
}

/** Checks that the answer has one of the statuses. */
export function statusIs(answer: Answer, ...expected: readonly number[]): readonly Violation[] {
  const code = errorCode(answer);
  return expectThat(
    expected.includes(answer.status),
    `status ${expected.join(" or ")} from ${describe(answer)}`,
    `status ${answer.status}${code === undefined ? "" : ` (${code})`}`,
  );
}

/** Checks that the header has exactly this value; `undefined` means that it is absent. */
export function headerIs(
  answer: Answer,
  name: string,
  expected: string | undefined,
): readonly Violation[] {
  const received = answer.headers[name.toLowerCase()];
  return expectThat(
    received === expected,
    `${headerLine(name, expected)} from ${describe(answer)}`,
    headerLine(name, received),
  );
}

/** Checks that the header is there, and that its value has the form. */
export function headerFits(answer: Answer, name: string, form: RegExp): readonly Violation[] {
  const received = answer.headers[name.toLowerCase()];
  return expectThat(
    received !== undefined && form.test(received),
    `${name} like ${form.source} from ${describe(answer)}`,
    headerLine(name, received),
  );
}

export function contentTypeIs(answer: Answer, mediaType = ""): readonly Violation[] {
  return headerIs(answer, "Content-Type", contentTypeOf(mediaType));
}

function headerLine(name: string, value: string | undefined): string {
  return value === undefined ? `no ${name}` : `${name}: ${value}`;
}

/** Checks that the answer has the status and, in JSON forms, the code of a catalog entry. */
export function refuses(
  answer: Answer,
  { registry }: Pick<CheckContext, "registry">,
  code: string,
): readonly Violation[] {
  const status = registry.errors.find((entry) => entry.code === code)?.status ?? 0;
  const violations = statusIs(answer, status);
  // Forms for people show the code at any place.
  const isText = answer.headers["content-type"]?.startsWith("text/") === true;
  return violations.length > 0 || answer.method === "HEAD" || isText
    ? violations
    : same("the error's code", readError(answer)["code"], code);
}

/** Compares values as JSON; `what` names them. */
export function same(what: string, received: unknown, expected: unknown): readonly Violation[] {
  if (isDeepStrictEqual(received, expected)) return OK;
  return [{ expected: `${what}: ${brief(expected)}`, received: brief(received) }];
}

/** Compares lists as sets; `what` names the expected one. */
export function sameNames(
  what: string,
  received: Iterable<string>,
  expected: Iterable<string>,
): readonly Violation[] {
  const [is, should] = [new Set(received), new Set(expected)];
  const missing = [...should.difference(is)].toSorted();
  const surplus = [...is.difference(should)].toSorted();
  const parts = [
    ...(missing.length > 0 ? [`without ${missing.join(", ")}`] : []),
    ...(surplus.length > 0 ? [`with ${surplus.join(", ")} in addition`] : []),
  ];
  return expectThat(parts.length === 0, what, parts.join("; "));
}

/** Returns the request in short: `GET /api/offices with if-none-match: *`. */
export function describe({ method, target, caseHeaders }: Answer): string {
  const headers = Object.entries(caseHeaders).map(([name, value]) => `${name}: ${cut(value, 80)}`);
  return `${method} ${cut(target, 120)}${headers.length > 0 ? ` with ${headers.join(", ")}` : ""}`;
}

/** Returns a value for messages, shortened. */
function brief(value: unknown): string {
  return cut(typeof value === "string" ? value : show(value), 200);
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 3)}...` : text;
}
