/**
 * The one conversion of a schema to JSON Schema 2020-12. zod is named where its output needs repair; every repair is
 * harmless for others.
 */
import { deepFreeze, mapSubschemas, SchemaError, type JsonSchema } from "./json-schema.ts";
import { getOrMake } from "./memoize.ts";
import {
  definitionName,
  expandRecordKeys,
  flatten,
  lookup,
  refTo,
  type Definitions,
} from "./references.ts";
import { normalizeSchema } from "./normalize.ts";
import { exportJsonSchema, type Direction } from "./export.ts";
import type { Schema } from "./schema.ts";

/** A schema as JSON Schema 2020-12. All of it is frozen: it is shared by every document of a revision. */
export interface Converted {
  /** The schema itself, never a bare `$ref`; its references have the form `#/$defs/Name`. */
  readonly root: JsonSchema;
  /**
   * Schemas that `root` refers to, directly or not. Names hold letters, digits, `.`, `_` and `-`. A recursive type
   * without a name gets its parent's name + field; a consumer that pools definitions must compare schemas of one name.
   */
  readonly definitions: Definitions;
  /** The root's name, if its author set one (zod: `.meta({ id })`). */
  readonly id?: string;
}

const memo = { input: new WeakMap<Schema, Converted>(), output: new WeakMap<Schema, Converted>() };

/**
 * Returns the shape of the schema's output: keys with a default are required; an object is closed only if its author closed
 * it. Converted once per schema object. Throws {@link SchemaError}.
 */
export function toJsonSchema(schema: Schema): Converted {
  return convertOnce(schema, "output");
}

/** Returns the shape that the schema accepts: keys with a default are optional. Otherwise as {@link toJsonSchema}. */
export function toInputJsonSchema(schema: Schema): Converted {
  return convertOnce(schema, "input");
}

/** Returns a converted schema as one node, its definitions with it. */
export function withDefinitions({ root, definitions }: Converted): JsonSchema {
  return Object.keys(definitions).length === 0 ? root : { ...root, $defs: definitions };
}

function convertOnce(schema: Schema, direction: Direction): Converted {
  return getOrMake(memo[direction], schema, () => {
    const converted = new SchemaConverter(exportJsonSchema(schema, direction)).run();
    deepFreeze(converted);
    return converted;
  });
}

class SchemaConverter {
  readonly #source: JsonSchema;
  /** Definitions of the source by name, the root as `#`. */
  readonly #sources: Definitions;
  /** Public names by name in the source. */
  readonly #names = new Map<string, string>();
  readonly #definitions = new Map<string, JsonSchema>();

  constructor(source: JsonSchema) {
    this.#source = source;
    this.#sources = { ...source.$defs, "#": source };
  }

  run(): Converted {
    const { $ref, $defs: _, $schema: __, ...beside } = this.#source;
    // zod 4.6.7: a named root comes as `{ $ref, $defs }`, without a type of its own.
    const named = $ref === undefined || $ref === "#" ? undefined : definitionName($ref);
    const body = named === undefined ? this.#source : flatten(this.#source, this.#sources);
    const isBare = Object.keys(beside).length === 0;
    return {
      root: this.#repair(body, [named ?? toName([this.#source.title ?? ""])]),
      definitions: Object.fromEntries(this.#definitions),
      ...(named !== undefined && isBare ? { id: checkName(named) } : {}),
    };
  }

  #repair(node: JsonSchema, path: readonly string[]): JsonSchema {
    this.#refuseEmptyIntersection(node, path);
    const { additionalProperties, $ref, ...rest } = mapSubschemas(
      normalizeSchema(expandRecordKeys(node, this.#sources)),
      (child, keyword, key) =>
        this.#repair(child, keyword === "properties" ? [...path, String(key)] : path),
    );
    return {
      ...($ref === undefined ? {} : { $ref: this.#refer($ref, path) }),
      ...rest,
      ...(additionalProperties === undefined ? {} : { additionalProperties }),
    };
  }

  /** Hoists what `ref` names, on first sight, and returns the reference to it. */
  #refer(ref: string, path: readonly string[]): string {
    const key = definitionName(ref);
    let name = this.#names.get(key);
    if (name === undefined) {
      name = this.#nameFor(key, path);
      this.#names.set(key, name);
      this.#definitions.set(name, {}); // holds the place, so that the order is by first use
      this.#definitions.set(name, this.#repair(lookup(this.#sources, key), [name]));
    }
    return refTo("#/$defs", name);
  }

  /** zod names a recursive type without an id `__schema0`, counted again in each conversion, which is useless to readers. */
  #nameFor(key: string, path: readonly string[]): string {
    if (key !== "#" && !/^__schema\d+$/.test(key)) return checkName(key);
    const base = toName(key === "#" ? [this.#source.title ?? ""] : path);
    let name = base;
    const taken = () => this.#definitions.has(name) || Object.hasOwn(this.#sources, name);
    for (let count = 2; taken(); count++) name = `${base}${count}`;
    return name;
  }

  /**
   * A closed member of `allOf` knows only its own fields, so beside a member with others it accepts nothing, while zod
   * pools the fields. Loosening it would hide that the author wanted it closed, hence the refusal.
   */
  #refuseEmptyIntersection(node: JsonSchema, path: readonly string[]): void {
    const members = (node.allOf ?? []).map((member) => flatten(member, this.#sources));
    const fields = new Set(members.flatMap((member) => Object.keys(member.properties ?? {})));
    for (const member of members) {
      if (member.additionalProperties !== false) continue;
      const other = [...fields].find((name) => !Object.hasOwn(member.properties ?? {}, name));
      if (other === undefined) continue;
      throw new SchemaError(
        `an intersection in ${path.join(".")} has a closed member without the field ${JSON.stringify(other)}`,
        "extend one object by the other's fields, or leave both open",
      );
    }
  }
}

/** Checks a name. Names become OpenAPI component keys and URL segments. */
function checkName(name: string): string {
  if (/^[A-Za-z][\w.-]*$/.test(name)) return name;
  throw new SchemaError(
    `the schema name ${JSON.stringify(name)}`,
    "a name starts with a letter and holds only letters, digits, '.', '_' and '-'",
  );
}

/** Joins a path in upper camel case: `["Tree", "sub-trees"]` is `TreeSubTrees`. A nameless root is `Recursive`. */
function toName(path: readonly string[]): string {
  const words = path
    .flatMap((segment) => segment.split(/[^A-Za-z0-9]+/))
    .filter((word) => word !== "");
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[A-Za-z]/.test(name) ? name : `Recursive${name}`;
}
