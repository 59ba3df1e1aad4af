/** The proofs of the policies that are on. */
import type {
  Case,
  Operation,
  PolicyProof,
  Problem,
  World,
} from "../../registry/contract/conformance.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import { brokenCheck } from "./findings.ts";
import { testCase } from "./violation.ts";
import { StatementMismatch } from "./conformance-test.ts";

/** What a proof asks in one of its phases. */
type Asked = Case & { readonly op?: Operation };

export class Proofs {
  /** By policy id, in the preset's order. */
  readonly all: ReadonlyMap<string, PolicyProof>;
  readonly #statements: Registry["statements"];

  /** Imports them. Throws what an import throws. */
  static async load({ policies, statements }: Registry): Promise<Proofs> {
    const loaded = policies.map(
      async ({ policy: { id, proof } }) =>
        proof === undefined ? [] : [[id, (await proof()).default as PolicyProof] as const], // by the type of Policy,
    );
    return new Proofs(new Map((await Promise.all(loaded)).flat()), statements);
  }

  constructor(all: ReadonlyMap<string, PolicyProof>, statements: Registry["statements"]) {
    this.all = all;
    this.#statements = statements;
  }

  /** What every request carries. */
  sent(): Readonly<Record<string, string>> {
    return Object.assign({}, ...[...this.all.values()].map((proof) => proof.sends?.()));
  }

  /** Headers, in lower case, that are not the same in answers to GET and HEAD. */
  volatile(): ReadonlySet<string> {
    const names = [...this.all.values()].flatMap((proof) => Object.keys(proof.volatile ?? {}));
    return new Set(names.map((name) => name.toLowerCase()));
  }

  service(world: World): readonly Asked[] {
    return this.#made((proof, statement) => proof.service?.(world, statement));
  }

  operation(op: Operation, world: World): readonly Asked[] {
    return this.#made((proof, statement) => proof.operation?.(op, world, statement));
  }

  recorded(op: Operation, world: World): readonly Asked[] {
    return this.#made((proof, statement) => proof.recorded?.(op, world, statement));
  }

  after(world: World): readonly Asked[] {
    return this.#made((proof, statement) => proof.after?.(world, statement));
  }

  /** Cases of every proof, with one that fails in place of those whose statement has not the form that they read. */
  #made(
    phase: (proof: PolicyProof, statement: unknown) => readonly Asked[] | undefined,
  ): readonly Asked[] {
    return [...this.all].flatMap(([id, proof]): readonly Asked[] => {
      try {
        return phase(proof, this.#statements[id]) ?? [];
      } catch (error) {
        if (!(error instanceof StatementMismatch))
          return [testCase(`${id}: proof`, async () => [brokenCheck(error)])];
        const expected = "a statement of the form that its proof reads";
        const problem = { expected, received: error.message };
        return [testCase(`${id}: statement`, async () => [problem])];
      }
    });
  }

  /** Policies that state something and bring no proof. */
  unproved(): readonly string[] {
    return Object.keys(this.#statements).filter((id) => !this.all.has(id));
  }

  /** Keys of statements that their proof has neither cases for nor a reason why none can be. */
  gaps(): readonly { readonly policy: string; readonly problem: Problem }[] {
    return [...this.all].flatMap(([policy, { proves }]) =>
      Object.keys(Object(this.#statements[policy]) as object)
        .filter((key) => !Object.hasOwn(proves, key))
        .map((key) => {
          const expected = `a check of what it states as ${key}`;
          return { policy, problem: { expected, received: "none" } };
        }),
    );
  }
}
