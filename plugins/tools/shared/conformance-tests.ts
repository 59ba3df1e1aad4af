/** The conformance tests of the policies that are on. */
import type { Registry } from "waymark";
import type {
  Answer,
  Case,
  PolicyCase,
  PolicyConformance,
  Quota,
  Violation,
} from "./policy-tests.ts";
import { brokenCase } from "./results.ts";
import { testCase } from "./violation.ts";

export class ConformanceTests {
  /** Tests by policy id, in the preset's order. */
  readonly byPolicy: ReadonlyMap<string, PolicyConformance>;
  readonly #statements: Registry["statements"];
  /** Ids of the policies that say whether they guard: only these may refuse requests. */
  readonly #asking: ReadonlySet<string>;
  /** Statements as the schemas of the tests return them. */
  readonly #parsed = new Map<string, unknown>();
  /** Reasons why a schema refuses a statement, by policy id. */
  readonly #refused = new Map<string, string>();

  /** Imports the tests. Throws what an import throws. */
  static async load(registry: Registry): Promise<ConformanceTests> {
    const loaded = registry.policies.map(
      async ({ policy: { id, conformance } }) =>
        conformance === undefined
          ? []
          : [[id, (await conformance()).default as PolicyConformance] as const], // by the type of Policy
    );
    return new ConformanceTests(registry, new Map((await Promise.all(loaded)).flat()));
  }

  private constructor(
    { policies, statements }: Registry,
    byPolicy: ReadonlyMap<string, PolicyConformance>,
  ) {
    const asking = policies.filter(({ policy }) => policy.guards !== undefined);
    this.#asking = new Set(asking.map(({ policy }) => policy.id));
    this.byPolicy = byPolicy;
    this.#statements = statements;
    for (const [id, test] of byPolicy) {
      const result = parseStatement(test, statements[id]);
      if (typeof result === "string") this.#refused.set(id, result);
      else this.#parsed.set(id, result.value);
    }
  }

  /** Headers of every request; of a stranger's, without those for policies that may refuse requests. */
  requestHeaders(anonymous = false): Readonly<Record<string, string>> {
    const tests = [...this.byPolicy].filter(([id]) => !anonymous || !this.#asking.has(id));
    return Object.assign(
      {},
      ...tests.map(([id, test]) => {
        // Headers that do not follow from a statement are sent also if the statement has another form.
        const isKnown = this.#parsed.has(id) || test.sends?.length === 0;
        return isKnown ? test.sends?.(this.#parsed.get(id)) : {};
      }),
    );
  }

  /** Returns the limit that an answer reports: of several, the one with the smallest part left. */
  quotaOf(answer: Answer): Quota | undefined {
    const quotas = [...this.#parsed].flatMap(
      ([id, statement]) => this.byPolicy.get(id)?.quota?.(answer, statement) ?? [],
    );
    const [scarcest] = quotas.toSorted((a, b) => a.remaining / a.limit - b.remaining / b.limit);
    return scarcest;
  }

  /** Headers, in lower case, that GET and HEAD have otherwise. */
  ofMethod(): ReadonlySet<string> {
    const names = [...this.byPolicy.values()].flatMap((test) => Object.keys(test.ofMethod ?? {}));
    return new Set(names.map((name) => name.toLowerCase()));
  }

  /** Returns a case for each statement that its test's schema refuses. */
  refusedStatements(): readonly Case[] {
    const expected = "a statement that fits the schema of its conformance test";
    return [...this.#refused].map(([id, received]) =>
      testCase(`${id}: statement`, async () => [{ expected, received }]),
    );
  }

  /** The cases of every test whose statement was readable. A test that throws becomes a failing case. */
  cases<C extends Case = PolicyCase>(
    select: (test: PolicyConformance, statement: unknown) => readonly C[] | undefined,
  ): readonly (C | PolicyCase)[] {
    return [...this.#parsed].flatMap<C | PolicyCase>(([id, statement]) => {
      const test = this.byPolicy.get(id);
      try {
        return (test && select(test, statement)) ?? [];
      } catch (error) {
        return [testCase(`${id}: conformance`, async () => [brokenCase(error)])];
      }
    });
  }

  /** Policies that state something and have no conformance test. */
  untested(): readonly string[] {
    return Object.keys(this.#statements).filter((id) => !this.byPolicy.has(id));
  }

  /** Keys of statements that have neither cases nor a reason why none can test them. */
  gaps(): readonly { readonly policy: string; readonly violation: Violation }[] {
    return [...this.byPolicy].flatMap(([policy, { covers }]) =>
      Object.keys(Object(this.#statements[policy]) as object)
        .filter((key) => !Object.hasOwn(covers, key))
        .map((key) => ({
          policy,
          violation: { expected: `a case that tests the statement's ${key}`, received: "none" },
        })),
    );
  }
}

/** Returns the statement as its test reads it, or why its schema refuses it. */
function parseStatement(
  { statement: schema }: PolicyConformance,
  value: unknown,
): { readonly value: unknown } | string {
  if (schema === undefined) return { value };
  const result = schema["~standard"].validate(value);
  if (result instanceof Promise) return "an asynchronous schema, which is not supported here";
  if (result.issues === undefined) return result;
  return result.issues
    .map(({ path = [], message }) => {
      const keys = path.map((key) => String(typeof key === "object" ? key.key : key));
      return `${keys.join(".")}: ${message}`;
    })
    .join("; ");
}
