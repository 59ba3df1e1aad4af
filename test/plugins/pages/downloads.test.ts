/** The files to download: each operation of the registry, in the formats of other programs. */
import { buildSchema } from "graphql";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createTestServer, type TestServer, type TestServerOptions } from "waymark/testing";
import { parse } from "yaml";
import { z } from "zod";

const PLUGINS = {
  "api-keys": true,
  brains: { writable: true },
  "rate-limit": { limit: 100_000 },
} as const;
const FILES = [
  "/developers/openapi.json",
  "/developers/openapi.yaml",
  "/developers/schema.graphql",
  "/developers/postman_collection.json",
  "/developers/requests.http",
];

const Text = z.strictObject({ key: z.string().min(1), value: z.string() });
const Auth = z.union([
  z.strictObject({ type: z.literal("noauth") }),
  z.strictObject({
    type: z.literal("bearer"),
    bearer: z.tuple([Text.extend({ type: z.literal("string") })]),
  }),
]);
/** The part of Postman's format 2.1 that is used. */
const Collection = z.strictObject({
  info: z.strictObject({
    name: z.string().min(1),
    description: z.string(),
    version: z.string(),
    schema: z.literal("https://schema.getpostman.com/json/collection/v2.1.0/collection.json"),
  }),
  auth: Auth.optional(),
  variable: z.array(Text.extend({ type: z.literal("string"), description: z.string() })),
  item: z.array(
    z.strictObject({
      name: z.string(),
      description: z.string(),
      item: z.array(
        z.strictObject({
          name: z.string(),
          request: z.strictObject({
            method: z.string(),
            description: z.string().optional(),
            auth: Auth.optional(),
            header: z.array(Text),
            url: z.strictObject({
              raw: z.string(),
              host: z.tuple([z.literal("{{baseUrl}}")]),
              path: z.array(z.string().min(1)),
              query: z
                .array(Text.extend({ disabled: z.boolean(), description: z.string().optional() }))
                .optional(),
              variable: z.array(Text).optional(),
            }),
            body: z
              .strictObject({
                mode: z.literal("raw"),
                raw: z.string(),
                options: z.strictObject({ raw: z.strictObject({ language: z.literal("json") }) }),
              })
              .optional(),
          }),
          response: z.tuple([]),
        }),
      ),
    }),
  ),
});

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ config: { plugins: PLUGINS } });
});
afterAll(() => server.close());

async function serverOf(options: TestServerOptions): Promise<TestServer> {
  const other = await createTestServer(options);
  onTestFinished(() => other.close());
  return other;
}

async function textOf(path: string, of = server, language = "en"): Promise<string> {
  const answer = await of.fetch(path, {
    headers: { accept: "text/html,*/*;q=0.8", "accept-language": language },
  });
  expect({ path, status: answer.status }).toEqual({ path, status: 200 });
  return answer.text();
}

const operations = ({ registry }: TestServer) => registry.routes.filter(({ site }) => !site);
const sorted = (lines: readonly string[]) => lines.toSorted();

describe("the page", () => {
  it.each(["en", "es"])("links to files that browsers can save, in %s", async (language) => {
    const page = await textOf("/developers/downloads", server, language);
    const links = [...page.matchAll(/<a href="([^"]+)" download="([^"]+)">/g)];
    expect(sorted(links.map(([, href = ""]) => href))).toEqual(sorted(FILES));
    expect(new Set(links.map(([, , name]) => name)).size).toBe(FILES.length);
    expect(page).not.toMatch(/undefined|\[object/);
  });

  it("leaves out what is off, and goes with its files", async () => {
    const fewer = await serverOf({ config: { plugins: { graphql: false, openapi: false } } });
    const page = await textOf("/developers/downloads", fewer);
    expect([...page.matchAll(/ download="/g)]).toHaveLength(2);
    const none = await serverOf({ config: { plugins: { downloads: false } } });
    for (const path of ["/developers/downloads", ...FILES.slice(3)])
      expect((await none.fetch(path)).status).toBe(404);
  });
});

describe("the files", () => {
  it("are the documents of their plugins", async () => {
    const document: unknown = await (await server.fetch("/api/openapi")).json();
    expect(document).toMatchObject(
      z.record(z.string(), z.unknown()).parse(JSON.parse(await textOf(FILES[0] ?? ""))),
    );
    expect(parse(await textOf(FILES[1] ?? ""))).toEqual(JSON.parse(await textOf(FILES[0] ?? "")));
    expect(buildSchema(await textOf(FILES[2] ?? "")).getQueryType()).toBeDefined();
  });

  it("come from the command line too", async () => {
    const exported = (name: string) =>
      server.registry.exports.find((one) => one.name === name)?.text();
    expect(await exported("http")).toBe(await textOf("/developers/requests.http"));
    expect(JSON.parse((await exported("postman")) ?? "")).toEqual(
      JSON.parse(await textOf("/developers/postman_collection.json")),
    );
  });
});

describe("the collection", () => {
  it("has the shape of its format, and each operation once, with the credential that it needs", async () => {
    const collection = Collection.parse(
      JSON.parse(await textOf("/developers/postman_collection.json")),
    );
    const sections = ["Resources", "Monitoring", "Discovery", "Policies"];
    expect(collection.item.map(({ name }) => name)).toEqual(sections);
    const requests = collection.item.flatMap(({ item }) => item.map(({ request }) => request));
    const guarded = (ref: string) => server.registry.route(ref)?.declaration.access !== undefined;
    expect(
      sorted(
        requests.map(
          ({ method, url, auth }) => `${method} /${url.path.join("/")} ${auth === undefined}`,
        ),
      ),
    ).toEqual(
      sorted(
        operations(server).map(
          ({ method, path, ref }) =>
            `${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")} ${guarded(ref)}`,
        ),
      ),
    );
    expect(collection.auth).toMatchObject({ bearer: [{ value: "{{bearerToken}}" }] });
    expect(collection.variable).toContainEqual(
      expect.objectContaining({ key: "bearerToken", value: "" }),
    );
  });

  it("has no credentials where callers cannot authenticate", async () => {
    const open = await serverOf({});
    const collection = JSON.parse(await textOf("/developers/postman_collection.json", open));
    expect(JSON.stringify(collection)).not.toContain('"auth"');
    expect(await textOf("/developers/requests.http", open)).not.toContain("Token");
  });
});

describe("the file of requests", () => {
  it.each(["en", "es"])(
    "has each operation once, and no variable unnamed, in %s",
    async (language) => {
      const text = await textOf("/developers/requests.http", server, language);
      expect(text.match(/^### ----/gm)).toHaveLength(4);
      const variables = new Set([...text.matchAll(/^@(\w+) = \S+$/gm)].map(([, name]) => name));
      const used = new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
      expect(used).toEqual(variables);
      expect(text.match(/^[A-Z]+ \{\{baseUrl\}\}/gm)).toHaveLength(operations(server).length);
    },
  );

  it("has requests that the service understands", async () => {
    const blocks = (await textOf("/developers/requests.http")).split(/^### .*\n/m).slice(1);
    const open = blocks
      .map((block) => block.replaceAll(/^#.*\n/gm, "").replaceAll("{{baseUrl}}", ""))
      .filter((block) => block.trim() !== "" && !block.includes("{{"));
    expect(open.length).toBeGreaterThan(40);
    for (const block of open) {
      const [head = "", body] = block.trim().split("\n\n");
      const [line = "", ...fields] = head.split("\n");
      const [method = "", target = ""] = line.split(" ");
      const headers = fields.map((field): [string, string] => {
        const [name = "", value = ""] = field.split(": ");
        return [name, value];
      });
      const stop = new AbortController(); // streams do not end
      const answer = await server.fetch(target, {
        method,
        headers,
        signal: stop.signal,
        ...(body === undefined ? {} : { body }),
      });
      const isUnderstood = ![400, 404, 405, 415, 422].includes(answer.status);
      expect({ target, isUnderstood }).toEqual({ target, isUnderstood: true });
      stop.abort();
    }
  });
});
