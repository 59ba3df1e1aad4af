/** What a comparison finds. */
import type { RegistryDocument } from "../derive/export/form.ts";
import type { Kind, Severity } from "./rule.ts";
import { RULES, type RuleId } from "./rules.ts";

export interface Change {
  readonly kind: Kind;
  readonly severity: Severity;
  /** `GET /api/brains`, `schema Brain`, `capability sse`, … */
  readonly where: string;
  /** What happened there, as a part of a sentence: "the query parameter `limit` is gone". */
  readonly message: string;
  readonly rule: RuleId;
}

/** The two documents of a comparison. */
export interface Both {
  readonly before: RegistryDocument;
  readonly after: RegistryDocument;
}

/** `kind` is the rule's unless given. */
export function change(
  rule: RuleId,
  where: string,
  message: string,
  kind: Kind = RULES[rule].kind,
): Change {
  const { severity } = RULES[rule];
  return { kind, severity, where, message, rule };
}

/** Entries of two records under one key each: present before, after, or both. */
export function pairs<T>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
): readonly (readonly [key: string, before: T | undefined, after: T | undefined])[] {
  const own = (record: Readonly<Record<string, T>>, key: string) =>
    Object.hasOwn(record, key) ? record[key] : undefined;
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].map((key) => [key, own(before, key), own(after, key)]);
}

/** What is in one list only. */
export function without<T>(list: readonly T[], other: readonly T[]): readonly T[] {
  return list.filter((entry) => !other.includes(entry));
}

/** Equal as JSON, whatever the order of keys. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(Reflect.get(a, key), Reflect.get(b, key)))
  );
}

/** `"a"`, `"b"` and so on as a message shows them. */
export function listed(values: readonly unknown[]): string {
  return values
    .map((value) => `\`${typeof value === "string" ? value : JSON.stringify(value)}\``)
    .join(", ");
}
