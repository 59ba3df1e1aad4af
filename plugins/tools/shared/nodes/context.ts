/** The context of cases between nodes: paths that exist, and ways to make resources. */
import type { Registry } from "waymark";
import { getOrMake } from "waymark/advanced";
import type { Creation, NodesContext, Operation, ServiceNode } from "waymark/tools";
import type { Target } from "../context.ts";
import { OperationFinder } from "../operations.ts";
import type { Traffic } from "../pace.ts";
import { unreachedRoutes } from "../reach.ts";
import { mayWrite } from "../sample.ts";
import { make, remove } from "../scratch.ts";

/** A node that a check asks, with its traffic. */
export interface AskedNode {
  readonly target: Target;
  readonly traffic: Traffic;
}

/** @param asked the nodes; the first one finds the paths. */
export async function nodesContext(
  registry: Registry,
  asked: readonly [AskedNode, ...AskedNode[]],
  exhaust: boolean,
): Promise<NodesContext> {
  const [{ target, traffic }] = asked;
  const finder = new OperationFinder(registry, target, traffic);
  const found = await finder.findAll();
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

export function serviceNodes(asked: readonly AskedNode[]): readonly ServiceNode[] {
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
