/**
 * Compares two schemas in one direction. Both are taken apart into alternatives of one type each; those that belong
 * together are compared keyword by keyword. Recursion ends because each pair of nodes is looked at once.
 */
import { isEqual, change, listed, pairs, without, type Change } from "./change.ts";
import type { RuleId } from "./rules.ts";
import { compareKeywords } from "./schema-keywords.ts";
import {
  alternativesOf,
  resolve,
  TEXTS,
  within,
  type Alternative,
  type Site,
} from "./schema-node.ts";
import { byKey, covers, familyOf, pooled, typeOf, typeText, variants } from "./schema-variants.ts";

/** `input`: what is accepted. `output`: what is sent. */
export type Direction = "input" | "output";

/** Where a schema stands. */
export interface Place {
  readonly where: string;
  readonly direction: Direction;
  /** What a path is: "query parameter", "field of the body". */
  readonly noun: string;
  /** What the schema itself is: "the body". */
  readonly whole: string;
  /** From the schema itself: `items[].name`; empty for the schema. */
  readonly path: string;
}

/** Rules that exist in both directions, without their prefix. */
type Twin = TwinOf<RuleId>;
type TwinOf<R> = R extends `input-${infer T}` ? (`output-${T}` extends RuleId ? T : never) : never;

export function compareSchemas(before: Site, after: Site, place: Place): readonly Change[] {
  const comparison = new Comparison();
  comparison.nodes(before, after, place);
  return comparison.changes;
}

/** The name of what is at a place, as a message begins. */
export function subject({ path, noun, whole }: Place): string {
  return path === "" ? whole : `the ${noun} \`${path}\``;
}

class Comparison {
  readonly changes: Change[] = [];
  readonly #seen = new Map<object, Set<object>>();

  nodes(before: Site, after: Site, at: Place): void {
    const known = this.#seen.get(before.node) ?? new Set();
    if (known.has(after.node)) return;
    this.#seen.set(before.node, known.add(after.node));
    const [old, current] = [resolve(before), resolve(after)];
    // A definition is reported once, under its name, wherever it is used.
    const place =
      current.name === undefined || old.name !== current.name ? at : named(current.name, at);
    this.#texts(old, current, place);
    this.#types(alternativesOf(old), alternativesOf(current), place);
  }

  #add(rule: RuleId, place: Place, message: string): void {
    this.changes.push(change(rule, place.where, `${subject(place)} ${message}`));
  }

  #both(twin: Twin, place: Place, message: string): void {
    this.#add(`${place.direction}-${twin}`, place, message);
  }

  #texts({ node: before }: Site, { node: after }: Site, place: Place): void {
    const texts = [...TEXTS].filter(
      (key) => !isEqual(Reflect.get(before, key), Reflect.get(after, key)),
    );
    if (texts.length > 0)
      this.#add("schema-text-changed", place, `has another ${texts.join(", ")}`);
    if (before.deprecated !== true && after.deprecated === true)
      this.#add("key-deprecated", place, "is deprecated");
    if (before.deprecated === true && after.deprecated !== true)
      this.#add("key-undeprecated", place, "is not deprecated any more");
    if (place.direction === "input" && !isEqual(before.default, after.default)) {
      const [old, current] = [before.default, after.default].map((value) =>
        value === undefined ? "none" : listed([value]),
      );
      this.#add("input-default-changed", place, `has the default ${current}, which was ${old}`);
    }
  }

  #types(before: readonly Alternative[], after: readonly Alternative[], place: Place): void {
    const [old, current] = [before.map(typeOf), after.map(typeOf)];
    const removed = [...new Set(old)].filter((type) => !covers(current, type));
    const added = [...new Set(current)].filter((type) => !covers(old, type));
    const text = `is ${typeText(current)}, and was ${typeText(old)}`;
    if (removed.length > 0 && added.length > 0) this.#both("type-changed", place, text);
    else if (removed.length > 0) this.#both("type-removed", place, text);
    else if (added.length > 0) this.#both("type-added", place, text);
    const ofType = (all: readonly Alternative[]) =>
      Map.groupBy(all, (one) => familyOf(typeOf(one)));
    const [groups, others] = [ofType(before), ofType(after)];
    for (const [family, members] of groups) {
      const counterparts = others.get(family);
      if (counterparts !== undefined) this.#variants(members, counterparts, place);
    }
  }

  /** Alternatives of one type: by name, by what tells them apart, or by order when nothing does. */
  #variants(before: readonly Alternative[], after: readonly Alternative[], place: Place): void {
    const [olds, currents] = [pooled(before), pooled(after)];
    const single = olds.length === 1 && currents.length === 1;
    const [old, current] = [byKey(olds, single), byKey(currents, single)];
    const twins = [...old.keys()].filter((key) => current.has(key));
    for (const key of twins) this.#alternatives(old.get(key), current.get(key), place);
    const gone = without([...old.keys()], twins);
    const fresh = without([...current.keys()], twins);
    if (gone.length > 0) this.#both("variant-removed", place, `has ${variants(gone)} no longer`);
    if (fresh.length > 0) this.#both("variant-added", place, `may also be ${variants(fresh)}`);
  }

  #alternatives(
    before: Alternative | undefined,
    after: Alternative | undefined,
    place: Place,
  ): void {
    if (before === undefined || after === undefined) return;
    for (const { rule, message } of compareKeywords(before, after, place.direction))
      this.#add(rule, place, message);
    if (before.type === "array" || after.type === "array") this.#items(before, after, place);
    if (before.type === "object" || after.type === "object") this.#object(before, after, place);
  }

  #items(before: Alternative, after: Alternative, place: Place): void {
    const inside = { ...place, path: `${place.path}[]` };
    this.nodes(within(before, before.node.items), within(after, after.node.items), inside);
    const [old = [], current = []] = [before.node.prefixItems, after.node.prefixItems];
    if (old.length !== current.length)
      this.#add("schema-keyword-changed", place, "has another number of leading items");
    old.slice(0, current.length).forEach((item, index) => {
      const at = { ...place, path: `${place.path}[${index}]` };
      this.nodes(within(before, item), within(after, current[index]), at);
    });
  }

  #object(before: Alternative, after: Alternative, place: Place): void {
    const keys = pairs(keysOf(before), keysOf(after));
    for (const [key, old, current] of keys) {
      const at = { ...place, path: place.path === "" ? key : `${place.path}.${key}` };
      if (old === undefined) this.#keyAdded(before, current, at);
      else if (current === undefined) this.#both("key-removed", at, "is gone");
      else {
        if (!old.required && current.required)
          this.#both("key-made-required", at, "is required now");
        if (old.required && !current.required)
          this.#both("key-made-optional", at, "is optional now");
        this.nodes(old, current, at);
      }
    }
    const [open, stays] = [isOpen(before), isOpen(after)];
    if (open && !stays) this.#both("closed", place, "takes no further keys");
    if (!open && stays) this.#both("opened", place, "may have further keys");
    if (open && stays)
      this.nodes(
        within(before, before.node.additionalProperties),
        within(after, after.node.additionalProperties),
        { ...place, path: place.path === "" ? "*" : `${place.path}.*` },
      );
  }

  #keyAdded(before: Alternative, current: Key | undefined, place: Place): void {
    const required = current?.required === true;
    if (place.direction === "input") {
      this.#add(
        required ? "input-required-key-added" : "input-key-added",
        place,
        required ? "is new and required" : "is new",
      );
    } else if (isOpen(before)) this.#add("output-key-added", place, "is new");
    else this.#add("output-key-added-to-closed", place, "is new in an object without further keys");
    const { additionalProperties: further } = before.node;
    // It was among the further keys, which had a schema.
    if (typeof further === "object" && current !== undefined)
      this.nodes(within(before, further), current, place);
  }
}

interface Key extends Site {
  readonly required: boolean;
}

function keysOf(site: Alternative): Record<string, Key> {
  const { properties = {}, required = [], additionalProperties } = site.node;
  const names = new Set([...Object.keys(properties), ...required]);
  return Object.fromEntries(
    [...names].map((name) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      return [name, { ...within(site, own), required: required.includes(name) }];
    }),
  );
}

function isOpen({ node }: Alternative): boolean {
  return node.additionalProperties !== false && node.unevaluatedProperties !== false;
}

function named(name: string, { direction }: Place): Place {
  const noun = direction === "input" ? "accepted field" : "field";
  return { where: `schema ${name}`, direction, noun, whole: "the type", path: "" };
}
