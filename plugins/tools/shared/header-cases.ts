/** The case of each operation about the headers of its answers, and what all of them lack. */
import type { Case, Operation } from "./policy-tests.ts";
import { checkHeaders, type HeaderRules } from "./headers.ts";
import type { Results } from "./results.ts";
import { testCase } from "./violation.ts";

export class HeaderCases {
  readonly rules: HeaderRules;
  /** Headers that were planned and not in an answer, with the policies that write them. */
  readonly #absent = new Map<string, string>();

  constructor(rules: HeaderRules) {
    this.rules = rules;
  }

  caseOf({ answers }: Operation): Case {
    return testCase("headers", async () =>
      answers.flatMap((recorded) => {
        const { violations, absent } = checkHeaders(recorded, this.rules);
        for (const [name, policy] of absent) this.#absent.set(name, policy);
        return violations;
      }),
    );
  }

  /** Warns of a planned header that some answers lack, and fails if all answers lack it. */
  checkAbsent(operations: readonly Operation[], results: Results): void {
    const answers = operations.flatMap((operation) => operation.answers);
    for (const [name, policy] of this.#absent) {
      if (answers.some(({ answer }) => answer.headers[name.toLowerCase()] !== undefined))
        results.warn(`${name} (policy ${policy}) is planned and was absent from some answers`);
      else
        results.fail(undefined, `${policy}: headers`, {
          expected: `${name} in some answer, as policy ${policy} writes it`,
          received: "none that has it",
        });
    }
  }
}
