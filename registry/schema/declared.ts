/** Removes from a value what its schema does not declare, so that no member leaves the server by accident. */
import { toJsonSchema, type Converted } from "./convert.ts";
import { getOrMake } from "./memoize.ts";
import { isRecord, textOf, type JsonSchema } from "./json-schema.ts";
import { flatten } from "./references.ts";
import type { Schema } from "./schema.ts";

/** Returns the value without undeclared members, or the value itself if it has none. Reports each name it removes. */
export type KeepDeclared = (value: unknown, removed: (name: string) => void) => unknown;

/** The members that one place of a schema declares. Undefined: anything may stand there. */
interface Shape {
  readonly members: Map<string, Shape | undefined>;
  /** Members without a declaration of their own: dropped, or as this shape has them. */
  others: "drop" | Shape | undefined;
  items: Shape | undefined;
}

const shapes = new WeakMap<Schema, KeepDeclared>();

/**
 * Returns the function for a schema's output, compiled on first use. A union allows what any of its branches declares.
 * `writeOnly` members count as undeclared. An object stays open where its author says so, as `z.looseObject` does.
 */
export function declaredOnly(schema: Schema): KeepDeclared {
  return getOrMake(shapes, schema, () => declaredIn(toJsonSchema(schema)));
}

/** Does the same for a schema that is converted already; compiled at each call. */
export function declaredIn({ root, definitions }: Converted): KeepDeclared {
  const shape = new ShapeCompiler(definitions).compile([root]);
  return shape === undefined ? (value) => value : (value, removed) => trim(value, shape, removed);
}

function trim(value: unknown, shape: Shape | undefined, removed: (name: string) => void): unknown {
  if (shape === undefined || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return trimItems(value, shape.items, removed);
  if ("toJSON" in value && typeof value.toJSON === "function")
    return trim(value.toJSON(), shape, removed);
  let kept: Record<string, unknown> | undefined;
  for (const [name, member] of Object.entries(value)) {
    const declared = shape.members.has(name) ? shape.members.get(name) : shape.others;
    if (declared === "drop") {
      kept ??= { ...value };
      delete kept[name];
      removed(name);
      continue;
    }
    const trimmed = trim(member, declared, removed);
    if (trimmed !== member) (kept ??= { ...value })[name] = trimmed;
  }
  return kept ?? value;
}

function trimItems(
  values: readonly unknown[],
  shape: Shape | undefined,
  removed: (name: string) => void,
): readonly unknown[] {
  if (shape === undefined) return values;
  let kept: unknown[] | undefined;
  for (const [index, value] of values.entries()) {
    const trimmed = trim(value, shape, removed);
    if (trimmed !== value) (kept ??= [...values])[index] = trimmed;
  }
  return kept ?? values;
}

/** The subschemas that meet at one place. */
interface Parts {
  readonly members: Map<string, JsonSchema[]>;
  readonly others: JsonSchema[];
  readonly items: JsonSchema[];
  /** True if some branch says nothing about the value. */
  open: boolean;
}

class ShapeCompiler {
  readonly #definitions: Converted["definitions"];
  /** Shapes by the text of the subschemas, so that recursive types end. */
  readonly #compiled = new Map<string, Shape | undefined>();

  constructor(definitions: Converted["definitions"]) {
    this.#definitions = definitions;
  }

  compile(nodes: readonly JsonSchema[]): Shape | undefined {
    const key = nodes.map(textOf).join("\n");
    if (this.#compiled.has(key)) return this.#compiled.get(key);
    const parts: Parts = { members: new Map(), others: [], items: [], open: false };
    for (const node of nodes) this.#collect(node, parts, true);
    if (
      parts.open ||
      (parts.members.size === 0 && parts.others.length === 0 && parts.items.length === 0)
    ) {
      this.#compiled.set(key, undefined);
      return undefined;
    }
    const shape: Shape = { members: new Map(), others: "drop", items: undefined };
    this.#compiled.set(key, shape);
    for (const [name, schemas] of parts.members) shape.members.set(name, this.compile(schemas));
    if (parts.others.length > 0) shape.others = this.compile(parts.others);
    if (parts.items.length > 0) shape.items = this.compile(parts.items);
    return shape;
  }

  /** Collects a node's parts. `alone`: without keywords it allows everything, unlike members of `allOf`. */
  #collect(node: JsonSchema, parts: Parts, alone: boolean): void {
    const flat = flatten(node, this.#definitions);
    const { properties, additionalProperties, items, type } = flat;
    const branches = [...(flat.anyOf ?? []), ...(flat.oneOf ?? [])];
    for (const branch of branches) this.#collect(branch, parts, true);
    const joined = [
      ...(flat.allOf ?? []),
      ...[flat.then, flat.else].filter((one) => one !== undefined),
    ];
    for (const member of joined) this.#collect(member, parts, false);
    for (const [name, member] of Object.entries(properties ?? {}))
      if (flatten(member, this.#definitions).writeOnly !== true)
        getOrMake(parts.members, name, () => []).push(member);
    parts.others.push(...Object.values(flat.patternProperties ?? {}));
    if (additionalProperties !== undefined && additionalProperties !== false)
      parts.others.push(isRecord(additionalProperties) ? additionalProperties : {});
    parts.items.push(...(flat.prefixItems ?? []), ...(isRecord(items) ? [items] : []));
    const fixed = flat.enum ?? (flat.const === undefined ? [] : [flat.const]);
    const rules = branches.length + joined.length + fixed.length > 0;
    const takesObjects = type === undefined || [type].flat().includes("object");
    const bare = properties === undefined && additionalProperties === undefined && !rules;
    const isList = type === undefined && (flat.prefixItems ?? items) !== undefined;
    const isOpen = takesObjects && bare && !isList && flat.patternProperties === undefined;
    if ((alone && isOpen) || fixed.some((value) => typeof value === "object")) parts.open = true;
  }
}
