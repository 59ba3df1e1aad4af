import { createTestServer } from "waymark/testing";
import { afterAll, expect, it } from "vitest";
import { json } from "../../_setup.ts";

const server = await createTestServer();
afterAll(() => server.close());

const ask = (type: string, accept: string, more: Record<string, string> = {}) =>
  server.fetch(`/api/schemas/${type}`, { headers: { accept, ...more } });

it.each([
  ["*/*", "application/schema+json"],
  ["application/json", "application/json"],
  ["application/typescript", "application/typescript"],
  ["application/typescript, application/json;q=0.5", "application/typescript"],
  ["application/*", "application/schema+json"],
  ["*/*;q=0.1, application/typescript", "application/typescript"],
  ["application/typescript;q=0", "application/schema+json"],
])("answers Accept: %s with %s", async (accept, type) => {
  const answer = await ask("Brain", accept);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
  expect(answer.headers.get("vary")).toContain("Accept");
  const text = await answer.text();
  if (type === "application/typescript")
    expect(text).toMatch(/^\/?[\s\S]*export interface Brain \{/);
  else expect(JSON.parse(text)).toMatchObject({ title: "Brain" });
});

it("answers the list of types as JSON, or as one module with all of them (C8)", async () => {
  const list = await server.fetch("/api/schemas");
  const { schemas } = await json<{ schemas: readonly string[] }>(list);
  const headers = { accept: "application/typescript" };
  const answer = await server.fetch("/api/schemas", { headers });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "application/typescript",
  ]);
  expect(answer.headers.get("etag")).not.toBe(list.headers.get("etag"));
  const module = await answer.text();
  for (const type of schemas)
    expect(module).toMatch(new RegExp(`^export (interface|type) ${type} `, "m"));
});

it("tags the two apart, and knows each again", async () => {
  const tags = await Promise.all(
    ["application/schema+json", "application/typescript"].map(async (accept) => {
      const etag = (await ask("Brain", accept)).headers.get("etag") ?? "";
      expect((await ask("Brain", accept, { "if-none-match": etag })).status).toBe(304);
      return etag;
    }),
  );
  expect(new Set(tags).size).toBe(2);
});

it.each([
  ["Brain", "application/schema+json;q=0, application/json;q=0, application/typescript;q=0", 406],
  ["Brian", "application/typescript", 404],
])("refuses %s as %s with %i", async (type, accept, status) => {
  const answer = await ask(type, accept);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "application/json"]);
});

it("documents TypeScript in OpenAPI as a string, not as JSON of the same shape", async () => {
  const { paths } = await json<{
    paths: Record<string, { get: { responses: Record<string, { content: object }> } }>;
  }>(await server.fetch("/api/openapi"));
  expect(paths["/api/schemas/{type}"]?.get.responses["200"]?.content).toEqual({
    "application/schema+json": { schema: expect.anything() },
    "application/json": { schema: expect.anything() },
    "application/typescript": {},
  });
});
