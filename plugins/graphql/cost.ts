/** Measures the cost of a query before it runs: in one walk, however often its fragments are used. */
import type {
  DocumentNode,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
} from "graphql";
import { limitsOf, type Options } from "./request.ts";

const NOTHING = { depth: 0, aliases: 0, introspections: 0, repeats: 0, bytes: 0 };
type Measure = Readonly<typeof NOTHING>;

/** Bytes of the JSON around the fields that are selected from one object, without their values. */
export type Widths = ReadonlyMap<SelectionSetNode, number>;

export interface Cost extends Omit<Measure, "bytes"> {
  readonly widths: Widths;
}

/** Bytes of a field in an answer, without its name and a text that it may be. */
const FIELD_BYTES = 16;

/** Returns why a text is not even parsed, or undefined. */
export function lengthAboveLimit(query: string, options: Options): string | undefined {
  const { maxCharacters, maxLines } = limitsOf(options);
  if (query.length > maxCharacters)
    return `The query has more than ${maxCharacters} characters; it is not read.`;
  if (query.split(/\r\n|[\n\r]/, maxLines + 1).length > maxLines)
    return `The query has more than ${maxLines} lines; it is not read.`;
  return undefined;
}

/** Returns why an operation is refused, or undefined. */
export function costAboveLimit(
  { depth, aliases, introspections, repeats }: Cost,
  options: Options,
): string | undefined {
  const { maxDepth, maxAliases, maxIntrospections, maxRepeats } = limitsOf(options);
  if (depth > maxDepth) return `The query is ${depth} levels deep; at most ${maxDepth} are run.`;
  if (aliases > maxAliases)
    return `The query has ${aliases} aliases; at most ${maxAliases} are run.`;
  if (repeats > maxRepeats)
    return `The query selects a field ${repeats} times; at most ${maxRepeats} are compared.`;
  if (introspections > maxIntrospections)
    return `The query asks for the schema ${introspections} times, aliases within it included; it is run once.`;
  return undefined;
}

export function measureCost(
  operation: OperationDefinitionNode,
  { definitions }: DocumentNode,
): Cost {
  const fragments = new Map(
    definitions.flatMap((one) =>
      one.kind === "FragmentDefinition" ? [[one.name.value, one.selectionSet]] : [],
    ),
  );
  const costs = new Map<string, Measure>();
  const widths = new Map<SelectionSetNode, number>();

  function ofFragment(name: string): Measure {
    const cost = costs.get(name);
    if (cost !== undefined) return cost;
    costs.set(name, NOTHING); // for a fragment that uses itself, which validation refuses
    const total = ofSet(fragments.get(name));
    costs.set(name, total);
    return total;
  }

  function ofSelection(selection: SelectionNode): Measure {
    if (selection.kind === "FragmentSpread") return ofFragment(selection.name.value);
    if (selection.kind === "InlineFragment") return ofSet(selection.selectionSet);
    const { alias, name, selectionSet } = selection;
    const inner = ofSet(selectionSet);
    const bytes = FIELD_BYTES + (alias ?? name).value.length + inner.bytes;
    const aliased = alias === undefined ? 0 : 1;
    // How deep introspection goes is limited by the library. Without aliases, its answer is hardly larger than the schema.
    if (name.value === "__schema" || name.value === "__type")
      return {
        depth: 1,
        aliases: aliased,
        introspections: 1 + inner.aliases,
        repeats: inner.repeats,
        bytes,
      };
    return { ...inner, depth: inner.depth + 1, aliases: inner.aliases + aliased, bytes };
  }

  function ofSet(set: SelectionSetNode | undefined): Measure {
    if (set === undefined) return NOTHING;
    let { depth, aliases, introspections, repeats, bytes } = NOTHING;
    for (const selection of set.selections) {
      const cost = ofSelection(selection);
      depth = Math.max(depth, cost.depth);
      aliases += cost.aliases;
      introspections += cost.introspections;
      repeats = Math.max(repeats, cost.repeats);
      bytes += cost.bytes;
    }
    widths.set(set, bytes);
    return { depth, aliases, introspections, repeats: Math.max(repeats, repeatsIn(set)), bytes };
  }

  /** Returns how often a field is selected under one name, with the fields of fragments, each of which counts once. */
  function repeatsIn(set: SelectionSetNode): number {
    const times = new Map<string, number>();
    const spread = new Set<string>();
    const count = (within: SelectionSetNode | undefined): void => {
      for (const selection of within?.selections ?? []) {
        if (selection.kind === "Field") {
          const name = (selection.alias ?? selection.name).value;
          times.set(name, (times.get(name) ?? 0) + 1);
        } else if (selection.kind === "InlineFragment") count(selection.selectionSet);
        else if (!spread.has(selection.name.value)) {
          spread.add(selection.name.value);
          count(fragments.get(selection.name.value));
        }
      }
    };
    count(set);
    return Math.max(0, ...times.values());
  }

  return { ...ofSet(operation.selectionSet), widths };
}
