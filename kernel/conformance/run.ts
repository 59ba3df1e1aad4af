/** Asks a service everything that its registry makes one expect, and notes what is otherwise. */
import { ZodError } from "zod";
import { casesOf } from "./cases.ts";
import { serviceCases } from "./cases-service.ts";
import type { Client } from "./client.ts";
import { Unanswered } from "./client.ts";
import { documentCases } from "./documents.ts";
import { checkHeaders, type HeaderRules } from "./headers.ts";
import { pathFinder } from "./parameters.ts";
import { policyChecks } from "./policies/index.ts";
import type { PolicyCheck } from "./policies/check.ts";
import { testCase, type Case, type Problem } from "./problem.ts";
import type { Failure, NotAsked, Report } from "./report.ts";
import { createValidator } from "./validate.ts";
import { nameOf, Operation, type Target, type World } from "./world.ts";
import { pacedAsk } from "./pace.ts";
import type { Registry } from "../../registry/registry.ts";

export interface RunOptions {
  /** Use up the rate limit of a service that is not ours alone. Default false. */
  readonly exhaust?: boolean;
  /** Told of each operation as it begins, and of waiting for the rate limit. */
  onProgress?(progress: Progress): void;
}

export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly text: string;
}

/** Problems that one case reports besides its first; still more say the same again. */
const MAX_MORE = 9;
/** Stands in reports for the service as a whole. */
const SERVICE = "the service";

export async function runConformance(
  registry: Registry,
  target: Target,
  { exhaust = false, onProgress }: RunOptions = {},
): Promise<Report> {
  const run = new Run(registry, target, exhaust, onProgress);
  return run.all();
}

class Run {
  readonly #registry: Registry;
  readonly #target: Target;
  readonly #exhaust: boolean;
  readonly #onProgress: RunOptions["onProgress"];
  readonly #failures: Failure[] = [];
  readonly #notAsked: NotAsked[] = [];
  readonly #warnings = new Set<string>();
  readonly #kinds = new Set<string>();
  #cases = 0;
  #requests = 0;
  #done = 0;

  constructor(
    registry: Registry,
    target: Target,
    exhaust: boolean,
    onProgress: RunOptions["onProgress"],
  ) {
    this.#registry = registry;
    this.#target = target;
    this.#exhaust = exhaust;
    this.#onProgress = onProgress;
  }

  async all(): Promise<Report> {
    const began = performance.now();
    const world = await this.#world();
    const rules: HeaderRules = {
      exact: this.#target.own,
      knows: (policy) => Object.hasOwn(policyChecks, policy) || this.#isPlain(policy),
    };
    await this.#each(undefined, serviceCases(world, rules));
    for (const [id, check] of this.#checks())
      await this.#each(
        undefined,
        this.#made(id, () => check.service?.(world, this.#stated(id))),
      );

    for (const op of world.operations) {
      this.#tell(nameOf(op.route));
      const before = this.#cases;
      await this.#each(op, casesOf(op, world));
      await this.#each(op, documentCases(op, world));
      for (const [id, check] of this.#checks())
        await this.#each(
          op,
          this.#made(id, () => check.operation?.(op, world, this.#stated(id))),
        );
      for (const [id, check] of this.#checks())
        await this.#each(
          op,
          this.#made(id, () => check.recorded?.(op, world, this.#stated(id))),
        );
      await this.#each(op, [this.#headers(op, rules)]);
      if (this.#cases === before)
        this.#fail(op, "cases", { expected: "at least one case", received: "none" });
      this.#done += 1;
    }
    for (const [id, check] of this.#checks()) {
      this.#tell(`policy ${id}`);
      for (const one of this.#made(id, () => check.after?.(world, this.#stated(id))))
        await this.#each(one.op, [one]);
    }
    this.#proveStatements();
    this.#tell("");
    return {
      url: this.#target.origin,
      own: this.#target.own,
      revision: this.#registry.revision,
      operations: this.#registry.routes.length,
      cases: this.#cases,
      kinds: [...this.#kinds].toSorted(),
      requests: this.#requests,
      failures: this.#failures,
      notAsked: this.#notAsked,
      warnings: [...this.#warnings],
      milliseconds: Math.round(performance.now() - began),
    };
  }

  async #world(): Promise<World> {
    const target = this.#target;
    const ask = pacedAsk(this.#registry, target, {
      onRequest: () => (this.#requests += 1),
      onWait: (seconds) => this.#tell(`waiting ${seconds} s for the rate limit`),
    });
    const read = new Map<string, ReturnType<Client["ask"]>>();
    const operations: Operation[] = [];
    const world: World = {
      registry: this.#registry,
      target,
      validator: await createValidator(this.#registry),
      operations,
      seen: { header: new Set(), body: new Set() },
      exhaust: this.#exhaust,
      ask,
      read(path, method = "GET") {
        const answer = read.get(`${method} ${path}`) ?? ask(path, { method });
        read.set(`${method} ${path}`, answer);
        return answer;
      },
    };
    const find = pathFinder(world);
    this.#tell("finding paths");
    for (const route of this.#registry.routes) {
      const found = await find(route);
      if ("target" in found) operations.push(new Operation(world, route, found.target));
      else
        this.#failures.push({
          operation: nameOf(route),
          route: route.ref,
          case: "path",
          expected: "a path with parameters that exist",
          received: found.missing,
          hint: `waymark explain ${route.ref}`,
          more: [],
        });
    }
    return world;
  }

  /** Checks of the policies that are on, in the table's order. */
  #checks(): readonly (readonly [string, PolicyCheck])[] {
    return Object.entries(policyChecks).filter(([id]) =>
      this.#registry.policies.some(({ policy }) => policy.id === id),
    );
  }

  #stated(id: string): unknown {
    return this.#registry.statements[id];
  }

  /** A policy without a statement and without headers that are made per request leaves nothing to know. */
  #isPlain(id: string): boolean {
    return !Object.hasOwn(this.#registry.statements, id) && FIRST_PARTY_PLAIN.has(id);
  }

  /** Cases of a check, or one that fails when the statement has not the form that the check reads. */
  #made<C extends Case>(
    id: string,
    make: () => readonly C[] | undefined,
  ): readonly (C | Failing)[] {
    try {
      return make() ?? [];
    } catch (error) {
      if (!(error instanceof ZodError)) throw error;
      const received = error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
      return [
        {
          name: `${id}: statement`,
          run: async () => [
            {
              expected: "a statement of the form that its check reads",
              received: received.join("; "),
            },
          ],
        },
      ];
    }
  }

  #headers(op: Operation, rules: HeaderRules): Case {
    return testCase("headers", async () =>
      op.recorded.flatMap((recorded) => {
        const { problems, absent } = checkHeaders(recorded, rules);
        for (const name of absent)
          this.#warnings.add(`${name} is planned and was absent from some answers`);
        return problems;
      }),
    );
  }

  async #each(op: Operation | undefined, cases: readonly Case[]): Promise<void> {
    for (const one of cases) {
      if (one.notAsked !== undefined) {
        this.#notAsked.push({ operation: labelOf(op), case: one.name, reason: one.notAsked });
        continue;
      }
      this.#cases += 1;
      this.#kinds.add(one.name);
      this.#fail(op, one.name, ...distinct(await outcomeOf(one)));
    }
  }

  /** Notes a failure, when there are problems. */
  #fail(op: Operation | undefined, name: string, ...problems: readonly Problem[]): void {
    const [first, ...more] = problems;
    if (first === undefined) return;
    const { expected, received, hint } = first;
    const [policy] = name.split(":", 1);
    const explained = op?.route.ref ?? (name.includes(":") ? policy : undefined);
    this.#failures.push({
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

  /** Every key of every statement has a case that was asked, or a reason why none can be. */
  #proveStatements(): void {
    for (const [id, statement] of Object.entries(this.#registry.statements)) {
      const check = policyChecks[id];
      if (check === undefined) {
        this.#warnings.add(`policy ${id} states something that is not checked`);
        continue;
      }
      for (const key of Object.keys(Object(statement) as object)) {
        const proof = check.proves[key];
        if (Array.isArray(proof) || (proof !== undefined && "because" in proof)) continue;
        this.#fail(undefined, `${id}: statement`, {
          expected: `a check of what it states as ${key}`,
          received: "none",
        });
      }
    }
  }

  #tell(text: string): void {
    this.#onProgress?.({ done: this.#done, total: this.#registry.routes.length, text });
  }
}

type Failing = Extract<Case, { readonly notAsked?: never }> & { readonly op?: undefined };

/** Policies of this package that are known to leave out headers, and state nothing. */
const FIRST_PARTY_PLAIN: ReadonlySet<string> = new Set(["events", "metrics", "access-log"]);

function labelOf(op: Operation | undefined): string {
  return op === undefined ? SERVICE : nameOf(op.route);
}

/** An answer that does not come is a failure of its case; anything else is ours, and thrown. */
async function outcomeOf(one: Extract<Case, { readonly notAsked?: never }>) {
  try {
    return await one.run();
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    return [{ expected: "an answer", received: error.message }];
  }
}

function distinct(problems: readonly Problem[]): readonly Problem[] {
  return [
    ...new Map(
      problems.map((problem) => [`${problem.expected} ${problem.received}`, problem]),
    ).values(),
  ];
}
