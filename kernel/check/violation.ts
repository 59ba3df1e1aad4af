/** What conformance finds, and how it is put into words. */
import { isDeepStrictEqual } from "node:util";
import { show } from "../../registry/contract/finding.ts";
import type { Answer, Case, Problem } from "../../registry/contract/conformance.ts";

/** A case that is asked. */
export function testCase(name: string, run: () => Promise<readonly Problem[]>): Case {
  return { name, run };
}

/** Nothing is wrong. */
export const NONE: readonly Problem[] = [];

/** One of the statuses. */
export function statusIs(answer: Answer, ...expected: readonly number[]): readonly Problem[] {
  if (expected.includes(answer.status)) return NONE;
  const code = codeOf(answer);
  return [
    {
      expected: `status ${expected.join(" or ")} from ${describe(answer)}`,
      received: `status ${answer.status}${code === undefined ? "" : ` (${code})`}`,
    },
  ];
}

/** The header has exactly this value; `undefined` means: it is absent. */
export function headerIs(
  answer: Answer,
  name: string,
  expected: string | undefined,
): readonly Problem[] {
  const received = answer.headers[name.toLowerCase()];
  if (received === expected) return NONE;
  return [
    {
      expected: `${expected === undefined ? `no ${name}` : `${name}: ${expected}`} from ${describe(answer)}`,
      received: received === undefined ? `no ${name}` : `${name}: ${received}`,
    },
  ];
}

/** The header is there, and its value has the form. */
export function headerFits(answer: Answer, name: string, form: RegExp): readonly Problem[] {
  const received = answer.headers[name.toLowerCase()];
  if (received !== undefined && form.test(received)) return NONE;
  return [
    {
      expected: `${name} like ${form.source} from ${describe(answer)}`,
      received: received === undefined ? `no ${name}` : `${name}: ${received}`,
    },
  ];
}

/** Compares values as JSON has them; `what` names them. */
export function same(what: string, received: unknown, expected: unknown): readonly Problem[] {
  if (isDeepStrictEqual(received, expected)) return NONE;
  return [{ expected: `${what}: ${brief(expected)}`, received: brief(received) }];
}

/** Compares lists as sets, naming only what differs. */
export function sameNames(
  what: string,
  received: Iterable<string>,
  expected: Iterable<string>,
): readonly Problem[] {
  const [is, should] = [new Set(received), new Set(expected)];
  const missing = [...should.difference(is)].toSorted();
  const surplus = [...is.difference(should)].toSorted();
  if (missing.length === 0 && surplus.length === 0) return NONE;
  const parts = [
    ...(missing.length > 0 ? [`without ${missing.join(", ")}`] : []),
    ...(surplus.length > 0 ? [`with ${surplus.join(", ")} besides`] : []),
  ];
  return [{ expected: what, received: parts.join("; ") }];
}

/** The condition holds; else the two texts say what was expected and what came. */
export function holds(condition: boolean, expected: string, received: string): readonly Problem[] {
  return condition ? NONE : [{ expected, received }];
}

/** The request in short: `GET /api/offices with if-none-match: *`. */
export function describe({ method, target, named }: Answer): string {
  const told = Object.entries(named).map(
    ([name, value]) => `${name}: ${value.length > 80 ? `${value.slice(0, 77)}...` : value}`,
  );
  const path = target.length > 120 ? `${target.slice(0, 117)}...` : target;
  return `${method} ${path}${told.length > 0 ? ` with ${told.join(", ")}` : ""}`;
}

/** A value for messages, shortened. */
export function brief(value: unknown): string {
  const text = typeof value === "string" ? value : show(value);
  return text.length > 200 ? `${text.slice(0, 197)}...` : text;
}

/** The code of an error's body; undefined when there is none, as to HEAD. */
export function codeOf({ status, body }: Answer): string | undefined {
  return status < 400 ? undefined : /"code":"([^"]+)"/.exec(body.toString("latin1"))?.[1];
}
