/**
 * Compares two schemas in one direction. Both are taken apart into variants of one type each; those that belong together
 * are compared keyword by keyword. Recursion ends because each pair of nodes is compared once.
 */
import type { Direction } from "../schema/export.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { isEqual, change, listed, pairs, without, type Both, type Change } from "./change.ts";
import type { RuleId } from "./rules.ts";
import { compareKeywords } from "./schema-keywords.ts";
import { keyed, pooled } from "./schema-pairing.ts";
import {
  childOf,
  covers,
  resolve,
  TEXTS,
  variantsOf,
  type SchemaAt,
  type Type,
  type Variant,
} from "./schema-variants.ts";

/** Where a schema is. */
export interface Place {
  readonly where: string;
  readonly direction: Direction;
  /** The kind of part that a path leads to: "query parameter", "field of the body". */
  readonly kind: string;
  /** Names the schema itself: "the body". */
  readonly label: string;
}

/** `path` leads from the schema to a part of it: `items[].name`; empty for the schema itself. */
type PlaceIn = Place & { readonly path: string };

/** Rules that exist in both directions, without their prefix. */
type DirectedRule<R = RuleId> = R extends `input-${infer T}`
  ? `output-${T}` extends RuleId
    ? T
    : never
  : never;

export function compareSchemas(
  before: JsonSchema,
  after: JsonSchema,
  both: { readonly [Side in keyof Both]: Pick<Both[Side], "schemas"> },
  place: Place,
): readonly Change[] {
  const comparison = new Comparison();
  comparison.nodes(
    { node: before, root: before, schemas: both.before.schemas },
    { node: after, root: after, schemas: both.after.schemas },
    { ...place, path: "" },
  );
  return comparison.changes;
}

class Comparison {
  readonly changes: Change[] = [];
  readonly #compared = new Map<object, Set<object>>();

  nodes(before: SchemaAt, after: SchemaAt, at: PlaceIn): void {
    const compared = this.#compared.get(before.node) ?? new Set();
    if (compared.has(after.node)) return;
    this.#compared.set(before.node, compared.add(after.node));
    const [old, current] = [resolve(before), resolve(after)];
    // A definition is reported once, under its name, wherever it is used.
    const place =
      current.name === undefined || old.name !== current.name ? at : placeOf(current.name, at);
    this.#annotations(old.node, current.node, place);
    this.#types(variantsOf(old), variantsOf(current), place);
  }

  #add(rule: RuleId, { path, kind, label, where }: PlaceIn, message: string): void {
    const subject = path === "" ? label : `the ${kind} \`${path}\``;
    this.changes.push(change(rule, where, `${subject} ${message}`));
  }

  #directed(rule: DirectedRule, place: PlaceIn, message: string): void {
    this.#add(`${place.direction}-${rule}`, place, message);
  }

  #annotations(before: JsonSchema, after: JsonSchema, place: PlaceIn): void {
    const texts = [...TEXTS].filter(
      (key) => !isEqual(Reflect.get(before, key), Reflect.get(after, key)),
    );
    if (texts.length > 0) this.#add("schema-text-changed", place, `has a new ${texts.join(", ")}`);
    const [was, is] = [before.deprecated === true, after.deprecated === true];
    if (!was && is) this.#add("key-deprecated", place, "is deprecated");
    if (was && !is) this.#add("key-undeprecated", place, "is no longer deprecated");
    if (place.direction === "input" && !isEqual(before.default, after.default)) {
      const [old, current] = [before.default, after.default].map((value) =>
        value === undefined ? "none" : listed([value]),
      );
      this.#add("input-default-changed", place, `now has the default ${current} (was ${old})`);
    }
  }

  #types(before: readonly Variant[], after: readonly Variant[], place: PlaceIn): void {
    const [old, current] = [before, after].map((all) => all.map(({ type }) => type));
    const removed = old?.some((type) => !covers(current ?? [], type)) === true;
    const added = current?.some((type) => !covers(old ?? [], type)) === true;
    if (removed || added) {
      const rule = removed && added ? "type-changed" : removed ? "type-removed" : "type-added";
      this.#directed(rule, place, `is now ${typeText(current)} (was ${typeText(old)})`);
    }
    const [olds, currents] = [before, after].map((all) =>
      Map.groupBy(all, ({ type }) => (type === "integer" ? "number" : type)),
    );
    for (const [type, variants] of olds ?? [])
      this.#variants(variants, currents?.get(type) ?? [], place);
  }

  /** Variants of one type. */
  #variants(before: readonly Variant[], after: readonly Variant[], place: PlaceIn): void {
    if (after.length === 0) return; // the type is gone
    const [olds, currents] = [pooled(before), pooled(after)];
    const single = olds.length === 1 && currents.length === 1;
    const [old, current] = [keyed(olds, single), keyed(currents, single)];
    for (const [key, variant] of old) {
      const counterpart = current.get(key);
      if (counterpart !== undefined) this.#variant(variant, counterpart, place);
    }
    const gone = without([...old.keys()], [...current.keys()]);
    const fresh = without([...current.keys()], [...old.keys()]);
    if (gone.length > 0) this.#directed("variant-removed", place, `is no longer ${listed(gone)}`);
    if (fresh.length > 0) this.#directed("variant-added", place, `may also be ${listed(fresh)}`);
  }

  #variant(before: Variant, after: Variant, place: PlaceIn): void {
    for (const { rule, message } of compareKeywords(before, after, place.direction))
      this.#add(rule, place, message);
    for (const keyword of ["allOf", "anyOf", "oneOf", "prefixItems"] as const)
      this.#lists(before, after, keyword, place);
    if (before.type === "array" || after.type === "array") {
      const items = { ...place, path: `${place.path}[]` };
      this.nodes(childOf(before, before.node.items), childOf(after, after.node.items), items);
    }
    if (before.type === "object" || after.type === "object") this.#object(before, after, place);
  }

  /** Schemas in a list, compared one by one. */
  #lists(
    before: Variant,
    after: Variant,
    keyword: "allOf" | "anyOf" | "oneOf" | "prefixItems",
    place: PlaceIn,
  ): void {
    const [old = [], current = []] = [before.node[keyword], after.node[keyword]];
    if (old.length !== current.length)
      this.#add(
        "schema-keyword-changed",
        place,
        `has ${current.length} ${keyword} (was ${old.length})`,
      );
    old.slice(0, current.length).forEach((schema, index) => {
      const path = keyword === "prefixItems" ? `${place.path}[${index}]` : place.path;
      this.nodes(childOf(before, schema), childOf(after, current[index]), { ...place, path });
    });
  }

  #object(before: Variant, after: Variant, place: PlaceIn): void {
    const within = (key: string) => (place.path === "" ? key : `${place.path}.${key}`);
    for (const [key, old, current] of pairs(keysOf(before), keysOf(after))) {
      const at = { ...place, path: within(key) };
      if (old === undefined && current !== undefined) this.#keyAdded(before, current, at);
      else if (current === undefined) this.#directed("key-removed", at, "is gone");
      else if (old !== undefined) {
        if (!old.required && current.required)
          this.#directed("key-made-required", at, "is now required");
        if (old.required && !current.required)
          this.#directed("key-made-optional", at, "is now optional");
        this.nodes(old, current, at);
      }
    }
    const [wasOpen, open] = [isOpen(before), isOpen(after)];
    if (wasOpen && !open) this.#directed("closed", place, "has no further keys");
    if (!wasOpen && open) this.#directed("opened", place, "may have further keys");
    if (wasOpen && open)
      this.nodes(
        childOf(before, before.node.additionalProperties),
        childOf(after, after.node.additionalProperties),
        { ...place, path: within("*") },
      );
  }

  #keyAdded(before: Variant, key: Key, place: PlaceIn): void {
    if (place.direction === "input") {
      if (key.required) this.#add("input-required-key-added", place, "is new and required");
      else this.#add("input-key-added", place, "is new");
    } else if (isOpen(before)) this.#add("output-key-added", place, "is new");
    else this.#add("output-key-added-to-closed", place, "is new in an object without further keys");
    const { additionalProperties: further } = before.node;
    // It was among the further keys, which had a schema.
    if (typeof further === "object") this.nodes(childOf(before, further), key, place);
  }
}

interface Key extends SchemaAt {
  readonly required: boolean;
}

function keysOf(object: Variant): Record<string, Key> {
  const { properties = {}, required = [], additionalProperties } = object.node;
  const names = new Set([...Object.keys(properties), ...required]);
  return Object.fromEntries(
    [...names].map((name) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      return [name, { ...childOf(object, schema), required: required.includes(name) }];
    }),
  );
}

function isOpen({ node }: Variant): boolean {
  return node.additionalProperties !== false && node.unevaluatedProperties !== false;
}

function typeText(types: readonly Type[] = []): string {
  return types.length === 0
    ? "nothing"
    : [...new Set(types)].join(" or ").replace("any", "anything");
}

function placeOf(name: string, { direction }: Place): PlaceIn {
  const kind = direction === "input" ? "accepted field" : "field";
  return { where: `schema ${name}`, direction, kind, label: "the type", path: "" };
}
