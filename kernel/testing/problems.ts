/** What a check finds, and how it tells. */
import type { Violation } from "../../registry/contract/conformance.ts";

/** A problem with the place where it was found. */
export interface Found extends Violation {
  /** An operation with a case, a path, or a part of the plugin. */
  readonly where: string;
}

/** Throws an Error with all problems as people read them, when there are any. */
export function expectNone(problems: readonly Found[]): void {
  if (problems.length === 0) return;
  const text = problems.map(({ where, expected, received, hint }) =>
    [
      where,
      `  expected: ${expected}`,
      `  received: ${received}`,
      ...(hint === undefined ? [] : [`  hint: ${hint}`]),
    ].join("\n"),
  );
  throw new Error(text.join("\n\n"));
}

/** One problem, unless the condition holds. */
export function found(holds: boolean, problem: Found): readonly Found[] {
  return holds ? [] : [problem];
}
