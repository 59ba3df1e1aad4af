/** The case of several nodes: a walk that asks another one for each page. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  OK,
  same,
  statusIs,
  type NodesContext,
  type Operation,
  type Violation,
} from "waymark/conformance";
import { List, nextPage, type ListsStatement } from "./list.ts";

/** Times that a list is walked, as items may come and go meanwhile. */
const MAX_WALKS = 4;
const PAUSE_MS = 500;
const PAGES = 4;

export async function walksNodes(
  context: NodesContext,
  statement: ListsStatement,
): Promise<readonly Violation[]> {
  const lists = context.operations.filter(({ route }) => route.kind === "list");
  return (await Array.fromAsync(lists, (list) => walks(list, context, statement))).flat();
}

async function walks(operation: Operation, context: NodesContext, statement: ListsStatement) {
  const list = new List(operation, context, statement);
  for (let walk = 1; ; walk++) {
    const violations = await difference(list, context);
    if (violations.length === 0 || walk === MAX_WALKS) return violations;
    await sleep(PAUSE_MS);
  }
}

async function difference(list: List, { nodes }: NodesContext): Promise<readonly Violation[]> {
  const { statement } = list;
  const { path, target } = list.operation;
  const whole = await list.walk();
  if (!whole.isComplete || whole.items.length < 2) return OK;
  const pages = Math.max(PAGES, nodes.length);
  const size = Math.min(statement.maxPageSize, Math.ceil(whole.items.length / pages));
  const items: unknown[] = [];
  let next: string | undefined = `${target}${target.includes("?") ? "&" : "?"}limit=${size}`;
  for (let page = 0; next !== undefined; page++) {
    const node = nodes[page % nodes.length];
    if (node === undefined || items.length > whole.items.length) break;
    const answer = await node.ask(next);
    if (answer.status !== 200)
      return statusIs(answer, 200).map(({ expected, received }) => ({
        expected: `${expected} at ${node.origin}`,
        received,
      }));
    items.push(...list.items(answer));
    next = nextPage(answer);
  }
  return same(`the items of ${path} over all nodes`, items, whole.items);
}
