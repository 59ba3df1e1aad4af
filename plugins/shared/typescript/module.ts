/** The published types as TypeScript modules: each name is declared once, and means the same in every module. */
import type { JsonSchema, Registry } from "waymark";
import {
  type Converted,
  type SealedSchema,
  convertPublished,
  getOrMake,
  mapSubschemas,
  publishedSchema,
  refName,
  toJsonSchema,
} from "waymark/advanced";
import { declareType, toIdentifier } from "./declaration.ts";

interface Declaration {
  /** Identifiers of the types that it refers to. */
  readonly uses: readonly string[];
  /** Returns the text of the type, made when a module first needs it. */
  readonly text: () => Promise<string>;
}

const typesByRegistry = new WeakMap<Registry, Types>();

/** Returns all published types as one module. */
export function typescriptModule(registry: Registry): Promise<string> {
  return typesOf(registry).module();
}

/** Returns a published type and every type that it refers to as a module; undefined for unknown names. */
export async function servedTypescript(
  registry: Registry,
  name: string,
): Promise<string | undefined> {
  const types = typesOf(registry);
  const identifier = types.published.get(name);
  return identifier === undefined ? undefined : types.module([identifier]);
}

function typesOf(registry: Registry): Types {
  return getOrMake(typesByRegistry, registry, () => new Types(registry));
}

/** The published types of a registry by identifier, and further ones that a module declares beside them. */
export class Types {
  /** Identifiers by published name. */
  readonly published: ReadonlyMap<string, string>;
  readonly #identifiers: Identifiers;
  readonly #declarations = new Map<string, Declaration>();

  /** @param reserved identifiers that no type may have. */
  constructor(registry: Registry, reserved: Iterable<string> = []) {
    this.#identifiers = new Identifiers(registry, reserved);
    this.published = this.#identifiers.published;
    for (const entry of registry.schemas.values()) {
      const owner = this.published.get(entry.name);
      const schema = publishedSchema(registry, entry.name);
      if (owner === undefined || schema === undefined) continue;
      this.#add(owner, { ...schema, root: explain(entry, schema, registry) });
    }
  }

  /** Declares a type that is not published, and returns its identifier. */
  declare(name: string, schema: Converted): string {
    const identifier = this.take(name);
    this.#add(identifier, schema);
    return identifier;
  }

  /** Returns a free identifier after a name, which is taken from then on. */
  take(name: string): string {
    return this.#identifiers.take(toIdentifier(name));
  }

  /** Returns these types and every type that they refer to as a module. Default: all types. */
  async module(roots: Iterable<string> = this.#declarations.keys()): Promise<string> {
    const reached = reachedFrom(roots, (each) => this.#declarations.get(each)?.uses ?? []);
    const texts = [...reached].map((each) => this.#declarations.get(each)?.text() ?? "");
    return `${texts.length === 0 ? "export {};" : (await Promise.all(texts)).join("\n\n")}\n`;
  }

  #add(owner: string, { root, definitions }: Converted): void {
    const identifierOf = (name: string) =>
      Object.hasOwn(definitions, name) ? this.#identifiers.of(name, definitions, owner) : owner;
    this.#declarations.set(owner, declarationOf(owner, root, identifierOf));
    for (const [name, definition] of Object.entries(definitions)) {
      const identifier = identifierOf(name);
      if (!this.#declarations.has(identifier))
        this.#declarations.set(identifier, declarationOf(identifier, definition, identifierOf));
    }
  }
}

function declarationOf(
  identifier: string,
  schema: JsonSchema,
  identifierOf: (name: string) => string,
): Declaration {
  let text: Promise<string> | undefined;
  return {
    uses: [...referencesOf(schema)].map(identifierOf),
    text: () => (text ??= declareType(identifier, schema, identifierOf)),
  };
}

/** Definitions of one name that mean different things get different identifiers. */
class Identifiers {
  /** Identifiers by published name. */
  readonly published = new Map<string, string>();
  readonly #taken: Set<string>;
  readonly #byMeaning = new Map<string, string>();

  constructor(registry: Registry, reserved: Iterable<string>) {
    this.#taken = new Set(reserved);
    for (const { name, schema } of registry.schemas.values()) {
      const identifier = this.take(toIdentifier(name));
      this.published.set(name, identifier);
      if (schema === undefined) continue;
      // References to a published type mean it as it is published, with what policies add.
      const { root, definitions } = convertPublished(registry, schema);
      this.#byMeaning.set(meaningOf(name, root, definitions), identifier);
    }
  }

  of(name: string, definitions: Converted["definitions"], owner: string): string {
    const meaning = meaningOf(name, definitions[name] ?? {}, definitions);
    return getOrMake(this.#byMeaning, meaning, () => {
      const short = toIdentifier(name);
      return this.take(this.#taken.has(short) ? `${owner}${short}` : short);
    });
  }

  take(name: string): string {
    let free = name;
    for (let count = 2; this.#taken.has(free); count++) free = `${name}${count}`;
    this.#taken.add(free);
    return free;
  }
}

/** Returns a text that is equal for definitions of one name that mean the same, with everything they refer to. */
function meaningOf(name: string, schema: JsonSchema, definitions: Converted["definitions"]) {
  const reached = reachedFrom(referencesOf(schema), (ref) => referencesOf(definitions[ref] ?? {}));
  return JSON.stringify([name, schema, [...reached].map((ref) => [ref, definitions[ref]])]);
}

/** Returns the names themselves and every name that `next` leads to from them. */
function reachedFrom(
  names: Iterable<string>,
  next: (name: string) => Iterable<string>,
): ReadonlySet<string> {
  const reached = new Set(names);
  // Iterating a set also visits what is added on the way.
  for (const name of reached) for (const further of next(name)) reached.add(further);
  return reached;
}

/** Definitions are shared by the types that refer to them. */
const referencesBySchema = new WeakMap<JsonSchema, ReadonlySet<string>>();

/** Returns the names of the definitions that the schema refers to directly. */
function referencesOf(schema: JsonSchema): ReadonlySet<string> {
  return getOrMake(referencesBySchema, schema, () => {
    const names = new Set<string>();
    const visit = (node: JsonSchema): JsonSchema => {
      if (node.$ref !== undefined) names.add(refName(node.$ref));
      return mapSubschemas(node, visit);
    };
    visit(schema);
    return names;
  });
}

const MAY_BE_ABSENT = "May be absent: what adds it to answers can be switched off.";
const TRIMMED = "Items are whole unless the request asks for some of their fields.";

/** Says in descriptions which members readers cannot rely on. */
function explain(
  { name, schema, list }: SealedSchema,
  { root }: Converted,
  { routes }: Registry,
): JsonSchema {
  const declared =
    schema === undefined ? [list?.as] : Object.keys(toJsonSchema(schema).root.properties ?? {});
  const properties = Object.entries(root.properties ?? {}).map(([key, member]) =>
    declared.includes(key) ? [key, member] : [key, withText(member, MAY_BE_ABSENT)],
  );
  const explained =
    root.properties === undefined ? root : { ...root, properties: Object.fromEntries(properties) };
  const isTrimmed = routes.some(
    (route) =>
      route.schema === name && route.policies.some(({ compiled }) => compiled.list !== undefined),
  );
  return list !== undefined && isTrimmed ? withText(explained, TRIMMED) : explained;
}

function withText(schema: JsonSchema, text: string): JsonSchema {
  const { description } = schema;
  return { ...schema, description: description === undefined ? text : `${description}\n${text}` };
}
