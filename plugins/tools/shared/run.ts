/** Runs all cases that follow from a registry against a server, and reports each difference. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Registry, SealedRoute } from "waymark";
import { getOrMake } from "waymark/advanced";
import { describeUnindexed, unindexedLists } from "../../shared/unindexed.ts";
import type { Answer, Case, CheckContext, Operation } from "./policy-tests.ts";
import { callerCases, routeCases } from "./cases/index.ts";
import { showsRootLinks } from "./cases/links.ts";
import { pageCases } from "./cases/pages.ts";
import { serverCases } from "./cases/server.ts";
import { withoutCredentials } from "./credentials.ts";
import { ConformanceTests } from "./conformance-tests.ts";
import { documentCases } from "./documents.ts";
import { HeaderCases } from "./header-cases.ts";
import { endsWithin, Traffic } from "./pace.ts";
import { byEffect, OperationFinder } from "./operations.ts";
import type { Report } from "./report.ts";
import type { RunOptions } from "./run-options.ts";
import { Results } from "./results.ts";
import { creatorOf } from "./scratch.ts";
import { createValidator } from "./validate.ts";
import { testCase } from "./violation.ts";
import { removedMembers } from "./logged.ts";
import { unreachedRoutes } from "./reach.ts";
import { mayWrite } from "./sample.ts";
import { loadDoors, operationName, type RouteCheckContext, type Target } from "./context.ts";

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

const TIME_LIMIT_MS = 30 * 60_000;

/** Number of runs of a case if the data that it compares may change meanwhile. */
const MAX_RUNS = 4;
/** Pause before a case of a server that others use is run again, times the runs so far; and the sum of all pauses. */
const PAUSE_MS = 1000;
const MAX_PAUSES_MS = 30_000;

/** Checks that the resource of a route is missing, where the route says that it may be. */
async function isMissing({ route, base }: Operation): Promise<boolean> {
  return (
    route.method === "GET" &&
    route.declaration.absent !== undefined &&
    (await base()).status === 404
  );
}

class Run {
  readonly #registry: Registry;
  readonly #target: Target;
  readonly #options: RunOptions;
  readonly #tests: ConformanceTests;
  readonly #headers: HeaderCases;
  readonly #results = new Results(() => this.#traffic.nextCaller());
  /** Reasons why plugins did not start, by id. */
  readonly #degraded: ReadonlyMap<string, string>;
  readonly #traffic: Traffic;
  readonly #finder: OperationFinder;
  /** Routes that are checked, in depth or not. */
  readonly #chosen: ReadonlySet<SealedRoute>;
  /** Reasons why credentials do not reach a route, by route. */
  #unreached: ReadonlyMap<SealedRoute, string> = new Map();
  #pausedMs = 0;
  #done = 0;

  constructor(registry: Registry, target: Target, options: RunOptions, tests: ConformanceTests) {
    this.#registry = registry;
    this.#target = target;
    this.#options = options;
    this.#tests = tests;
    this.#headers = new HeaderCases({ exact: target.exclusive, tests: tests.byPolicy });
    this.#traffic = new Traffic(registry, target, tests, (text) => this.#progress(text));
    const { only, alone = false } = options;
    const isChosen = (route: SealedRoute) => !alone || (only?.(route) ?? true);
    this.#chosen = new Set(registry.routes.filter(isChosen));
    this.#finder = new OperationFinder(registry, target, this.#traffic);
    this.#degraded = new Map(options.degraded?.map(({ plugin, reason }) => [plugin, reason]));
  }

  /** Ends at the time limit: what then still runs is left alone. */
  async all(): Promise<Omit<Report, "milliseconds">> {
    const { timeLimitMs = TIME_LIMIT_MS } = this.#options;
    const traffic = this.#traffic;
    if (!(await endsWithin(this.#run(), timeLimitMs, () => traffic.waitedMs))) {
      traffic.isOver = true;
      this.#results.fail(undefined, "time limit", {
        expected: `a check that ends within ${timeLimitMs / 1000} s`,
        received: `${this.#done} of ${this.#chosen.size} operations`,
        hint: "look for answers that take long, or have no end",
      });
      this.#results.end();
    }
    return this.#report();
  }

  async #run(): Promise<void> {
    const context = await this.#createContext();
    const { alone = false } = this.#options;
    if (!alone) await this.#checkServer(context);
    const checked = new Set([...this.#chosen].map(({ plugin }) => plugin));
    for (const [plugin, reason] of this.#degraded)
      if (!alone || checked.has(plugin))
        this.#results.fail(undefined, `start: ${plugin}`, {
          expected: "a plugin that starts; its routes answer 503 and are not checked",
          received: reason,
          hint: "waymark plugins --try",
        });
    for (const operation of context.operations.toSorted(byEffect)) {
      if (this.#degraded.has(operation.route.plugin) || !this.#chosen.has(operation.route))
        continue;
      this.#progress(operationName(operation.route));
      const isOwn = this.#isInDepth(operation.route);
      const own = isOwn ? await this.#finder.removable(operation, context) : operation;
      await this.#checkOperation(own, context);
      this.#done += 1;
    }
    if (!alone) await this.#checkAfter(context);
    this.#progress("pages");
    const isRead = (route: SealedRoute) => this.#isInDepth(route);
    const warn = (text: string) => this.#results.warn(text);
    await this.#results.run(undefined, pageCases(context, isRead, warn));
    for (const operation of context.operations.filter(({ route }) => this.#isInDepth(route)))
      this.#results.fail(
        operation,
        "members",
        ...removedMembers(operation, this.#options.logged?.()),
      );
    // A header may well be absent from all answers of a few routes.
    if (!alone) {
      this.#headers.checkAbsent(context.operations, this.#results);
      this.#checkStatements();
    }
    if (this.#registry.identifiers.length > 0)
      await this.#results.run(undefined, [testCase("secrets", async () => this.#leaks())]);
    this.#progress("");
  }

  async #checkServer(context: RouteCheckContext): Promise<void> {
    const tests = this.#tests;
    await this.#results.run(undefined, serverCases(context, this.#headers.rules));
    await this.#results.run(undefined, tests.refusedStatements());
    await this.#results.run(
      undefined,
      tests.cases((test, statement) => test.server?.(context, statement)),
    );
  }

  /** Runs the cases that use up limits, or are about all answers. */
  async #checkAfter(context: RouteCheckContext): Promise<void> {
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
  }

  #report(): Omit<Report, "milliseconds"> {
    const { requests, quota, foreign } = this.#traffic;
    for (const text of foreign.warnings()) this.#results.warn(text);
    const leftOut = this.#registry.routes.length - this.#chosen.size;
    const refs = new Set([...this.#chosen].map(({ ref }) => ref));
    const unindexed = unindexedLists(this.#registry)
      .filter(({ list }) => refs.has(list))
      .map(describeUnindexed);
    return {
      url: this.#target.origin,
      exclusive: this.#target.exclusive,
      revision: this.#registry.revision,
      operations: this.#chosen.size,
      ...(leftOut === 0 ? {} : { leftOut }),
      requests,
      quota,
      ...this.#results.report(),
      ...(unindexed.length === 0 ? {} : { unindexed }),
    };
  }

  #isInDepth(route: SealedRoute): boolean {
    const isSelected = (this.#options.only?.(route) ?? true) && !this.#degraded.has(route.plugin);
    return isSelected && !this.#unreached.has(route);
  }

  async #checkOperation(operation: Operation, context: RouteCheckContext): Promise<void> {
    const isInDepth = this.#isInDepth(operation.route);
    const run = (cases: readonly Case[]) =>
      this.#results.run(operation, cases, (runs) => this.#again(operation, runs));
    const skipped = this.#unreached.get(operation.route);
    const isAbsent = isInDepth && skipped === undefined && (await isMissing(operation));
    if (isAbsent)
      this.#results.skip(
        operationName(operation.route),
        "answer",
        `the resource is absent ${operation.route.declaration.absent}, and no sample adds it`,
      );
    if (skipped !== undefined)
      await run([{ name: "answer", skipped }, ...callerCases(operation, context)]);
    else {
      await (isInDepth ? run(routeCases(operation, context, isAbsent)) : operation.base());
      await run(documentCases(operation, context));
    }
    if (isInDepth && !isAbsent)
      await run(
        this.#tests.cases((test, statement) => test.operation?.(operation, context, statement)),
      );
    // Last, because these inspect all answers.
    const inspections = this.#tests.cases((test, statement) =>
      test.answers?.(operation, context, statement),
    );
    await this.#results.run(operation, [...inspections, this.#headers.caseOf(operation)]);
  }

  /** Decides whether a case runs again, as others may write between its answers. A journal grows by the check itself. */
  async #again({ route }: Operation, runs: number): Promise<boolean> {
    const { exclusive } = this.#target;
    if (runs === MAX_RUNS || (exclusive && route.declaration.list?.journal !== true)) return false;
    this.#traffic.round += 1;
    if (exclusive) return true;
    const pauseMs = PAUSE_MS * runs;
    if (this.#pausedMs + pauseMs > MAX_PAUSES_MS) return false;
    this.#pausedMs += pauseMs;
    await sleep(pauseMs);
    return true;
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
    const operations = await this.#findOperations();
    this.#unreached = await unreachedRoutes(operations, this.#target);
    return {
      registry,
      target: this.#target,
      validator: await createValidator(registry),
      doors: await loadDoors(registry),
      perRequest: new Set(),
      ofMethod: this.#tests.ofMethod(),
      unreached: this.#unreached,
      operations,
      exhaust: this.#options.exhaust ?? false,
      note: (text) => this.#results.note(text),
      ask: (target, question) => traffic.ask(target, question),
      read,
    };
  }

  /** Returns the routes that are checked, and those that checks of them begin at: the creators and the root of the links. */
  #neededRoutes(): readonly SealedRoute[] {
    const registry = this.#registry;
    const chosen = this.#chosen;
    const creators = new Set([...chosen].map((route) => creatorOf(registry, route)));
    return registry.routes.filter(
      (route) => chosen.has(route) || creators.has(route) || showsRootLinks(route, registry),
    );
  }

  /** Returns an operation per route. A route in depth needs a path, unless only others may add what is missing there. */
  async #findOperations(): Promise<readonly Operation[]> {
    const operations: Operation[] = [];
    for (const [route, found] of await this.#finder.findAll(this.#neededRoutes())) {
      if ("target" in found) operations.push(this.#finder.operationAt(route, found.target));
      else if (!this.#chosen.has(route)) continue;
      else if (!mayWrite(this.#target) || found.isRefused === true)
        this.#results.skip(operationName(route), "path", found.missing);
      else if (this.#isInDepth(route))
        this.#results.fail({ route }, "path", {
          expected: "a path with parameters that exist",
          received: found.missing,
        });
    }
    return operations;
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
    this.#options.onProgress?.({ done: this.#done, total: this.#chosen.size, text });
  }
}
