/** What a run finds: cases are asked one after another, and noted. */
import { traceOf } from "../../registry/contract/finding.ts";
import type { Case, Operation, Problem } from "../../registry/contract/conformance.ts";
import { Unanswered } from "./client.ts";
import type { Failure, NotAsked, Report } from "./report.ts";
import { nameOf } from "./context.ts";

/** Problems that one case reports besides its first; still more say the same again. */
const MAX_MORE = 9;
/** Stands in reports for the service as a whole. */
const SERVICE = "the service";

export class Findings {
  readonly #failures: Failure[] = [];
  readonly #notAsked: NotAsked[] = [];
  readonly #warnings = new Set<string>();
  readonly #kinds = new Set<string>();
  #cases = 0;

  /** Cases asked so far. */
  get cases(): number {
    return this.#cases;
  }

  /** Asks cases of an operation, or of the service as a whole. */
  async ask(op: Operation | undefined, cases: readonly Case[]): Promise<void> {
    for (const one of cases) {
      if (one.notAsked !== undefined) {
        this.#notAsked.push({ operation: labelOf(op), case: one.name, reason: one.notAsked });
        continue;
      }
      this.#cases += 1;
      this.#kinds.add(one.name);
      this.fail(op, one.name, ...distinct(await problemsOf(one)));
    }
  }

  warn(text: string): void {
    this.#warnings.add(text);
  }

  /** Notes a failure of a case, when there are problems. */
  fail(op: Operation | undefined, name: string, ...problems: readonly Problem[]): void {
    const [first, ...more] = problems;
    if (first === undefined) return;
    const { expected, received, hint } = first;
    const [policy] = name.split(":", 1);
    const explained = op?.route.ref ?? (name.includes(":") ? policy : undefined);
    this.note({
      operation: labelOf(op),
      ...(op === undefined ? {} : { route: op.route.ref }),
      case: name,
      expected,
      received,
      hint: hint ?? (explained === undefined ? "waymark plugins" : `waymark explain ${explained}`),
      more: more.slice(0, MAX_MORE).map((problem) => ({
        expected: problem.expected,
        received: problem.received,
      })),
    });
  }

  note(failure: Failure): void {
    this.#failures.push(failure);
  }

  report(): Pick<Report, "cases" | "kinds" | "failures" | "notAsked" | "warnings"> {
    return {
      cases: this.#cases,
      kinds: [...this.#kinds].toSorted(),
      failures: this.#failures,
      notAsked: this.#notAsked,
      warnings: [...this.#warnings],
    };
  }
}

function labelOf(op: Operation | undefined): string {
  return op === undefined ? SERVICE : nameOf(op.route);
}

/** An answer that does not come is a failure of its case, and so is a check that breaks. */
async function problemsOf(
  one: Extract<Case, { readonly notAsked?: never }>,
): Promise<readonly Problem[]> {
  try {
    return await one.run();
  } catch (error) {
    if (error instanceof Unanswered) return [{ expected: "an answer", received: error.message }];
    return [brokenCheck(error)];
  }
}

/** What is said of a check that throws: nothing about the service, and where to look. */
export function brokenCheck(error: unknown): Problem {
  const [what = "", where = ""] = traceOf(error).split("\n");
  return {
    expected: "a check that works",
    received: `${what} ${where.trim()}`.trim(),
    hint: "mend the check: what it asks is not known",
  };
}

function distinct(problems: readonly Problem[]): readonly Problem[] {
  return [
    ...new Map(
      problems.map((problem) => [`${problem.expected} ${problem.received}`, problem]),
    ).values(),
  ];
}
