/** Runs cases one after another, and collects what they found. */
import { traceOf } from "../../registry/contract/finding.ts";
import type { Case, Operation, Violation } from "../../registry/contract/conformance.ts";
import { NoResponseError } from "./client.ts";
import type { Failure, Report, SkippedCase } from "./report.ts";
import { operationName } from "./context.ts";

/** Violations reported after the first one of a case. */
const MAX_MORE = 9;

export class Results {
  readonly #failures: Failure[] = [];
  readonly #skipped: SkippedCase[] = [];
  readonly #warnings = new Set<string>();
  readonly #kinds = new Set<string>();
  readonly #onCase: () => void;
  readonly #subject: string;
  #cases = 0;

  /**
   * @param onCase called before each case.
   * @param subject of the cases that are about no operation.
   */
  constructor(onCase: () => void = () => {}, subject = "the server") {
    this.#onCase = onCase;
    this.#subject = subject;
  }

  /** Runs cases of an operation, or of the server as a whole. */
  async run(operation: Operation | undefined, cases: readonly Case[]): Promise<void> {
    for (const one of cases) {
      if (one.skipped !== undefined) {
        this.#skipped.push({
          operation: this.#label(operation),
          case: one.name,
          reason: one.skipped,
        });
        continue;
      }
      this.#cases += 1;
      this.#kinds.add(one.name);
      this.#onCase();
      const found = await violationsOf(() => one.run());
      const distinct = new Map(
        found.map((other) => [`${other.expected} ${other.received}`, other]),
      );
      this.fail(operation, one.name, ...distinct.values());
    }
  }

  warn(text: string): void {
    this.#warnings.add(text);
  }

  /** Adds the failure of a case, if there are violations. */
  fail(operation: Operation | undefined, name: string, ...violations: readonly Violation[]): void {
    const [first, ...more] = violations;
    if (first === undefined) return;
    const { expected, received, hint } = first;
    const [policy] = name.split(":", 1);
    const subject = operation?.route.ref ?? (name.includes(":") ? policy : undefined);
    this.add({
      operation: this.#label(operation),
      ...(operation === undefined ? {} : { route: operation.route.ref }),
      case: name,
      expected,
      received,
      hint: hint ?? (subject === undefined ? "waymark plugins" : `waymark explain ${subject}`),
      more: more
        .slice(0, MAX_MORE)
        .map((other) => ({ expected: other.expected, received: other.received })),
    });
  }

  add(failure: Failure): void {
    this.#failures.push(failure);
  }

  #label(operation: Operation | undefined): string {
    return operation === undefined ? this.#subject : operationName(operation.route);
  }

  report(): Pick<Report, "cases" | "kinds" | "failures" | "skipped" | "warnings"> {
    return {
      cases: this.#cases,
      kinds: [...this.#kinds].toSorted(),
      failures: this.#failures,
      skipped: this.#skipped,
      warnings: [...this.#warnings],
    };
  }
}

async function violationsOf(
  run: () => Promise<readonly Violation[]>,
): Promise<readonly Violation[]> {
  try {
    return await run();
  } catch (error) {
    return [brokenCase(error)];
  }
}

/** The violation of a case that throws: an answer is missing, or the case proves nothing about the server. */
export function brokenCase(error: unknown): Violation {
  if (error instanceof NoResponseError) return { expected: "an answer", received: error.message };
  const [message = "", place = ""] = traceOf(error).split("\n");
  return {
    expected: "a case that runs",
    received: `${message} ${place.trim()}`.trim(),
    hint: "fix the case; it says nothing about the server",
  };
}
