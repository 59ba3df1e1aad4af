/** The mutation of a registry: its fields, their arguments and input types, and their results. */
import { buildSchema, validateSchema } from "graphql";
import { expect, it } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import preset from "waymark/preset";
import { z } from "zod";
import { startServer } from "../../_setup.ts";
import { graphqlModel } from "../../../plugins/graphql/derive/model.ts";
import { schemaViolations } from "../../../plugins/graphql/derive/violations.ts";
import { startBookings } from "./_bookings.ts";

async function registryOf(...plugins: readonly Plugin[]) {
  const server = await startServer({ plugins });
  return server.registry;
}

async function modelOf(...plugins: readonly Plugin[]) {
  const registry = await registryOf(...plugins);
  const model = graphqlModel(registry);
  expect(validateSchema(buildSchema(model.sdl))).toEqual([]);
  expect(schemaViolations(registry)).toEqual([]);
  return model;
}

/** The definition of a type, without descriptions. */
function definition(sdl: string, name: string): string | undefined {
  const plain = sdl.replace(/^ *".*\n/gm, "");
  return new RegExp(`^(?:type|enum|input) ${name} \\{\\n((?:  .*\\n)*?  .*)\\n\\}`, "m").exec(
    plain,
  )?.[1];
}

/** Parts of a route. */
type Writes = Readonly<Record<string, unknown>>;

/** A plugin with one write, `sendThing` unless another id is given. */
function writing(route: Writes, id = "sendThing", plugin = "things"): Plugin {
  return definePlugin({
    id: plugin,
    summary: "Things.",
    routes: {
      [id]: {
        method: "POST",
        path: `/api/${plugin}`,
        summary: "Send a thing.",
        empty: true,
        idempotency: "none",
        ...route,
      } as never, // a route, as its parts are
    },
    handlers: () => ({ [id]: () => undefined as never }),
  });
}

/** Schema of a member of a body, and the type of its field. Members are required. */
const INPUTS: readonly (readonly [string, z.ZodType, string | undefined])[] = [
  ["text", z.string(), "String!"],
  ["text with a default", z.string().default("a"), "String"],
  ["text that may be absent", z.string().optional(), "String"],
  ["text that may be null", z.string().nullable(), "String"],
  ["a number of 32 bits", z.int32(), "Int!"],
  ["a whole number without end", z.int(), "Float!"],
  ["a list", z.array(z.string()), "[String!]!"],
  ["a pair", z.tuple([z.string(), z.number()]), "[JSON]!"],
  ["one of a few names", z.enum(["a", "b"]), "SendThingField!"],
  ["anything", z.unknown(), "JSON"],
  ["what is free-form", z.record(z.string(), z.number()), "JSON!"],
  ["an object", z.object({ a: z.string() }), "SendThingFieldInput!"],
  ["an object with others", z.looseObject({ a: z.string() }), "JSON!"],
  ["an object without members", z.strictObject({}), "JSON!"],
  ["two members of one name", z.object({ "a-b": z.string(), a_b: z.string() }), "JSON!"],
  [
    "one of two objects",
    z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
    "SendThingFieldInput!",
  ],
  ["text or a number", z.union([z.string(), z.number()]), "JSON!"],
  ["read only", z.string().optional().meta({ readOnly: true }), undefined],
  ["read only, and to be sent", z.string().meta({ readOnly: true }), "String!"],
];

it.each(INPUTS)("an input is %s", async (_what, schema, type) => {
  const body = z.object({ field: schema, other: z.string().optional() });
  const { sdl } = await modelOf(writing({ body }));
  const fields = [...(type === undefined ? [] : [`  field: ${type}`]), "  other: String"];
  expect(definition(sdl, "SendThingInput")).toBe(fields.join("\n"));
});

it("has names of its own for input types, and those of its schema", async () => {
  const Colour = z.enum(["red", "green"]).meta({ id: "Colour" });
  const Tree = z
    .object({
      colour: Colour,
      get first() {
        return Tree;
      },
      get all() {
        return z.array(Tree);
      },
    })
    .meta({ id: "Tree" });
  const { sdl } = await modelOf(
    writing({
      body: z.object({ tree: Tree, _links: z.unknown() }),
      returns: Tree,
      empty: undefined,
    }),
  );
  expect(definition(sdl, "Mutation")).toBe("  sendThing(input: SendThingInput!): SendThingPayload");
  expect(definition(sdl, "SendThingInput")).toBe("  tree: TreeInput!");
  // No value could end a type that needs itself.
  expect(definition(sdl, "TreeInput")).toBe(
    "  colour: Colour!\n  first: TreeInput\n  all: [TreeInput!]!",
  );
  expect(definition(sdl, "Tree")).toBe("  colour: Colour!\n  first: Tree!\n  all: [Tree!]!");
  expect(definition(sdl, "SendThingPayload")).toBe("  status: Int!\n  thing: Tree");
});

it("patches at every depth, except in lists, which are replaced", async () => {
  const place = z.object({ street: z.string(), rooms: z.array(z.object({ name: z.string() })) });
  const bodies = {
    "application/json-patch+json": z.array(z.object({ op: z.string() })),
    "application/merge-patch+json": z.object({ name: z.string(), place }),
  };
  const { sdl, writes } = await modelOf(writing({ method: "PATCH", bodies }, "patchThing"));
  expect(definition(sdl, "Mutation")).toBe("  patchThing(patch: ThingPatch!): PatchThingPayload");
  expect(definition(sdl, "ThingPatch")).toBe("  name: String\n  place: ThingPlacePatch");
  expect(definition(sdl, "ThingPlacePatch")).toBe(
    "  street: String\n  rooms: [ThingPlaceRoomsInput!]",
  );
  expect(definition(sdl, "ThingPlaceRoomsInput")).toBe("  name: String!");
  expect(writes[0]?.body?.mediaType).toBe("application/merge-patch+json");
  const { "application/merge-patch+json": _, ...json } = bodies;
  const other = await modelOf(writing({ method: "PATCH", bodies: json }, "patchThing"));
  expect(definition(other.sdl, "Mutation")).toBe("  patchThing(patch: JSON!): PatchThingPayload");
});

it.each<[string, Writes, string]>([
  ["no body", {}, ""],
  [
    "a body that may be empty",
    { body: z.object({ a: z.int32().default(1) }) },
    "(input: SendThingInput = {})",
  ],
  ["a list", { body: z.array(z.string()) }, "(input: [String!]!)"],
  [
    "parameters",
    {
      path: "/a/{n}/{input}",
      params: z.object({ n: z.coerce.number().int().min(0).max(9), input: z.string() }),
      body: z.object({ a: z.string() }),
      query: z.object({ n: z.string(), q: z.string() }),
    },
    "(n: Int!, input: String!, body: SendThingInput!, q: String!)",
  ],
  [
    "headers",
    { headers: z.object({ "x-reason": z.string(), "if-match": z.string().optional() }) },
    "(xReason: String!, ifMatch: String)",
  ],
])("has arguments for %s", async (_what, route, args) => {
  const { sdl } = await modelOf(writing(route));
  expect(definition(sdl, "Mutation")).toBe(`  sendThing${args}: SendThingPayload`);
});

it.each<[string, Writes]>([
  ["a page's form", { asset: true }],
  [
    "a format of its own",
    { bareBody: true, returns: z.object({ a: z.string() }), empty: undefined },
  ],
  ["requests that it passes on", { transaction: false }],
  ["text", { empty: undefined, text: { mediaType: "text/plain" } }],
])("has no field for %s", async (_what, route) => {
  const { sdl, writes } = await modelOf(writing(route));
  expect(writes).toEqual([]);
  expect(sdl).not.toContain("Mutation");
});

it("is not there while nothing is written", async () => {
  expect((await modelOf(...preset)).sdl).not.toContain("Mutation");
});

it("refuses two plugins with one field while GraphQL is served, and names them apart otherwise", async () => {
  const both = [writing({}, "sendThing", "first"), writing({}, "sendThing", "second")];
  await expect(modelOf(...preset, ...both)).rejects.toThrow(
    `GRAPHQL_FIELD_CONFLICT: two plugins have a field of the same name in GraphQL
    sendThing   plugin first, route sendThing
    sendThing   plugin second, route sendThing`,
  );
  const { writes } = await modelOf(...both);
  expect(writes.map(({ field }) => field)).toEqual(["sendThing", "second_sendThing"]);
});

it("has the results that their routes have", async () => {
  const { server } = await startBookings();
  const { sdl } = graphqlModel(server.registry);
  const fields = (name: string) => definition(sdl, name)?.match(/\w+(?=:)/g);
  expect(fields("CreateBookingPayload")).toEqual(["status", "booking", "etag", "location"]);
  expect(fields("PatchBookingPayload")).toEqual(["status", "booking", "etag"]);
  expect(fields("RemoveBookingPayload")).toEqual(["status"]);
  expect(fields("RemoveAllBookingsPayload")).toEqual(["status", "allBookings"]);
});
