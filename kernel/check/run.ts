/** Runs all cases that follow from a registry against a server, and reports each difference. */
import type { Answer, Case, CheckContext, Operation } from "../../registry/contract/conformance.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import type { Degraded } from "../lifecycle/start.ts";
import { getOrMake } from "../../registry/schema/get-or-make.ts";
import { callerCases } from "./cases/callers.ts";
import { routeCases } from "./cases/index.ts";
import { serverCases } from "./cases/server.ts";
import { withoutCredentials } from "./credentials.ts";
import { ConformanceTests } from "./conformance-tests.ts";
import { loadDoors } from "./doors.ts";
import { documentCases } from "./documents.ts";
import { checkHeaders, type HeaderRules } from "./headers.ts";
import { Traffic } from "./pace.ts";
import { byEffect, OperationFinder } from "./operations.ts";
import type { Report } from "./report.ts";
import { Results } from "./results.ts";
import { otherRevision, servedRevision } from "./revisions.ts";
import { createValidator } from "./validate.ts";
import { testCase } from "./violation.ts";
import { needsCredential, operationName, type RouteCheckContext, type Target } from "./context.ts";

export interface RunOptions {
  /** Use up the limits of a server that others use too. Default: false. */
  readonly exhaust?: boolean;
  /**
   * Routes to check in depth. Of the others only headers and documents are checked, with one request; the server as a
   * whole is always checked. Default: all routes.
   */
  only?(route: SealedRoute): boolean;
  /** Plugins that are on and did not start: each is a failure, and its routes are not checked. */
  readonly degraded?: readonly Degraded[];
  /** Returns the lines of the server's log so far, where the check can see them. */
  logged?(): readonly string[];
  /** Called when an operation begins, and before a wait. */
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
  const run = new Run(registry, target, options, await ConformanceTests.load(registry));
  const report = await run.all();
  const milliseconds = Math.round(performance.now() - began);
  return { ...withoutCredentials(report, target.credentials), milliseconds };
}

const OUT_OF_REACH: Case = {
  name: "answer",
  skipped: 'only callers may read it; check with --header "name: value" and a credential',
};

class Run {
  readonly #registry: Registry;
  readonly #target: Target;
  readonly #options: RunOptions;
  readonly #tests: ConformanceTests;
  readonly #rules: HeaderRules;
  readonly #results = new Results(() => this.#traffic.nextCaller());
  /** Why plugins did not start, by id. */
  readonly #degraded: ReadonlyMap<string, string>;
  readonly #traffic: Traffic;
  readonly #finder: OperationFinder;
  #done = 0;

  constructor(registry: Registry, target: Target, options: RunOptions, tests: ConformanceTests) {
    this.#registry = registry;
    this.#target = target;
    this.#options = options;
    this.#tests = tests;
    this.#rules = { exact: target.exclusive, tests: tests.byPolicy };
    this.#traffic = new Traffic(registry, target, tests, (text) => this.#progress(text));
    this.#finder = new OperationFinder(registry, target, this.#traffic);
    this.#degraded = new Map(options.degraded?.map(({ plugin, reason }) => [plugin, reason]));
  }

  async all(): Promise<Omit<Report, "milliseconds">> {
    const context = await this.#createContext();
    await this.#results.run(undefined, serverCases(context, this.#rules));
    await this.#results.run(undefined, this.#tests.refusedStatements());
    await this.#results.run(
      undefined,
      this.#tests.cases((test, statement) => test.server?.(context, statement)),
    );
    for (const [plugin, reason] of this.#degraded)
      this.#results.fail(undefined, `start: ${plugin}`, {
        expected: "a plugin that starts; its routes answer 503 and are not checked",
        received: reason,
        hint: "waymark plugins --try",
      });
    for (const operation of context.operations.toSorted(byEffect)) {
      if (this.#degraded.has(operation.route.plugin)) continue;
      this.#progress(operationName(operation.route));
      const isOwn = this.#isInDepth(operation.route);
      const own = isOwn ? await this.#finder.removable(operation, context) : operation;
      await this.#checkOperation(own, context);
      this.#done += 1;
    }
    for (const one of this.#tests.cases((test, statement) => test.after?.(context, statement))) {
      // A case about all answers proves nothing when most routes were left out.
      const isLeftOut =
        one.operation === undefined
          ? this.#options.only !== undefined
          : !this.#isInDepth(one.operation.route);
      if (isLeftOut) continue;
      this.#progress(one.name);
      await this.#results.run(one.operation, [one]);
    }
    this.#checkStatements();
    if (this.#registry.identifiers.length > 0)
      await this.#results.run(undefined, [testCase("secrets", async () => this.#leaks())]);
    this.#progress("");
    const differs = otherRevision(
      this.#registry,
      await servedRevision(this.#registry, context.read),
    );
    const { requests, quota, foreign } = this.#traffic;
    for (const text of foreign.warnings()) this.#results.warn(text);
    return {
      url: this.#target.origin,
      exclusive: this.#target.exclusive,
      revision: this.#registry.revision,
      ...(differs === undefined ? {} : { differs }),
      operations: this.#registry.routes.length,
      requests,
      ...(quota === undefined ? {} : { quota }),
      ...this.#results.report(),
    };
  }

  #isInDepth(route: SealedRoute): boolean {
    const isSelected = (this.#options.only?.(route) ?? true) && !this.#degraded.has(route.plugin);
    return isSelected && !needsCredential(route, this.#target);
  }

  async #checkOperation(operation: Operation, context: RouteCheckContext): Promise<void> {
    const isInDepth = this.#isInDepth(operation.route);
    if (needsCredential(operation.route, this.#target))
      await this.#results.run(operation, [OUT_OF_REACH, ...callerCases(operation, context)]);
    await (isInDepth
      ? this.#results.run(operation, routeCases(operation, context))
      : operation.base());
    await this.#results.run(operation, documentCases(operation, context));
    if (isInDepth)
      await this.#results.run(
        operation,
        this.#tests.cases((test, statement) => test.operation?.(operation, context, statement)),
      );
    // Last, because these inspect all answers.
    const inspections = this.#tests.cases((test, statement) =>
      test.answers?.(operation, context, statement),
    );
    await this.#results.run(operation, [...inspections, this.#headerCase(operation)]);
  }

  async #createContext(): Promise<RouteCheckContext> {
    const registry = this.#registry;
    const traffic = this.#traffic;
    const answers = new Map<string, Promise<Answer>>();
    const read: CheckContext["read"] = (path, method = "GET") =>
      getOrMake(answers, `${method} ${path}`, () =>
        traffic.ask(path, { method }, traffic.nextCaller()),
      );
    this.#progress("finding paths");
    return {
      registry,
      target: this.#target,
      validator: await createValidator(registry),
      doors: await loadDoors(registry),
      volatile: this.#tests.volatile(),
      operations: await this.#findOperations(),
      exhaust: this.#options.exhaust ?? false,
      ask: (target, question) => traffic.ask(target, question),
      read,
    };
  }

  /** One for each route; a route in depth whose path is not found is a failure. */
  async #findOperations(): Promise<readonly Operation[]> {
    const operations: Operation[] = [];
    for (const [route, found] of await this.#finder.findAll()) {
      if ("target" in found) operations.push(this.#finder.operationAt(route, found.target));
      else if (this.#isInDepth(route))
        this.#results.add({
          operation: operationName(route),
          route: route.ref,
          case: "path",
          expected: "a path with parameters that exist",
          received: found.missing,
          hint: `waymark explain ${route.ref}`,
          more: [],
        });
    }
    return operations;
  }

  #headerCase(operation: Operation): Case {
    return testCase("headers", async () =>
      operation.answers.flatMap((recorded) => {
        const { violations, absent } = checkHeaders(recorded, this.#rules);
        for (const name of absent)
          this.#results.warn(`${name} is planned and was absent from some answers`);
        return violations;
      }),
    );
  }

  /** Every key of every statement has cases that test it, or a reason why none can. */
  #checkStatements(): void {
    for (const id of this.#tests.untested())
      this.#results.warn(`policy ${id} states something that is not checked`);
    for (const { policy, violation } of this.#tests.gaps())
      this.#results.fail(undefined, `${policy}: statement`, violation);
  }

  #leaks() {
    return this.#traffic.secrets.violations(this.#options.logged?.());
  }

  #progress(text: string): void {
    const total = this.#registry.routes.length;
    this.#options.onProgress?.({ done: this.#done, total, text });
  }
}
