/** Asks a service everything that its registry makes one expect, and notes what is otherwise. */
import type { Answer, Case, Operation } from "../../registry/contract/conformance.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import type { Degraded } from "../lifecycle/start.ts";
import { casesOf } from "./cases/index.ts";
import { serviceCases } from "./cases/service.ts";
import { documentCases } from "./documents.ts";
import { Findings } from "./findings.ts";
import { checkHeaders, type HeaderRules } from "./headers.ts";
import { pacedAsk } from "./pace.ts";
import { pathFinder } from "./parameters.ts";
import { testCase } from "./violation.ts";
import { Proofs } from "./conformance-tests.ts";
import type { Report } from "./report.ts";
import { createValidator } from "./validate.ts";
import { nameOf, RecordingOperation, type Target, type World } from "./context.ts";

export interface RunOptions {
  /** Use up the limits of a service that is not ours alone. Default false. */
  readonly exhaust?: boolean;
  /**
   * Routes to ask about in depth. The others are asked once, for their headers and documents; the service as a whole is
   * asked in any case. Default: all routes.
   */
  only?(route: SealedRoute): boolean;
  /** Plugins that did not start although they are on: each is a failure, and its routes are not asked. */
  readonly degraded?: readonly Degraded[];
  /** Told of each operation as it begins, and of waiting. */
  onProgress?(progress: Progress): void;
}

export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly text: string;
}

export async function runConformance(
  registry: Registry,
  target: Target,
  options: RunOptions = {},
): Promise<Report> {
  const began = performance.now();
  const run = new Run(registry, target, options, await Proofs.load(registry));
  const found = await run.all();
  return { ...found, milliseconds: Math.round(performance.now() - began) };
}

class Run {
  readonly #registry: Registry;
  readonly #target: Target;
  readonly #options: RunOptions;
  readonly #proofs: Proofs;
  readonly #findings = new Findings();
  readonly #inDepth: (route: SealedRoute) => boolean;
  /** Why plugins did not start, by id. */
  readonly #absent: ReadonlyMap<string, string>;
  #requests = 0;
  #done = 0;

  constructor(registry: Registry, target: Target, options: RunOptions, proofs: Proofs) {
    this.#registry = registry;
    this.#target = target;
    this.#options = options;
    this.#proofs = proofs;
    this.#absent = new Map(options.degraded?.map(({ plugin, reason }) => [plugin, reason]));
    this.#inDepth = (route) => (options.only?.(route) ?? true) && !this.#absent.has(route.plugin);
  }

  async all(): Promise<Omit<Report, "milliseconds">> {
    const world = await this.#world();
    const rules = { exact: this.#target.own, proofs: this.#proofs.all };
    await this.#findings.ask(undefined, serviceCases(world, rules));
    await this.#findings.ask(undefined, this.#proofs.service(world));
    for (const [plugin, reason] of this.#absent)
      this.#findings.fail(undefined, `start: ${plugin}`, {
        expected: "a plugin that starts; its routes answer 503 and are not asked",
        received: reason,
        hint: "waymark plugins --try",
      });
    const asked = world.operations.filter(({ route }) => !this.#absent.has(route.plugin));
    for (const op of asked) {
      this.#tell(nameOf(op.route));
      if (this.#inDepth(op.route)) await this.#operation(op, world, rules);
      else await this.#briefly(op, world, rules);
      this.#done += 1;
    }
    for (const one of this.#proofs.after(world)) {
      // What sums up all answers says nothing when most were not asked for.
      if (one.op === undefined ? this.#options.only !== undefined : !this.#inDepth(one.op.route))
        continue;
      this.#tell(one.name);
      await this.#findings.ask(one.op, [one]);
    }
    this.#proveStatements();
    this.#tell("");
    return {
      url: this.#target.origin,
      own: this.#target.own,
      revision: this.#registry.revision,
      operations: this.#registry.routes.length,
      requests: this.#requests,
      ...this.#findings.report(),
    };
  }

  /** One plain request, and what can be told from its answer. */
  async #briefly(op: Operation, world: World, rules: HeaderRules): Promise<void> {
    await op.base();
    await this.#findings.ask(op, documentCases(op, world));
    await this.#lookBack(op, world, rules);
  }

  /** What looks at all answers comes last. */
  async #operation(op: Operation, world: World, rules: HeaderRules): Promise<void> {
    const before = this.#findings.cases;
    await this.#findings.ask(op, casesOf(op, world));
    await this.#findings.ask(op, documentCases(op, world));
    await this.#findings.ask(op, this.#proofs.operation(op, world));
    await this.#lookBack(op, world, rules);
    if (this.#findings.cases === before)
      this.#findings.fail(op, "cases", { expected: "at least one case", received: "none" });
  }

  async #lookBack(op: Operation, world: World, rules: HeaderRules): Promise<void> {
    await this.#findings.ask(op, this.#proofs.recorded(op, world));
    await this.#findings.ask(op, [this.#headers(op, rules)]);
  }

  async #world(): Promise<World> {
    const registry = this.#registry;
    const ask = pacedAsk(registry, this.#target, {
      carried: () => this.#proofs.sent(),
      onRequest: () => (this.#requests += 1),
      onWait: (seconds) => this.#tell(`waiting ${seconds} s, as Retry-After says`),
    });
    const answers = new Map<string, Promise<Answer>>();
    const operations: Operation[] = [];
    const world: World = {
      registry,
      target: this.#target,
      validator: await createValidator(registry),
      volatile: this.#proofs.volatile(),
      operations,
      exhaust: this.#options.exhaust ?? false,
      ask,
      read(path, method = "GET") {
        const answer = answers.get(`${method} ${path}`) ?? ask(path, { method });
        answers.set(`${method} ${path}`, answer);
        return answer;
      },
    };
    const find = pathFinder(world);
    this.#tell("finding paths");
    for (const route of registry.routes) {
      const found = await find(route);
      if ("target" in found) operations.push(new RecordingOperation(world, route, found.target));
      else if (this.#inDepth(route))
        this.#findings.note({
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

  #headers(op: Operation, rules: HeaderRules): Case {
    return testCase("headers", async () =>
      op.recorded.flatMap((recorded) => {
        const { problems, absent } = checkHeaders(recorded, rules);
        for (const name of absent)
          this.#findings.warn(`${name} is planned and was absent from some answers`);
        return problems;
      }),
    );
  }

  /** Every key of every statement has cases that prove it, or a reason why none can be. */
  #proveStatements(): void {
    for (const id of this.#proofs.unproved())
      this.#findings.warn(`policy ${id} states something that is not checked`);
    for (const { policy, problem } of this.#proofs.gaps())
      this.#findings.fail(undefined, `${policy}: statement`, problem);
  }

  #tell(text: string): void {
    const total = this.#registry.routes.length;
    this.#options.onProgress?.({ done: this.#done, total, text });
  }
}
