/** The published types as TypeScript: each name is declared once, and means the same wherever it is read. */
import { mapSubschemas, type JsonSchema } from "../schema/json-schema.ts";
import type { Registry, SealedSchema } from "../contract/registry.ts";
import { toJsonSchema, type Converted } from "../schema/convert.ts";
import { toIdentifier, typescriptDeclaration } from "../schema/typescript.ts";
import { publishedSchema } from "./json-schemas.ts";

/** A declaration with the identifiers of the types that it names. */
interface Declaration {
  readonly text: string;
  readonly uses: ReadonlySet<string>;
}

/** Identifier by published name, and everything that is declared, by identifier. */
interface Declarations {
  readonly identifiers: ReadonlyMap<string, string>;
  readonly declared: ReadonlyMap<string, Declaration>;
}

const made = new WeakMap<Registry, Declarations>();

/** A published type and every type that it names, as a module. Undefined for unknown names. */
export function servedTypescript(registry: Registry, name: string): string | undefined {
  const { identifiers, declared } = declarationsOf(registry);
  const identifier = identifiers.get(name);
  if (identifier === undefined) return undefined;
  const reached = new Set([identifier]);
  // A set goes on to what is added while it is read.
  for (const each of reached) for (const used of declared.get(each)?.uses ?? []) reached.add(used);
  return moduleOf([...reached].map((each) => declared.get(each)));
}

/** All published types and what they name, as one module. */
export function typescriptModule(registry: Registry): string {
  return moduleOf([...declarationsOf(registry).declared.values()]);
}

function moduleOf(declarations: readonly (Declaration | undefined)[]): string {
  const texts = declarations.flatMap((declaration) => declaration?.text ?? []);
  return `${texts.length === 0 ? "export {};" : texts.join("\n\n")}\n`;
}

function declarationsOf(registry: Registry): Declarations {
  let known = made.get(registry);
  if (known === undefined) made.set(registry, (known = declareAll(registry)));
  return known;
}

function declareAll(registry: Registry): Declarations {
  const names = new Names(registry);
  const declared = new Map<string, Declaration>(
    [...names.published.values()].map((name) => [name, { text: "", uses: new Set() }]), // the registry's order
  );
  for (const entry of registry.schemas.values()) {
    const published = publishedSchema(registry, entry.name);
    const owner = names.published.get(entry.name);
    if (published === undefined || owner === undefined) continue;
    const { definitions } = published;
    const named = new Map(
      Object.keys(definitions).map((name) => [name, names.of(name, definitions, owner)]),
    );
    const declare = (name: string, schema: JsonSchema) => {
      const uses = new Set<string>();
      const text = typescriptDeclaration(name, schema, (ref) => {
        const used = named.get(nameIn(ref)) ?? owner;
        uses.add(used);
        return used;
      });
      declared.set(name, { text, uses });
    };
    declare(owner, explained(entry, published, registry));
    for (const [name, definition] of Object.entries(definitions)) {
      const identifier = named.get(name) ?? owner;
      if (!declared.has(identifier)) declare(identifier, definition);
    }
  }
  return { identifiers: names.published, declared };
}

/** Identifiers of types. Definitions of one name that mean different things get different ones. */
class Names {
  /** By published name. */
  readonly published = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #bySource = new Map<string, string>();

  constructor({ schemas }: Registry) {
    for (const { name, schema } of schemas.values()) {
      const identifier = this.#take([toIdentifier(name)]);
      this.published.set(name, identifier);
      if (schema === undefined) continue;
      // Whoever refers to a published type means it as it is published: what policies add may be absent.
      const { root, definitions } = toJsonSchema(schema);
      this.#bySource.set(sourceOf(name, root, definitions), identifier);
    }
  }

  of(name: string, definitions: Converted["definitions"], owner: string): string {
    const source = sourceOf(name, definitions[name] ?? {}, definitions);
    let identifier = this.#bySource.get(source);
    if (identifier === undefined) {
      const own = toIdentifier(name);
      identifier = this.#take([own, `${owner}${own}`]);
      this.#bySource.set(source, identifier);
    }
    return identifier;
  }

  /** The first that is free, else the last with a number. */
  #take(candidates: readonly string[]): string {
    const last = candidates.at(-1) ?? "";
    let free = candidates.find((candidate) => !this.#taken.has(candidate));
    for (let count = 2; free === undefined; count++) {
      if (!this.#taken.has(`${last}${count}`)) free = `${last}${count}`;
    }
    this.#taken.add(free);
    return free;
  }
}

/** Equal for definitions of one name that mean the same, with everything that they refer to. */
function sourceOf(name: string, schema: JsonSchema, definitions: Converted["definitions"]): string {
  const reached = new Map<string, JsonSchema>();
  const visit = (node: JsonSchema): JsonSchema => {
    const used = node.$ref === undefined ? undefined : nameIn(node.$ref);
    if (used !== undefined && !reached.has(used)) {
      const definition = definitions[used] ?? {};
      reached.set(used, definition);
      visit(definition);
    }
    return mapSubschemas(node, visit);
  };
  visit(schema);
  return JSON.stringify([name, schema, [...reached]]);
}

function nameIn(ref: string): string {
  return ref.replace(/^#\/\$defs\//, "");
}

/** Tells readers which members they cannot count on. */
function explained(
  { name, schema, list }: SealedSchema,
  { root }: Converted,
  { routes }: Registry,
): JsonSchema {
  const own =
    schema === undefined ? [list?.as] : Object.keys(toJsonSchema(schema).root.properties ?? {});
  const properties = Object.entries(root.properties ?? {}).map(([key, member]) =>
    own.includes(key) ? [key, member] : [key, withText(member, MAY_BE_ABSENT)],
  );
  const explainedRoot =
    root.properties === undefined ? root : { ...root, properties: Object.fromEntries(properties) };
  const trims = routes.some(
    ({ schema: served, engine }) => served === name && engine !== undefined,
  );
  return list !== undefined && trims ? withText(explainedRoot, TRIMMED) : explainedRoot;
}

const MAY_BE_ABSENT = "May be absent: what adds it to answers can be switched off.";
const TRIMMED = "Items are whole unless the request asks for some of their fields.";

function withText(schema: JsonSchema, text: string): JsonSchema {
  const { description } = schema;
  return { ...schema, description: description === undefined ? text : `${description}\n${text}` };
}
