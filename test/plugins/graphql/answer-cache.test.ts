/** Kept answers: which and for how long, and that no client receives the answer of another. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { definePlugin, FairQueue, type Registry } from "waymark";
import preset from "waymark/preset";
import { Store, type Read, type Runtime } from "waymark/services";
import { createTestServer, type TestServer } from "waymark/testing";
import { z } from "zod";
import { startServer } from "../../_setup.ts";
import { createExecute, type Execute } from "../../../plugins/graphql/execute.ts";
import { AnswerCache, Sources } from "../../../plugins/graphql/answer-cache.ts";
import { Options, type QueryRequest } from "../../../plugins/graphql/request.ts";
import { post, query } from "./_setup.ts";

const ALL = { fields: undefined, filters: [], sort: [], limit: undefined, after: undefined };
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
const looks = { hit: 0, miss: 0 };
const WITHIN = { signal: new AbortController().signal, requestId: "1", client: "192.0.2.1" };

describe("answers", () => {
  let registry: Registry;
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
    registry = server.registry;
  });
  afterAll(() => server.close());

  /** The value that reads return, its version, and the number of reads. */
  const data: {
    reads: string[];
    versions: Record<string, number | undefined>;
    give: (ref: string) => Read;
    meanwhile: () => void;
  } = { reads: [], versions: {}, give: () => ({ value: [] }), meanwhile: () => {} };
  const versionOf = (ref: string) => data.versions[ref];
  const read = async (ref: string): Promise<Read> => {
    data.reads.push(ref);
    data.meanwhile();
    return data.give(ref);
  };

  let execute: Execute;
  beforeEach(() => {
    data.reads.length = 0;
    data.versions = { "offices.listOffices": 1, "brains.listBrains": 1 };
    data.give = () => ({ value: [{ id: "a", name: "A", hitos: [] }] });
    data.meanwhile = () => {};
    const readMany: Runtime["readMany"] = (ref, params) => Promise.all(params.map(() => read(ref)));
    const runtime = { registry, versionOf, read, readMany, readCached: () => undefined };
    execute = createExecute(registry, runtime as never, Options.parse({}), {
      log: SILENT,
      looks,
      places: new FairQueue({ name: "queries", places: 2, maxWaitMs: 1000 }),
    });
  });

  const ask = async (asked: QueryRequest | string) =>
    (await execute(typeof asked === "string" ? { query: asked } : asked, WITHIN)).body;

  /** Asks three times: an answer is kept when it is asked for the second time. Gives how often all was read. */
  async function readsOf(...asked: (QueryRequest | string)[]): Promise<number> {
    const before = data.reads.length;
    for (let round = 0; round < 3; round++) for (const one of asked) await ask(one);
    return data.reads.length - before;
  }

  it("are kept from the second time on, and are the same", async () => {
    const text = "{ offices { id name } }";
    const first = await ask(text);
    await ask(text);
    expect(data.reads).toHaveLength(2);
    expect(execute({ query: text }, WITHIN), "at once").not.toBeInstanceOf(Promise);
    expect(JSON.stringify(await ask(text))).toBe(JSON.stringify(first));
    expect(data.reads).toHaveLength(2);
  });

  it("are kept with the cursors of next pages", async () => {
    data.give = () => ({ value: [], next: "/api/brains?cursor=abc" });
    expect(await readsOf("{ brains { id } }")).toBe(2);
    expect(await ask("{ brains { id } }")).toEqual({
      data: { brains: [] },
      extensions: { next: { brains: "abc" } },
    });
  });

  it("are made again when any data that they were read from has another version", async () => {
    const both = "{ offices { id } brains { id } }";
    expect(await readsOf(both)).toBe(4);
    data.versions["brains.listBrains"] = 2;
    data.give = () => ({ value: [{ id: "b" }] });
    expect(await ask(both)).toMatchObject({ data: { brains: [{ id: "b" }] } });
    expect(await ask("{ offices { id } }"), "of other data").toMatchObject({
      data: { offices: [{ id: "b" }] },
    });
  });

  it("are not kept when data changed while they were made", async () => {
    data.meanwhile = () => void (data.versions["offices.listOffices"] = data.reads.length + 1);
    expect(await readsOf("{ offices { id } }")).toBe(3);
  });

  it.each([
    ["a resource", '{ offices { id } office(officeId: "a") { id } }'],
    ["a list without a version", "{ offices { id } locales { code } }"],
    ["such a list of each object", "{ offices { integrations { id } } }"],
  ])("are never kept when they need %s", async (_what, text) => {
    data.give = (ref) => ({
      value: ref.includes("list") ? [{ id: "a", code: "en" }] : { id: "a" },
    });
    expect(await ask(text)).not.toHaveProperty("errors");
    expect(await readsOf(text)).toBe(6);
  });

  it.each<[string, () => Read]>([
    ["a refusal", () => ({ refusal: { code: "resource-not-found" } })],
    ["a value of another type", () => ({ value: [{ id: {}, name: "A" }] })],
  ])("are never kept with the error of %s", async (_what, give) => {
    data.give = give;
    expect(await readsOf("{ offices { id } }")).toBe(3);
    data.give = () => ({ value: [] });
    expect(await ask("{ offices { id } }")).toEqual({ data: { offices: [] } });
  });

  it("are kept apart by every part of the request", async () => {
    const text = "query a($n: String) { offices(sort: $n) { id } } query b { offices { name } }";
    const asked: readonly QueryRequest[] = [
      { query: text, operationName: "a" },
      { query: text, operationName: "b" },
      { query: text, operationName: "a", variables: { n: "id" } },
      { query: text, operationName: "a", variables: { n: "name" } },
      { query: `${text} `, operationName: "a" },
    ];
    expect(await readsOf(...asked)).toBe(2 * asked.length);
    expect(await readsOf({ query: text, operationName: "a", variables: null })).toBe(0);
  });

  it("are not given for variables that JSON has no words for", async () => {
    const text = "query($n: Int) { offices(limit: $n) { id } }";
    expect(await readsOf({ query: text, variables: { n: null } })).toBe(2);
    const infinite = { query: text, variables: JSON.parse('{"n":1e999}') as { n: number } };
    expect(await ask(infinite)).toMatchObject({ errors: [{}] });
  });

  it("are not kept for very long queries and variables", async () => {
    const long = "x".repeat(10_001);
    expect(await readsOf(`{ offices { id } } #${long}`)).toBe(3);
    expect(await readsOf({ query: "{ offices { id } }", variables: { long } })).toBe(3);
  });

  it.each([
    ["deep", `${"[".repeat(200_000)}${"]".repeat(200_000)}`],
    ["many", `[${"1,".repeat(200_000)}1]`],
  ])("are made each time for variables that are too %s to compare", async (_what, value) => {
    const variables = JSON.parse(`{"a":${value}}`) as Record<string, unknown>;
    expect(await readsOf({ query: "{ offices { id } }", variables })).toBe(3);
  });

  it("are not mixed up by an operation name that looks like a part of a query", async () => {
    const odd = { query: "A { offices { id } }", operationName: "A query" };
    expect(await ask(odd)).toMatchObject({ errors: [{}] });
    const plain = { query: "query A { offices { id } }", operationName: "A" };
    expect(await ask(plain)).toMatchObject({ data: { offices: [{ id: "a" }] } });
  });
});

describe("the room for answers", () => {
  const sources = new Sources({ versionOf: () => 1 });
  /** Room for two answers of a few bytes. */
  const answers = () => new AnswerCache(looks, 2500);
  const keep = (kept: AnswerCache<object>, key: string, answer: object) => {
    kept.add(key, answer, sources);
    kept.add(key, answer, sources);
  };

  it("has an end: the least used leave first", () => {
    const kept = answers();
    for (const key of ["a", "b", "c"]) {
      keep(kept, key, { data: key });
      kept.get("a");
    }
    const there = ["a", "b", "c"].filter((key) => kept.get(key) !== undefined);
    expect(there).toEqual(["a", "c"]);
  });

  it.each([
    ["an answer", "a", { data: "x".repeat(2500) }],
    ["a key", "x".repeat(2500), {}],
  ])("has none for %s that is larger than all of it", (_what, key, answer) => {
    const kept = answers();
    keep(kept, key, answer);
    expect(kept.get(key)).toBeUndefined();
  });
});

describe("in a service", () => {
  const Row = z.object({ id: z.string(), seen: z.string() });
  let store: Store | undefined;
  const listOf = (name: string) =>
    ({
      method: "GET",
      path: `/api/${name}`,
      summary: "List rows.",
      list: { of: Row, as: name, name: `${name}List` },
      cache: { scope: "public", maxAge: "60s" },
    }) as const;

  /** Rows of the store, under a name from the options; and a list that contains the address of its client. */
  const rows = definePlugin({
    id: "rows",
    summary: "Rows.",
    options: z.strictObject({ mark: z.string().default("") }),
    needs: { store: Store },
    tables: { rows: { of: Row, key: "id" } },
    setup: (use) => void (store = use.store),
    routes: { listRows: listOf("rows") },
    handlers: (use, { options: { mark } }) => ({
      listRows: async () => {
        const { items } = await use.store.table("rows").list<z.output<typeof Row>>(ALL);
        return items.map((row) => ({ ...row, seen: `${row.seen}${mark}` }));
      },
    }),
  });
  const clients = definePlugin({
    id: "clients",
    summary: "Who asks.",
    routes: { listClients: listOf("clients") },
    handlers: () => ({ listClients: ({ client }) => [{ id: "you", seen: client }] }),
  });

  async function start(): Promise<TestServer> {
    const server = await startServer({
      plugins: [...preset, rows, clients],
      config: { trustedProxies: ["127.0.0.1"] },
    });
    await store?.table("rows").insert([{ id: "a", seen: "first" }]);
    return server;
  }
  const seenBy = async (server: TestServer, list: string, client = "192.0.2.1") => {
    const body = { query: `{ ${list} { seen } }` };
    const answer = await post(server.request, body, { "x-forwarded-for": client });
    return JSON.stringify(await answer.json());
  };
  const thrice = async (ask: () => Promise<string>) => [await ask(), await ask(), await ask()];

  it("a changed row is in the next answer", async () => {
    const server = await start();
    const before = await thrice(() => seenBy(server, "rows"));
    expect(new Set(before)).toEqual(new Set([`{"data":{"rows":[{"seen":"first"}]}}`]));
    await store?.table("rows").update("a", { seen: "second" });
    expect(await seenBy(server, "rows")).toContain("second");
    await store?.table("rows").insert([{ id: "b", seen: "third" }]);
    expect(await seenBy(server, "rows")).toContain("third");
    await store?.table("rows").remove("a");
    expect(await seenBy(server, "rows")).not.toContain("second");
  });

  it("each client gets what is theirs", async () => {
    const server = await start();
    for (const client of ["192.0.2.1", "192.0.2.2", "192.0.2.1", "192.0.2.2", "192.0.2.1"])
      expect(await seenBy(server, "clients", client)).toContain(client);
  });

  it("another revision has answers of its own", async () => {
    const server = await start();
    await thrice(() => seenBy(server, "rows"));
    await server.reload({ plugins: { rows: { mark: "!" } } });
    expect(await thrice(() => seenBy(server, "rows"))).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining("first!")),
    );
  });

  it("lists that were read before have their limits and cursors in other queries", async () => {
    const server = await startServer({ config: { plugins: { graphql: { maxItems: 4 } } } });
    const [first, second] = [
      await query(server.fetch, "{ brains(limit: 3) { id } }"),
      await query(server.fetch, "{ brains(limit: 3) { name } }"),
    ];
    expect(second.extensions).toEqual({ next: { brains: expect.any(String) } });
    expect(second.extensions).toEqual(first.extensions);
    const both = await query(
      server.fetch,
      "{ a: brains(limit: 3) { id } b: brains(limit: 3) { id } }",
    );
    expect(both).toMatchObject({
      data: { a: [{}, {}, {}], b: null },
      errors: [{ path: ["b"], extensions: { code: "unprocessable-content" } }],
    });
  });

  it("GET and POST have the same answer", async () => {
    const server = await start();
    await thrice(() => seenBy(server, "rows"));
    const search = new URLSearchParams({ query: "{ rows { seen } }" });
    const answer = await server.request(`/api/graphql?${search}`);
    expect(await answer.json()).toEqual(await query(server.request, "{ rows { seen } }"));
  });
});
