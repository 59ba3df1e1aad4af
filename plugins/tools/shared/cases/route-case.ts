/** The form of the cases that are made from a route. */
import type { Case, Operation, Violation } from "../policy-tests.ts";
import type { RouteCheckContext } from "../context.ts";
import { testCase } from "../violation.ts";

export interface RouteCase {
  readonly name: string;
  /** Checks that the case is made for an operation, or returns why it is skipped. Default: it is made for all. */
  applies?(operation: Operation, context: RouteCheckContext): boolean | string;
  run(operation: Operation, context: RouteCheckContext): Promise<readonly Violation[]>;
}

/** Returns the cases of an operation. */
export function casesOf(
  cases: readonly RouteCase[],
  operation: Operation,
  context: RouteCheckContext,
): readonly Case[] {
  return cases.flatMap(({ name, applies, run }): readonly Case[] => {
    const applied = applies?.(operation, context) ?? true;
    if (typeof applied === "string") return [{ name, skipped: applied }];
    return applied ? [testCase(name, () => run(operation, context))] : [];
  });
}

/** Runs a check for each entry, one after another. */
export async function each<T>(
  entries: Iterable<T>,
  check: (entry: T) => Promise<readonly Violation[]>,
): Promise<readonly Violation[]> {
  return (await Array.fromAsync(entries, check)).flat();
}
