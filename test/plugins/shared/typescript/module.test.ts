import { z } from "zod";
import { definePlugin } from "waymark";
import {
  servedTypescript,
  typescriptModule,
} from "../../../../plugins/shared/typescript/module.ts";
import { createTestServer } from "waymark/testing";
import { afterAll, expect, it } from "vitest";

interface Leaf {
  readonly leaves: readonly Leaf[];
}
const Leaf: z.ZodType<Leaf> = z
  .object({
    get leaves() {
      return z.array(Leaf);
    },
  })
  .meta({ id: "Leaf" });
const Tree = z.object({ root: Leaf, size: z.int() });
const thing = (size: z.ZodType) =>
  z.object({ part: z.object({ size }).meta({ id: "Part", description: "A part." }) });
const Item = z.object({ id: z.string() }).meta({ description: "An item." });

const read = { method: "GET", summary: "Read.", cache: "no-store" } as const;
const shapes = definePlugin({
  id: "shapes",
  summary: "Types that refer to each other.",
  schemas: { Tree, One: thing(z.int()), Two: thing(z.int()), Three: thing(z.string()), Item },
  routes: {
    getItem: { ...read, path: "/item", returns: Item },
    listItems: { ...read, path: "/items", list: { of: Item, as: "items", name: "Items" } },
  },
  handlers: () => ({ getItem: () => ({ id: "a" }), listItems: () => [{ id: "a" }] }),
});

const { default: preset } = await import("waymark/preset");
const server = await createTestServer({ plugins: [...preset, shapes] });
afterAll(() => server.close());

const declaredIn = (text: string) =>
  [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = ""]) => name);
const served = async (name: string) => (await servedTypescript(server.registry, name)) ?? "";

it("declares a type first, then every type that it refers to", async () => {
  expect(declaredIn(await served("Items"))).toEqual(["Items", "Item"]);
  expect(declaredIn(await served("Tree"))).toEqual(["Tree", "Leaf"]);
  expect(await served("Tree")).toContain("leaves: Leaf[];");
});

it("renames definitions of one name when they mean different things, and only then", async () => {
  expect(declaredIn(await served("One"))).toEqual(["One", "Part"]);
  expect(declaredIn(await served("Two"))).toEqual(["Two", "Part"]);
  expect(declaredIn(await served("Three"))).toEqual(["Three", "ThreePart"]);
});

it("means the same by a name wherever it is read, and says what may be absent", async () => {
  const [, ofItem] = (await served("Items")).split("\n\n");
  expect(await served("Item")).toBe(ofItem);
  expect(ofItem).toMatch(
    /^\/\*\*\n \* An item\.\n \*\/\nexport interface Item \{\n {2}id: string;\n/,
  );
  expect(ofItem).toContain(
    "  /**\n   * May be absent: what adds it to answers can be switched off.\n   */\n  _links?: {",
  );
  expect(await served("Items")).toContain(" * Items are whole unless the request asks for some");
});

it("returns undefined for types that are not published", async () => {
  expect(await servedTypescript(server.registry, "Part")).toBeUndefined();
  expect(await servedTypescript(server.registry, "toString")).toBeUndefined();
});

it("makes one module with every type once, each as it is served", async () => {
  const module = await typescriptModule(server.registry);
  const names = declaredIn(module);
  expect(new Set(names).size).toBe(names.length);
  const types = [...server.registry.schemas.keys()];
  expect(names).toEqual(expect.arrayContaining(types));
  for (const type of types) {
    for (const declaration of (await served(type)).trimEnd().split("\n\n"))
      expect(module).toContain(declaration);
  }
});

it("is still a module when no type is published", async () => {
  const empty = await createTestServer({
    plugins: [shapes],
    config: { plugins: { shapes: false } },
  });
  expect(await typescriptModule({ ...empty.registry, schemas: new Map() })).toBe("export {};\n");
  await empty.close();
});

it("makes the types again that a reload changes, and no others", async () => {
  const asked = await servedTypescript(server.registry, "Office");
  const reloaded = await createTestServer({ config: { plugins: { locales: false } } });
  const before = performance.eventLoopUtilization();
  expect(await servedTypescript(reloaded.registry, "Office")).toBe(asked);
  // A thread would be awaited.
  expect(performance.eventLoopUtilization(before).idle).toBe(0);
  await reloaded.close();
});
