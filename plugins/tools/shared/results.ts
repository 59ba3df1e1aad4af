/** Runs cases one after another, and collects their findings. */
import { traceOf } from "waymark/tools";
import type { Case, Operation, Violation } from "./policy-tests.ts";
import { NoResponseError } from "./client.ts";
import type { Failure, Report, SkippedCase } from "./report.ts";
import { operationName } from "./context.ts";
import { Unsampled } from "./scratch.ts";

/** Violations reported after the first one of a case. */
const MAX_MORE = 9;

export class Results {
  readonly #failures: Failure[] = [];
  readonly #skipped: SkippedCase[] = [];
  readonly #warnings = new Set<string>();
  readonly #notes = new Set<string>();
  readonly #kinds = new Set<string>();
  readonly #onCase: () => void;
  readonly #subject: string;
  /** Operations that left a request without an answer in time: they get no further requests. */
  readonly #late = new Set<Operation>();
  #cases = 0;
  #isEnded = false;

  /**
   * @param onCase called before each case.
   * @param subject of the cases that are about no operation.
   */
  constructor(onCase: () => void = () => {}, subject = "the server") {
    this.#onCase = onCase;
    this.#subject = subject;
  }

  /**
   * Runs cases of an operation, or of the server as a whole.
   *
   * @param again resolves to whether a case that failed is run once more. Default: it is not.
   */
  async run(
    operation: Operation | undefined,
    cases: readonly Case[],
    again: (runs: number) => Promise<boolean> = async () => false,
  ): Promise<void> {
    for (const one of cases) {
      if (this.#isEnded || (operation !== undefined && this.#late.has(operation))) return;
      if (one.skipped !== undefined) {
        this.skip(this.#label(operation), one.name, one.skipped);
        continue;
      }
      this.#cases += 1;
      this.#kinds.add(one.name);
      const run = () => {
        this.#onCase();
        return one.run();
      };
      let found = await this.#violationsOf(operation, one.name, run);
      const isOver = () => found.length === 0 || (operation && this.#late.has(operation)) === true;
      for (let runs = 1; !isOver() && (await again(runs)); runs++)
        found = await this.#violationsOf(operation, one.name, run);
      const distinct = new Map(
        found.map((other) => [`${other.expected} ${other.received}`, other]),
      );
      this.fail(operation, one.name, ...distinct.values());
    }
  }

  async #violationsOf(
    operation: Operation | undefined,
    name: string,
    run: () => Promise<readonly Violation[]>,
  ): Promise<readonly Violation[]> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof Unsampled) {
        this.skip(this.#label(operation), name, error.message);
        return [];
      }
      if (operation !== undefined && error instanceof NoResponseError && error.isLate)
        this.#late.add(operation);
      return [brokenCase(error)];
    }
  }

  skip(operation: string, name: string, reason: string): void {
    this.#skipped.push({ operation, case: name, reason });
  }

  warn(text: string): void {
    this.#warnings.add(text);
  }

  note(text: string): void {
    this.#notes.add(text);
  }

  /** Adds the failure of a case, if there are violations. */
  fail(
    operation: Pick<Operation, "route"> | undefined,
    name: string,
    ...violations: readonly Violation[]
  ): void {
    const [first, ...more] = violations;
    if (first === undefined || this.#isEnded) return;
    const { expected, received, hint } = first;
    const [policy] = name.split(":", 1);
    const subject = operation?.route.ref ?? (name.includes(":") ? policy : undefined);
    this.#failures.push({
      operation: this.#label(operation),
      route: operation?.route.ref,
      case: name,
      expected,
      received,
      hint: hint ?? (subject === undefined ? "waymark plugins" : `waymark explain ${subject}`),
      more: more
        .slice(0, MAX_MORE)
        .map((other) => ({ expected: other.expected, received: other.received })),
    });
  }

  /** Adds no further failures, and runs no further cases. */
  end(): void {
    this.#isEnded = true;
  }

  #label(operation: Pick<Operation, "route"> | undefined): string {
    return operation === undefined ? this.#subject : operationName(operation.route);
  }

  report(): Pick<Report, "cases" | "kinds" | "failures" | "skipped" | "warnings" | "notes"> {
    return {
      cases: this.#cases,
      kinds: [...this.#kinds].toSorted(),
      failures: this.#failures,
      skipped: this.#skipped,
      warnings: [...this.#warnings],
      ...(this.#notes.size === 0 ? {} : { notes: [...this.#notes] }),
    };
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
