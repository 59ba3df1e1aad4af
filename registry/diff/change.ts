/** One change, and ways to find changes in lists and records. */
import type { RegistryDocument } from "../derive/export/form.ts";
import { RULES, type Kind, type RuleId, type Severity } from "./rules.ts";

export interface Change {
  readonly kind: Kind;
  readonly severity: Severity;
  /** `GET /api/brains`, `schema Brain`, `capability sse`, … */
  readonly where: string;
  /** A clause without a full stop: "the query parameter `limit` is gone". */
  readonly message: string;
  readonly rule: RuleId;
}

/** The two documents of a comparison. */
export interface Both {
  readonly before: RegistryDocument;
  readonly after: RegistryDocument;
}

/** `kind` defaults to the rule's. */
export function change(
  rule: RuleId,
  where: string,
  message: string,
  kind: Kind = RULES[rule].kind,
): Change {
  const { severity } = RULES[rule];
  return { kind, severity, where, message, rule };
}

/** Entries of two records by key, each present before, after, or both. */
export function pairs<T>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
): readonly (readonly [key: string, before: T | undefined, after: T | undefined])[] {
  const entry = (record: Readonly<Record<string, T>>, key: string) =>
    Object.hasOwn(record, key) ? record[key] : undefined;
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].map((key) => [key, entry(before, key), entry(after, key)]);
}

/** The rule for an entry that is only in the new document, and the one for an entry that is only in the old one. */
type AddedRemoved = readonly [added: RuleId, removed: RuleId];

/** Compares lists of plain values. */
export function compareLists<T>(
  before: readonly T[],
  after: readonly T[],
  where: string,
  [added, removed]: AddedRemoved,
  label: (entry: T) => string,
): readonly Change[] {
  return [
    ...without(after, before).map((entry) => change(added, where, `${label(entry)} is new`)),
    ...without(before, after).map((entry) => change(removed, where, `${label(entry)} is gone`)),
  ];
}

/** Compares records; `compare` handles the entries that are in both. */
export function compareRecords<T>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
  [added, removed]: AddedRemoved,
  /** Where an entry is, and what it is. */
  name: (key: string) => readonly [where: string, label: string],
  compare: (before: T, after: T, where: string, key: string) => readonly Change[] = () => [],
): readonly Change[] {
  return pairs(before, after).flatMap(([key, old, current]) => {
    const [where, label] = name(key);
    if (old === undefined) return [change(added, where, `${label} is new`)];
    if (current === undefined) return [change(removed, where, `${label} is gone`)];
    return compare(old, current, where, key);
  });
}

/** Returns the entries that only the first list has. */
export function without<T>(list: readonly T[], other: readonly T[]): readonly T[] {
  return list.filter((entry) => !other.includes(entry));
}

/** Whether two values are equal as JSON; the order of keys does not count. */
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

/** Values as messages show them: `` `a`, `b` ``. */
export function listed(values: readonly unknown[]): string {
  return values
    .map((value) => `\`${typeof value === "string" ? value : JSON.stringify(value)}\``)
    .join(", ");
}
