/** The published types as they are on the wire: as their authors wrote them, with what enabled policies add. */
import type { Registry, SealedSchema } from "../contract/plugin/registry.ts";
import type { SealedRoute } from "../contract/route/sealed-route.ts";
import type { ListBody } from "../contract/route/route.ts";
import { bodiesOf } from "../contract/route/route-keys.ts";
import { textOf, type JsonSchema } from "../schema/json-schema.ts";
import {
  toInputJsonSchema,
  toJsonSchema,
  withDefinitions,
  type Converted,
} from "../schema/convert.ts";
import { getOrMake } from "../schema/memoize.ts";
import { refTo } from "../schema/references.ts";
import type { Schema } from "../schema/schema.ts";

/** Dialect of the served schemas. */
export const JSON_SCHEMA_DIALECT = "https://json-schema.org/draft/2020-12/schema";

const published = new WeakMap<Registry, Map<string, Converted>>();

/**
 * Returns a published type with the members that policies add to its bodies. They are never required, so that a body
 * stays valid when their policy is switched off; a closed type stays closed. Undefined for unknown names.
 */
export function publishedSchema(registry: Registry, name: string): Converted | undefined {
  const entry = registry.schemas.get(name);
  if (entry === undefined) return undefined;
  const schemas = getOrMake(published, registry, () => new Map<string, Converted>());
  return getOrMake(schemas, name, () => build(registry, entry));
}

/** Returns a published type as a document of its own. `id` is the absolute URL that it is served under. */
export function servedSchema(registry: Registry, name: string, id: string): JsonSchema | undefined {
  const schema = publishedSchema(registry, name);
  if (schema === undefined) return undefined;
  return { $schema: JSON_SCHEMA_DIALECT, $id: id, title: name, ...withDefinitions(schema) };
}

const takenBodies = new WeakMap<Registry["schemas"], ReadonlySet<Schema>>();

/**
 * Returns a published type before policies add to it: as requests may have it if only requests do, else as answers
 * have it. Keys with a default are what differs.
 */
export function convertPublished(registry: Registry, schema: Schema): Converted {
  const taken = getOrMake(takenBodies, registry.schemas, () => onlyTaken(registry.routes));
  return taken.has(schema) ? toInputJsonSchema(schema) : toJsonSchema(schema);
}

function onlyTaken(routes: readonly SealedRoute[]): ReadonlySet<Schema> {
  const declarations = routes.map(({ declaration }) => declaration);
  const taken = new Set(declarations.flatMap((one) => Object.values(bodiesOf(one))));
  for (const { returns, list } of declarations)
    for (const sent of [returns, list?.of]) if (sent !== undefined) taken.delete(sent);
  return taken;
}

const namesBySchema = new WeakMap<Registry["schemas"], Map<Schema | undefined, string>>();

/** Returns the name that a schema object is published under, if it is. */
export function publicName({ schemas }: Registry, schema: Schema): string | undefined {
  const names = getOrMake(
    namesBySchema,
    schemas,
    // Backwards, so that the first of several names counts.
    () => new Map([...schemas.values()].toReversed().map((entry) => [entry.schema, entry.name])),
  );
  return names.get(schema);
}

function build(registry: Registry, { name, schema, list }: SealedSchema): Converted {
  const routes = registry.routes.filter((route) => route.schema === name);
  if (list !== undefined)
    return withMembers(envelope(registry, list, routes), membersOf(routes, "ok"));
  if (schema === undefined)
    throw new Error(`the published type ${name} has neither a schema nor a list`);
  const isErrorForm = registry.builtin.unknown.errorForms.some((form) => form.schema === name);
  const members = isErrorForm
    ? membersOf([registry.builtin.unknown, ...registry.routes], "error")
    : membersOf(routes, "ok");
  return withMembers(convertPublished(registry, schema), members);
}

/** Returns `{ [as]: item[], _meta }`. It is closed if its items are: then nothing in it may surprise a reader. */
function envelope(
  registry: Registry,
  { of, as, name }: ListBody,
  routes: readonly SealedRoute[],
): Converted {
  const item = toJsonSchema(of);
  const itemName = publicName(registry, of) ?? item.id ?? `${name}Item`;
  const meta = routes.flatMap(({ engine }) => engine?.meta ?? [])[0];
  return {
    root: {
      type: "object",
      properties: {
        [as]: { type: "array", items: { $ref: refTo("#/$defs", itemName) } },
        ...(meta === undefined ? {} : { _meta: meta }),
      },
      required: [as],
      ...(item.root.additionalProperties === false ? { additionalProperties: false } : {}),
    },
    definitions: { [itemName]: item.root, ...item.definitions },
  };
}

interface Members {
  /** Schemas by name; more than one if routes differ. */
  readonly schemas: Readonly<Record<string, readonly JsonSchema[]>>;
  /** The same for equal members. */
  readonly key: string;
}

/** Returns the members that policies add. */
function membersOf(routes: readonly SealedRoute[], outcome: "ok" | "error"): Members {
  const members: Record<string, JsonSchema[]> = {};
  const seen = new Set<string>();
  for (const { policies, declaration } of routes) {
    if (outcome === "ok" && declaration.bareBody === true) continue;
    for (const { compiled } of policies) {
      for (const [name, { schema }] of Object.entries(compiled.members?.(outcome) ?? {})) {
        const key = `${name} ${textOf(schema)}`;
        if (!seen.has(key)) (members[name] ??= []).push(schema);
        seen.add(key);
      }
    }
  }
  return { schemas: members, key: [...seen].join("\n") };
}

const extended = new WeakMap<JsonSchema, Map<string, Converted>>();

/** Returns a schema with further members; the author's own win. Registries share it, so that it is translated once. */
function withMembers(schema: Converted, members: Members): Converted {
  const known = getOrMake(extended, schema.root, () => new Map<string, Converted>());
  return getOrMake(known, members.key, () => extend(schema, members));
}

function extend({ root, definitions }: Converted, { schemas: members }: Members): Converted {
  const own = root.properties ?? {};
  const added = Object.entries(members)
    .filter(([name]) => !Object.hasOwn(own, name))
    .map(([name, schemas]): [string, JsonSchema] => {
      const [only, ...others] = schemas;
      return [name, only === undefined || others.length > 0 ? { anyOf: schemas } : only];
    });
  if (added.length === 0) return { root, definitions };
  return { root: { ...root, properties: { ...own, ...Object.fromEntries(added) } }, definitions };
}
