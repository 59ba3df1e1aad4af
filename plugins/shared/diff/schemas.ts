/**
 * Compares two schemas in one direction. Both are taken apart into variants of one type each; those that belong together
 * are compared keyword by keyword. Recursion ends because each pair of nodes is compared once.
 */
import { isDeepStrictEqual } from "node:util";
import type { JsonSchema } from "waymark";
import { listed, pairs, without, type Report } from "./change.ts";
import type { RuleId } from "./rules.ts";
import { compareKeywords } from "./schema-keywords.ts";
import {
  byKey,
  childOf,
  covers,
  resolve,
  variantsOf,
  type SchemaAt,
  type Type,
  type Variant,
  type Direction,
} from "./schema-variants.ts";

/** Place of a schema. */
interface Place {
  readonly report: Report;
  readonly direction: Direction;
  /** The kind of part that a path leads to: "query parameter", "field of the body". */
  readonly kind: string;
  /** Names the schema itself: "the body". */
  readonly label: string;
  /** Leads from the schema to a part of it: `items[].name`; empty for the schema itself. */
  readonly path: string;
}

/** Rules that exist in both directions, without their prefix. */
type DirectedRule<R = RuleId> = R extends `input-${infer T}`
  ? `output-${T}` extends RuleId
    ? T
    : never
  : never;

/** @param kind of part of the schema: "query parameter". @param label names the schema itself: "the query". */
export function compareSchemas(
  report: Report,
  before: JsonSchema,
  after: JsonSchema,
  direction: Direction,
  kind: string,
  label: string,
): void {
  const { schemas } = report.before;
  new SchemaComparison().nodes(
    { node: before, root: before, schemas },
    { node: after, root: after, schemas: report.after.schemas },
    { report, direction, kind, label, path: "" },
  );
}

class SchemaComparison {
  readonly #compared = new Map<object, Set<object>>();

  nodes(before: SchemaAt, after: SchemaAt, at: Place): void {
    const compared = this.#compared.get(before.node) ?? new Set();
    if (compared.has(after.node)) return;
    this.#compared.set(before.node, compared.add(after.node));
    const [old, current] = [resolve(before), resolve(after)];
    // A definition is reported once, under its name, wherever it is used.
    const place =
      current.name === undefined || old.name !== current.name
        ? at
        : {
            report: at.report.at(`schema ${current.name}`),
            direction: at.direction,
            kind: at.direction === "input" ? "accepted field" : "field",
            label: "the type",
            path: "",
          };
    this.#annotations(old.node, current.node, place);
    this.#types(variantsOf(old), variantsOf(current), place);
  }

  #add(rule: RuleId, { report, path, kind, label }: Place, message: string): void {
    const subject = path === "" ? label : `the ${kind} \`${path}\``;
    report.add(rule, `${subject} ${message}`);
  }

  #directed(rule: DirectedRule, place: Place, message: string): void {
    this.#add(`${place.direction}-${rule}`, place, message);
  }

  #annotations(before: JsonSchema, after: JsonSchema, place: Place): void {
    const [was, is] = [before.deprecated === true, after.deprecated === true];
    if (!was && is) this.#add("key-deprecated", place, "is deprecated");
    if (was && !is) this.#add("key-undeprecated", place, "is no longer deprecated");
    if (place.direction === "input" && !isDeepStrictEqual(before.default, after.default)) {
      const show = (value: unknown) => (value === undefined ? "none" : listed([value]));
      const message = `now has the default ${show(after.default)} (was ${show(before.default)})`;
      this.#add("input-default-changed", place, message);
    }
  }

  #types(before: readonly Variant[], after: readonly Variant[], place: Place): void {
    const [old = [], current = []] = [before, after].map((all) => all.map(({ type }) => type));
    const removed = old.some((type) => !covers(current, type));
    const added = current.some((type) => !covers(old, type));
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
  #variants(before: readonly Variant[], after: readonly Variant[], place: Place): void {
    if (after.length === 0) return; // the type is gone
    const [old, current] = byKey(before, after);
    for (const [key, variant] of old) {
      const counterpart = current.get(key);
      if (counterpart !== undefined) this.#variant(variant, counterpart, place);
    }
    const gone = without([...old.keys()], [...current.keys()]);
    const fresh = without([...current.keys()], [...old.keys()]);
    if (gone.length > 0) this.#directed("variant-removed", place, `is no longer ${listed(gone)}`);
    if (fresh.length > 0) this.#directed("variant-added", place, `may also be ${listed(fresh)}`);
  }

  #variant(before: Variant, after: Variant, place: Place): void {
    for (const { rule, message } of compareKeywords(before, after, place.direction))
      this.#add(rule, place, message);
    this.#lists(before, after, place);
    if (before.type === "array" || after.type === "array") {
      const items = { ...place, path: `${place.path}[]` };
      this.nodes(childOf(before, before.node.items), childOf(after, after.node.items), items);
    }
    if (before.type === "object" || after.type === "object") this.#object(before, after, place);
  }

  /** Schemas in a list, compared one by one. */
  #lists(before: Variant, after: Variant, place: Place): void {
    for (const keyword of ["allOf", "anyOf", "oneOf", "prefixItems"] as const) {
      const [old = [], current = []] = [before.node[keyword], after.node[keyword]];
      const message = `has ${current.length} ${keyword} (was ${old.length})`;
      if (old.length !== current.length) this.#add("schema-keyword-changed", place, message);
      old.slice(0, current.length).forEach((schema, index) => {
        const path = keyword === "prefixItems" ? `${place.path}[${index}]` : place.path;
        this.nodes(childOf(before, schema), childOf(after, current[index]), { ...place, path });
      });
    }
  }

  #object(before: Variant, after: Variant, place: Place): void {
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

  #keyAdded(before: Variant, key: Key, place: Place): void {
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

function typeText(types: readonly Type[]): string {
  return types.length === 0
    ? "nothing"
    : [...new Set(types)].join(" or ").replace("any", "anything");
}
