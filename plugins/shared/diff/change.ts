/** Changes between two documents, and ways to find them in lists and records. */
import type { RegistryDocument } from "waymark/tools";
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

/** Names of the rules for an entry that only the new document has, and for an entry that only the old document has. */
type AddedRemoved<R = RuleId> = R extends `${infer T}-added`
  ? `${T}-removed` extends RuleId
    ? T
    : never
  : never;

/** Collects the changes at one place. */
export class Report {
  readonly before: RegistryDocument;
  readonly after: RegistryDocument;
  readonly changes: Change[];
  readonly #where: string;

  constructor(
    { before, after }: Pick<Report, "before" | "after">,
    where = "",
    changes: Change[] = [],
  ) {
    this.before = before;
    this.after = after;
    this.changes = changes;
    this.#where = where;
  }

  /** Returns a report about another place that collects into the same list. */
  at(where: string): Report {
    return new Report(this, where, this.changes);
  }

  /** `kind` defaults to the rule's. */
  add(rule: RuleId, message: string, kind: Kind = RULES[rule].kind): void {
    const { severity } = RULES[rule];
    this.changes.push({ kind, severity, where: this.#where, message, rule });
  }

  /** Adds a value that differs: "it now leads to `/b` (was `/a`)". */
  compareValues(rule: RuleId, text: string, before: unknown, after: unknown): void {
    if (before !== after) this.add(rule, `${text} ${listed([after])} (was ${listed([before])})`);
  }

  /** Compares lists of plain values. */
  compareLists<T>(
    rules: AddedRemoved,
    before: readonly T[],
    after: readonly T[],
    label: (entry: T) => string,
  ): void {
    for (const entry of without(after, before))
      this.add(`${rules}-added`, `${label(entry)} is new`);
    for (const entry of without(before, after))
      this.add(`${rules}-removed`, `${label(entry)} is gone`);
  }

  /** Compares records; `compare` handles the entries that are in both. An entry has a place of its own if it has a noun. */
  compareRecords<T>(
    rules: AddedRemoved,
    { noun, label }: { readonly noun?: string; readonly label: string | ((key: string) => string) },
    before: Readonly<Record<string, T>> = {},
    after: Readonly<Record<string, T>> = {},
    compare: (before: T, after: T, report: Report, key: string) => void = () => undefined,
  ): void {
    for (const [key, old, current] of pairs(before, after)) {
      const report = noun === undefined ? this : this.at(`${noun} ${key}`);
      const text = typeof label === "string" ? label : label(key);
      if (old === undefined) report.add(`${rules}-added`, `${text} is new`);
      else if (current === undefined) report.add(`${rules}-removed`, `${text} is gone`);
      else compare(old, current, report, key);
    }
  }
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

/** Returns the entries that only the first list has. */
export function without<T>(list: readonly T[], other: readonly T[]): readonly T[] {
  return list.filter((entry) => !other.includes(entry));
}

/** Values as messages show them: `` `a`, `b` ``. */
export function listed(values: readonly unknown[]): string {
  return values
    .map((value) => `\`${typeof value === "string" ? value : JSON.stringify(value)}\``)
    .join(", ");
}
