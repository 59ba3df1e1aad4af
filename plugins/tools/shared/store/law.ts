/** The form of a store's laws, and what several of them use. */
import assert from "node:assert/strict";
import type { Store, TableDeclaration, TableRows } from "waymark/services";

/** A property of every store, checked on an empty one with some tables. */
export interface Law {
  /** Begins with its subject: `rows: …`. */
  readonly name: string;
  readonly tables: Readonly<Record<string, TableDeclaration>>;
  /** Rejects if the law does not hold. */
  run(store: Store): Promise<void>;
}

/** Checks that the rows of a table have these texts, in the order of its key. */
export async function holds<T extends object>(
  rows: Pick<TableRows, "list">,
  text: (row: T) => unknown,
  expected: readonly unknown[],
): Promise<void> {
  const { items } = await rows.list<T>();
  assert.deepEqual(items.map(text), expected);
}

/** Checks that each of these is refused, with any message. */
export async function refuses(
  attempts: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  for (const [what, attempt] of Object.entries(attempts))
    await assert.rejects(attempt, `expected an error for ${what}; received a result`);
}

/** Checks that one of many that want the same at once has it. */
export async function oneOf(attempts: readonly Promise<boolean>[]): Promise<void> {
  const results = await Promise.all(attempts);
  assert.equal(results.filter(Boolean).length, 1, `one of ${results.length} that want the same`);
}
