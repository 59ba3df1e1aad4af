/** Queries that are meant to cost: each is refused, for every Accept header. */
import { describe, expect, it } from "vitest";
import { getIntrospectionQuery } from "graphql";
import { describeMatrix, json, startServer } from "../../_setup.ts";
import type { SizeLimits as Schema } from "waymark/schemas";
import type { z } from "zod";
import { get, JSON_ONLY, post, query } from "./_setup.ts";

type SizeLimits = z.output<typeof Schema>;

const many = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(" ");
/** Each fragment uses the next one twice, so that the last one is used 2^count times. */
const doubling = (count: number) =>
  `{ ...f0 } ${many(count, (i) => `fragment f${i} on Query { ...f${i + 1} ... { ...f${i + 1} } }`)} fragment f${count} on Query { a: service }`;

const BOMBS: readonly (readonly [string, string])[] = [
  ["10,000 aliases", `{ ${many(10_000, (i) => `a${i}: brains { id }`)} }`],
  ["as many aliases as tokens allow", `{ ${many(240, (i) => `a${i}: service`)} }`],
  ["aliases multiplied by fragments", doubling(40)],
  ["nesting", `${"{ a ".repeat(5000)}${"}".repeat(5000)}`],
  ["nesting within the tokens", `${"{ a".repeat(300)}${"}".repeat(300)}`],
  ["nested lists of values", `{ brains(sort: ${"[".repeat(100_000)}`],
  [
    "nesting through fragments",
    `{ ...f0 } ${many(12, (i) => `fragment f${i} on Query { x { ...f${i + 1} } }`)} fragment f12 on Query { service }`,
  ],
  ["30,000 directives", `{ service ${"@a ".repeat(30_000)} }`],
  ["one field over and over", `{ ${"service ".repeat(14_000)} }`],
  [
    "circular introspection",
    `{ __schema { types { ${"fields { type { ".repeat(50)} name ${"} } ".repeat(50)} } } }`,
  ],
];

describeMatrix("query bombs", {}, (ask) => {
  it.each(BOMBS)("%s", async (_what, text) => {
    for (const accept of ["*/*", JSON_ONLY]) {
      const answer = await post(ask, { query: text }, { accept });
      const body = await answer.text();
      expect(answer.status).toBe(
        accept === JSON_ONLY && !/levels|aliases|tokens|characters|lines/.test(body) ? 200 : 422,
      );
      expect(JSON.parse(body)).not.toHaveProperty("data");
      expect(body.length).toBeLessThan(50_000);
    }
  });

  it("fragments that use themselves, and each other", async () => {
    const text = "{ ...a } fragment a on Query { ...b } fragment b on Query { ...a service }";
    expect((await post(ask, { query: text })).status).toBe(422);
  });

  it("echoes little of what it received", async () => {
    for (const text of [`{ ${"x".repeat(100_000)} }`, `{ service(a: "${"x".repeat(100_000)}") }`]) {
      const answer = await post(ask, { query: text });
      expect(answer.status).toBe(422);
      expect((await answer.text()).length).toBeLessThan(5000);
    }
    const variables = { a: "x".repeat(100_000) };
    const coercion = await post(ask, {
      query: "query($a: Int) { brains(limit: $a) { id } }",
      variables,
    });
    expect((await coercion.text()).length).toBeLessThan(5000);
  });

  it.each([
    ["the whole schema", getIntrospectionQuery()],
    ["one type", '{ __type(name: "Query") { name fields { name type { name } } } }'],
    ["the schema beside data", "{ a: __schema { types { name } } b: service }"],
  ])("lets tools ask for %s", async (_what, text) => {
    expect((await post(ask, { query: text })).status).toBe(200);
  });

  it.each([
    ["twice", "{ a: __schema { types { name } } b: __schema { types { name } } }"],
    ["and for a type", '{ __schema { types { name } } __type(name: "Query") { name } }'],
    ["with aliases within", "{ __schema { a: types { name } } }"],
    [
      "with aliases in a fragment",
      "{ __schema { ...a } } fragment a on __Schema { b: types { name } }",
    ],
    [
      "in a fragment used twice",
      "{ ...a ...a } fragment a on Query { __schema { types { name } } }",
    ],
  ])("refuses a query that asks for the schema %s (E2)", async (_what, text) => {
    const answer = await post(ask, { query: text });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("The query asks for the schema 2 times");
  });

  it.each([
    ["50,000 characters", `{ service } #${"x".repeat(49_987)}`, "50000 characters"],
    ["2,000 lines", `{ service }${"\n".repeat(1999)}`, "2000 lines"],
  ])("reads a query of %s and no longer one (E10)", async (_what, text, limit) => {
    expect((await post(ask, { query: text })).status).toBe(200);
    const answer = await post(ask, { query: `${text}\n` });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(`more than ${limit}`);
  });
});

it("T3: the limits of a query are published where limits are, by operation, and are those that refuse", async () => {
  const options = { maxDepth: 3, maxAliases: 2, maxTokens: 110 };
  const server = await startServer({ config: { plugins: { graphql: options } } });
  const { operations } = await json<SizeLimits>(await server.request("/api/size-limits"));
  const limits = {
    ...options,
    maxItems: 10_000,
    maxCharacters: 5500,
    maxLines: 220,
    maxIntrospections: 1,
    maxRepeats: 100,
    maxAnswerBytes: 1_048_576,
  };
  const path = "/api/graphql";
  expect(operations.filter((one) => one.path === path)).toEqual([
    { method: "GET", path, limits },
    { method: "POST", path, maxRequestPayloadBytes: 262_144, limits },
  ]);
  const types = "__schema { types { name } }";
  for (const [what, within, above] of [
    ["levels", "{ offices { hitos { id } } }", "{ a { b { c { d } } } }"],
    ["aliases", "{ a: version b: version }", "{ a: version b: version c: version }"],
    ["tokens", `{ ${"version service ".repeat(54)} }`, `{ ${"version ".repeat(109)} }`],
    ["selects", `{ ${"version ".repeat(100)} }`, `{ ${"version ".repeat(101)} }`],
    ["characters", `{ version }#${"x".repeat(5488)}`, `{ version }#${"x".repeat(5489)}`],
    ["lines", `{ version }${"\n".repeat(219)}`, `{ version }${"\n".repeat(220)}`],
    ["schema", `{ ${types} }`, `{ a: ${types} b: ${types} }`],
  ] as const) {
    const taken = await get(server.fetch, { query: within });
    expect([what, taken.status]).toEqual([what, 200]);
    const refused = await get(server.fetch, { query: above });
    expect([what, refused.status]).toEqual([what, 422]);
    expect(await refused.text()).toContain(what);
  }
});

it("T3: no operation has limits of its own where GraphQL is off", async () => {
  const server = await startServer({ config: { plugins: { graphql: false, mcp: false } } });
  const { operations } = await json<SizeLimits>(await server.request("/api/size-limits"));
  expect(operations).toEqual([]);
});

describe("options", () => {
  it.each([
    ["maxDepth", 1, "{ brains { id } }"],
    ["maxAliases", 0, "{ a: service }"],
    ["maxTokens", 3, "{ service version }"],
  ])("%s", async (option, value, text) => {
    const server = await startServer({
      config: { plugins: { graphql: { [option]: value } } },
    });
    expect((await get(server.fetch, { query: text })).status).toBe(422);
    expect((await get(server.fetch, { query: "{ service }" })).status).toBe(200);
  });

  it("maxItems", async () => {
    const server = await startServer({ config: { plugins: { graphql: { maxItems: 4 } } } });
    const few = await query(server.fetch, "{ brains(limit: 4) { id } }");
    expect(few.errors).toBeUndefined();
    const { data, errors } = await query(
      server.fetch,
      "{ a: brains(limit: 3) { id } b: brains(limit: 3) { id } }",
    );
    expect(errors).toMatchObject([{ extensions: { code: "unprocessable-content" } }]);
    expect(data).toMatchObject({ b: null });
    const nested = await query(server.fetch, "{ offices(limit: 3) { integrations { id } } }");
    expect(nested.errors?.[0]).toMatchObject({ extensions: { code: "unprocessable-content" } });
  });
});
