/** Measures the cost of a query before it runs: in one walk, however often its fragments are used. */
import type {
  DocumentNode,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
} from "graphql";
import type { Options } from "./request.ts";

const NOTHING = { depth: 0, aliases: 0 };
type Cost = Readonly<typeof NOTHING>;

/** Returns why an operation is refused, or undefined. */
export function costAboveLimit(
  operation: OperationDefinitionNode,
  document: DocumentNode,
  { maxDepth, maxAliases }: Options,
): string | undefined {
  const { depth, aliases } = measureCost(operation, document.definitions);
  if (depth > maxDepth) return `The query is ${depth} levels deep; at most ${maxDepth} are run.`;
  if (aliases > maxAliases)
    return `The query has ${aliases} aliases; at most ${maxAliases} are run.`;
  return undefined;
}

function measureCost(
  operation: OperationDefinitionNode,
  definitions: DocumentNode["definitions"],
): Cost {
  const fragments = new Map(
    definitions.flatMap((one) =>
      one.kind === "FragmentDefinition" ? [[one.name.value, one.selectionSet]] : [],
    ),
  );
  const costs = new Map<string, Cost>();

  function ofFragment(name: string): Cost {
    const cost = costs.get(name);
    if (cost !== undefined) return cost;
    costs.set(name, NOTHING); // for one that uses itself, which validation refuses
    const total = ofSet(fragments.get(name));
    costs.set(name, total);
    return total;
  }

  function ofSelection(selection: SelectionNode): Cost {
    if (selection.kind === "FragmentSpread") return ofFragment(selection.name.value);
    if (selection.kind === "InlineFragment") return ofSet(selection.selectionSet);
    const { depth, aliases } = ofSet(selection.selectionSet);
    const aliased = selection.alias === undefined ? 0 : 1;
    // How deep introspection goes is limited by the library.
    const meta = selection.name.value === "__schema" || selection.name.value === "__type";
    return { depth: meta ? 1 : depth + 1, aliases: aliases + aliased };
  }

  function ofSet(set: SelectionSetNode | undefined): Cost {
    let { depth, aliases } = NOTHING;
    for (const selection of set?.selections ?? []) {
      const cost = ofSelection(selection);
      depth = Math.max(depth, cost.depth);
      aliases += cost.aliases;
    }
    return { depth, aliases };
  }

  return ofSet(operation.selectionSet);
}
