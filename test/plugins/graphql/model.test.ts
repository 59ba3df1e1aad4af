import { buildSchema, validateSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { definePlugin, type Plugin, type Schema } from "waymark";
import { startServer } from "../../_setup.ts";
import { graphqlModel } from "../../../plugins/graphql/derive/model.ts";
import { schemaViolations } from "../../../plugins/graphql/derive/violations.ts";
import preset from "waymark/preset";
import { z } from "zod";

async function modelOf(plugins: readonly Plugin[], off: readonly Plugin[] = []) {
  const config = { plugins: Object.fromEntries(off.map(({ id }) => [id, false])) };
  const server = await startServer({ plugins, config });
  const model = graphqlModel(server.registry);
  expect(validateSchema(buildSchema(model.sdl))).toEqual([]);
  return model;
}

/** The definition of a type, without descriptions. */
function definition(sdl: string, name: string): string | undefined {
  const plain = sdl.replace(/^ *".*\n/gm, "");
  return new RegExp(`^(type|enum|input) ${name} \\{\\n([^}]*)\\}`, "m").exec(plain)?.[2];
}

/** A plugin with one resource. `name` is that of its type, of its path and of its plugin. */
function having(returns: Schema, name = "Thing", id = `get${name}`): Plugin {
  return definePlugin({
    id: name.toLowerCase(),
    summary: name,
    schemas: { [name]: returns },
    routes: {
      [id]: {
        method: "GET",
        path: `/api/${name}`,
        summary: name,
        returns,
        cache: "no-store",
      },
    },
    handlers: () => ({ [id]: () => ({}) as never }),
  });
}

const Colour = z.enum(["red", "green"]).meta({ id: "Colour" });
const Node = z
  .object({
    id: z.string(),
    get children() {
      return z.array(Node);
    },
  })
  .meta({ id: "Node" });

/** Schema of a field, and its type. Fields are required; `Thing` is the type that has it. */
const TYPES: readonly (readonly [string, z.ZodType, string])[] = [
  ["text", z.string(), "String!"],
  ["a time", z.iso.datetime(), "String!"],
  ["truth", z.boolean(), "Boolean!"],
  ["a number", z.number(), "Float!"],
  ["a number of 32 bits", z.int32(), "Int!"],
  [
    "a whole number within 32 bits",
    z
      .int()
      .min(0)
      .max(2 ** 31 - 1),
    "Int!",
  ],
  [
    "a whole number one beyond",
    z
      .int()
      .min(0)
      .max(2 ** 31),
    "Float!",
  ],
  ["a whole number without end", z.int().min(0), "Float!"],
  ["one number", z.literal(7), "Float!"],
  ["one text", z.literal("UTC"), "String!"],
  ["what may be absent", z.string().optional(), "String"],
  ["what may be null", z.string().nullable(), "String"],
  ["a list", z.array(z.string()), "[String!]!"],
  ["a list with holes", z.array(z.int32().nullable()).optional(), "[Int]"],
  ["a pair", z.tuple([z.string(), z.number()]), "[JSON]!"],
  ["one of a few names", z.enum(["a", "b_2"]), "ThingField!"],
  ["names with a name", Colour, "Colour!"],
  ["values that are not names", z.enum(["a-b", "c"]), "String!"],
  ["values that the language keeps", z.enum(["true", "__a"]), "String!"],
  ["numbers of which", z.union([z.literal(1), z.literal(2)]), "Float!"],
  ["text or number", z.union([z.string(), z.number()]), "JSON!"],
  ["two kinds of text", z.union([z.iso.date(), z.iso.datetime()]), "String!"],
  ["anything", z.unknown(), "JSON"],
  ["what is free-form", z.record(z.string(), z.number()), "JSON!"],
  ["an object", z.object({ a: z.string() }), "ThingField!"],
  ["objects", z.array(z.object({ a: z.string() })), "[ThingField!]!"],
  [
    "one of two objects",
    z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
    "ThingField!",
  ],
  ["an object or text", z.union([z.object({ a: z.string() }), z.string()]), "JSON!"],
  ["a tree", Node, "Node!"],
];

describe("types", () => {
  it.each(TYPES)("%s", async (_what, schema, type) => {
    const { sdl } = await modelOf([having(z.object({ field: schema }))]);
    expect(definition(sdl, "Thing")).toBe(`  field: ${type}\n`);
  });

  it("have the fields of both branches, none of which is certain", async () => {
    const either = z.union([
      z.object({ a: z.string(), c: z.string() }),
      z.object({ b: z.int32(), c: z.string() }),
    ]);
    const { sdl } = await modelOf([having(z.object({ field: either }))]);
    expect(definition(sdl, "ThingField")).toBe("  a: String\n  c: String!\n  b: Int\n");
  });

  it("have different names when they differ, and are shared when they are the same", async () => {
    const inner = z.object({ a: z.string() }).meta({ id: "Inner" });
    const { sdl } = await modelOf([
      having(z.object({ x: inner, y: z.array(inner) })),
      having(z.object({ z: inner }), "Same"),
      having(z.object({ inner: z.object({ b: z.string() }) }), "Other"),
      having(z.object({ a: z.string() }), "OtherInner"),
    ]);
    expect(definition(sdl, "Thing")).toBe("  x: Inner!\n  y: [Inner!]!\n");
    expect(definition(sdl, "Same")).toBe("  z: Inner!\n");
    expect(definition(sdl, "Other")).toBe("  inner: OtherInner!\n");
    expect(definition(sdl, "OtherInner2")).toBe("  a: String!\n");
  });

  it("have names that GraphQL allows, and lead back to those of JSON", async () => {
    const schema = z.object({
      "due-date": z.string(),
      "2xx": z.string(),
      __id: z.string(),
      _links: z.object({}),
    });
    const { sdl, renamed } = await modelOf([having(schema)]);
    expect(definition(sdl, "Thing")).toBe("  due_date: String!\n  _2xx: String!\n  _id: String!\n");
    expect(renamed.map(({ field, source }) => [field, source])).toEqual([
      ["due_date", "due-date"],
      ["_2xx", "2xx"],
      ["_id", "__id"],
    ]);
  });

  it("keep their descriptions with all special characters", async () => {
    const described = z.object({ a: z.string().describe('A "quoted" \\ text\nin """ two lines') });
    const { sdl } = await modelOf([having(described)]);
    const { a } = (
      buildSchema(sdl).getType("Thing") as never as {
        getFields(): Record<string, { description: string }>;
      }
    ).getFields();
    expect(a?.description).toBe('A "quoted" \\ text\nin """ two lines');
  });
});

describe("fields", () => {
  const modelWith = (...ids: string[]) =>
    modelOf(
      preset,
      preset.filter(({ id }) => !ids.includes(id)),
    );

  it("are the service and its version when there is nothing else", async () => {
    expect((await modelOf([])).sdl).toMatch(
      /^type Query \{(\n {2}"[^"]*"\n {2}(service|version): String!){2}\n\}$/,
    );
  });

  it("take a list's parameters only from a list engine", async () => {
    const bare = await modelWith("store", "brains");
    expect(definition(bare.sdl, "Query")).toContain("  brains: [Brain!]\n");
    const { sdl } = await modelWith("store", "brains", "lists");
    expect(definition(sdl, "Query")).toContain(
      "  brains(filter: BrainFilter, sort: String, limit: Int, cursor: String): [Brain!]\n",
    );
    expect(definition(sdl, "BrainFilter")).toContain("  name: StringFilter\n");
  });

  it("lead from an object to what belongs to it while that is on", async () => {
    const { sdl, reads } = await modelWith("store", "offices", "integrations");
    expect(definition(sdl, "OfficeWithHito")).toContain("  integrations: [Integration!]\n");
    expect(definition(sdl, "Query")).toContain(
      "  integrations(officeId: String!): [Integration!]\n",
    );
    expect(reads.filter(({ type }) => type !== "Query")).toEqual(
      ["OfficeWithHito", "Office"].map((type) => ({
        type,
        field: "integrations",
        ref: "integrations.listIntegrations",
        list: true,
        bindings: { officeId: "id" },
      })),
    );
    const without = await modelWith("store", "offices");
    expect(without.sdl).not.toContain("ntegration");
  });

  it("are named apart when two routes of a plugin would have the same", async () => {
    const a = z.object({ a: z.string() });
    const route = { method: "GET", summary: "A.", cache: "no-store" } as const;
    const { sdl } = await modelOf([
      definePlugin({
        id: "two-things",
        summary: "A.",
        schemas: { A: a },
        routes: {
          listThings: { ...route, path: "/a", list: { of: a, as: "things", name: "Things" } },
          findThings: { ...route, path: "/b", returns: a },
          getThings: { ...route, path: "/c", list: { of: a, as: "things", name: "More" } },
          things: { ...route, path: "/d", returns: a },
          readService: { ...route, path: "/e", returns: a },
        },
        handlers: () => ({
          listThings: () => [],
          findThings: () => ({ a: "" }),
          getThings: () => [],
          things: () => ({ a: "" }),
          readService: () => ({ a: "" }),
        }),
      }),
    ]);
    const query = definition(sdl, "Query");
    const names = ["things: [A!]", "findThings: A", "getThings: [A!]", "twoThings_things: A"];
    for (const line of [...names, "readService: A"]) expect(query).toContain(`  ${line}\n`);
  });

  it("of two plugins that would have the same are refused while GraphQL is served", async () => {
    const both = (["First", "Second"] as const).map((name) =>
      having(z.object({ a: z.string() }), name, "getThing"),
    );
    await expect(modelOf([...preset, ...both])).rejects.toThrow(
      `GRAPHQL_FIELD_CONFLICT: two plugins have a field of the same name in GraphQL
    thing   plugin first, route getThing
    thing   plugin second, route getThing
  where: thing
  plugin: first, second
  hint: rename one of the routes, or what its list calls its items (as); or switch one of the plugins off, or graphql`,
    );
    const { sdl } = await modelOf(both);
    for (const line of ["thing: First", "second_getThing: Second"])
      expect(definition(sdl, "Query")).toContain(`  ${line}\n`);
  });
});

it("names a relation that has no field, as a member has its name", async () => {
  const Ship = z.object({ id: z.string(), captain: z.string() });
  const Captain = z.object({ name: z.string() });
  const ships = definePlugin({
    id: "ships",
    summary: "Ships.",
    schemas: { Ship, Captain },
    routes: {
      getShip: {
        method: "GET",
        path: "/api/ships/{id}",
        summary: "A ship.",
        returns: Ship,
        relations: { captain: { to: "getCaptain", with: { captainId: "captain" } } },
        cache: "no-store",
      },
      getCaptain: {
        method: "GET",
        path: "/api/captains/{captainId}",
        summary: "A captain.",
        returns: Captain,
        cache: "no-store",
      },
    },
    handlers: () => ({
      getShip: () => ({ id: "a", captain: "b" }),
      getCaptain: () => ({ name: "c" }),
    }),
  });
  const { registry } = await startServer({ plugins: [ships as Plugin] });
  expect(schemaViolations(registry)).toEqual([
    "GraphQL has the member Ship.captain and not the relation captain of ships.getShip: rename one of them",
  ]);
});

it("is the same for the same registry, and as it was", async () => {
  const { sdl } = await modelOf(preset);
  expect((await modelOf(preset)).sdl).toBe(sdl);
  await expect(`${sdl}\n`).toMatchFileSnapshot("../../golden/documents/schema.graphql");
});
