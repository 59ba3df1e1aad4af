/** Runs the cases between nodes: what holds for each of several servers that are one service. */
import type { Registry } from "waymark";
import { getOrMake } from "waymark/advanced";
import type {
  Case,
  Creation,
  NodeCase,
  NodesContext,
  Operation,
  ServiceNode,
} from "../policy-tests.ts";
import type { Client } from "../client.ts";
import { ConformanceTests } from "../conformance-tests.ts";
import { withoutCredentials, type Credentials } from "../credentials.ts";
import type { Target } from "../context.ts";
import { ForeignHeaders } from "../headers.ts";
import { OperationFinder } from "../operations.ts";
import { Traffic } from "../pace.ts";
import { unreachedRoutes } from "../reach.ts";
import type { Law, Report } from "../report.ts";
import { Results } from "../results.ts";
import type { RunOptions } from "../run-options.ts";
import { mayWrite } from "../sample.ts";
import { make, remove } from "../scratch.ts";
import { answersCase } from "./answers.ts";
import { revisionCase } from "../revisions.ts";

export interface NodesTarget {
  /** Clients by origin. */
  readonly clients: ReadonlyMap<string, Client>;
  readonly writes: boolean;
  readonly credentials: Credentials;
}

/** @param registry what the nodes should run. */
export async function checkNodes(
  registry: Registry,
  { clients, writes, credentials }: NodesTarget,
  { exhaust = false, onProgress }: Pick<RunOptions, "exhaust" | "onProgress"> = {},
): Promise<Report> {
  const began = performance.now();
  const tests = await ConformanceTests.load(registry);
  const laws: Law[] = [];
  const progress = (text: string) => onProgress?.({ done: laws.length, total: 0, text });
  const foreign = new ForeignHeaders(registry);
  const asked = [...clients].map(([origin, client]): AskedNode => {
    const target = { origin, client, exclusive: false, writes, credentials };
    return { target, traffic: new Traffic(registry, target, tests, progress, foreign) };
  });
  const [first, ...others] = asked;
  if (first === undefined || others.length === 0) throw new Error("one node has no others");

  const results = new Results(() => {}, "the nodes");
  const test = async (one: Case | NodeCase) => {
    const law = "law" in one ? one.law : one.name;
    progress(law);
    const before = results.report().failures.length;
    await results.run(undefined, [one]);
    const isBroken = results.report().failures.length > before;
    const outcome = one.skipped !== undefined ? "not tested" : isBroken ? "broken" : "holds";
    laws.push({ law, case: one.name, outcome });
  };
  await test(await revisionCase(registry, serviceNodes(asked)));
  progress("finding paths");
  const context = await nodesContext(registry, [first, ...others], exhaust);
  await test(answersCase(context));
  for (const one of tests.cases<NodeCase>((tested, statement) =>
    tested.nodes?.(context, statement),
  ))
    await test(one);
  progress("");

  for (const text of foreign.warnings()) results.warn(text);
  const report = {
    url: [...clients.keys()].join(" "),
    exclusive: false,
    revision: registry.revision,
    operations: registry.routes.length,
    requests: asked.reduce((sum, { traffic }) => sum + traffic.requests, 0),
    ...results.report(),
    laws,
    milliseconds: Math.round(performance.now() - began),
  };
  return withoutCredentials(report, credentials);
}

/** A node that a check asks, with its traffic. */
interface AskedNode {
  readonly target: Target;
  readonly traffic: Traffic;
}

/** @param asked the nodes; the first one finds the paths. */
async function nodesContext(
  registry: Registry,
  asked: readonly [AskedNode, ...AskedNode[]],
  exhaust: boolean,
): Promise<NodesContext> {
  const [{ target, traffic }] = asked;
  const finder = new OperationFinder(registry, target, traffic);
  const found = await finder.findAll(registry.routes);
  const all = [...found].flatMap(([route, path]) =>
    "target" in path ? [finder.operationAt(route, path.target)] : [],
  );
  const unreached = await unreachedRoutes(all, target);
  const operations = all.filter(({ route }) => !unreached.has(route));
  const nodes = serviceNodes(asked);
  const answers = new Map<string, ReturnType<Traffic["ask"]>>();
  const context: NodesContext = {
    registry,
    target,
    operations,
    exhaust,
    ask: traffic.ask,
    read: (path, method = "GET") =>
      getOrMake(answers, `${method} ${path}`, () => traffic.ask(path, { method })),
    nodes,
    creations: mayWrite(target)
      ? operations
          .filter(({ route }) => route.method === "POST" && route.creates !== undefined)
          .map((operation) => creationBy(operation, () => context))
      : [],
  };
  return context;
}

function serviceNodes(asked: readonly AskedNode[]): readonly ServiceNode[] {
  return asked.map(({ target: { origin }, traffic }) => ({ origin, ask: traffic.ask }));
}

function creationBy(operation: Operation, context: () => NodesContext): Creation {
  const { route, path } = operation;
  return {
    operation,
    async make({ ask }) {
      const made = await make(context().registry, route, path, ask);
      return made.path === undefined ? { missing: made.missing } : { path: made.path };
    },
    remove: ({ ask }, made) => remove(made, { ...context(), ask }),
  };
}
