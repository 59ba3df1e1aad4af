/** Query parameters that a policy adds to routes: everything else follows from the declaration. */
import { afterAll, describe, expect, it } from "vitest";
import { definePlugin, definePolicy } from "waymark";
import type { QueryParameters } from "waymark/advanced";
import preset from "waymark/preset";
import { createTestServer } from "waymark/testing";
import { z } from "zod";
import { boot } from "../../../../kernel/host/boot/boot.ts";
import { json, jsonRequest, NO_CONFIG } from "../../../_setup.ts";

const schema = z.object({
  pretty: z.enum(["", "true", "false"]).optional().describe("Indents the JSON."),
});
const rewrite: QueryParameters["rewrite"] = (text, { pretty }) =>
  pretty === "false" ? text : `${JSON.stringify(JSON.parse(text), null, 2)}\n`;

const withPolicy = (parameters: QueryParameters) =>
  definePlugin({
    id: "pretty",
    summary: "Indents JSON.",
    policies: [definePolicy({ id: "pretty", compile: () => ({ parameters }) })],
  });

const server = await createTestServer({
  plugins: [...preset, withPolicy({ schema, rewrite })],
  config: { plugins: { "rate-limit": false, brains: { writable: true } } },
});
afterAll(() => server.close());

const read = async (path: string, init?: RequestInit) => {
  const answer = await server.fetch(path, init);
  return { answer, text: await answer.text() };
};
const strict = { headers: { prefer: "handling=strict" } };

describe("a parameter of a policy", () => {
  it.each([
    ["a list", "/api/offices", 200],
    ["a document", "/api", 200],
    ["a document again", "/api", 200],
    ["an unknown path", "/api/nowhere", 404],
    ["a refused query", "/api/offices?limit=none", 400],
    ["a write that is refused", "/api/brains", 422],
  ])("rewrites the JSON of %s", async (name, path, status) => {
    const init = name.startsWith("a write") ? jsonRequest("POST", {}) : undefined;
    const and = path.includes("?") ? "&" : "?";
    const plain = await read(path, init);
    const { answer, text } = await read(`${path}${and}pretty`, init);
    expect([answer.status, plain.answer.status]).toEqual([status, status]);
    expect(text).toMatch(/^\{\n {2}"/);
    expect(answer.headers.get("content-length")).toBe(String(Buffer.byteLength(text)));
    expect(answer.headers.get("content-type")).toBe(plain.answer.headers.get("content-type"));
    const off = await read(`${path}${and}pretty=false`, init);
    expect(off.text).not.toContain("\n");
  });

  it("has a tag of its own, with which a client revalidates", async () => {
    const plain = await read("/api/offices");
    const { answer } = await read("/api/offices?pretty");
    const tag = answer.headers.get("etag") ?? "";
    expect(tag).not.toBe(plain.answer.headers.get("etag"));
    const again = await read("/api/offices?pretty", { headers: { "if-none-match": tag } });
    expect(again.answer.status).toBe(304);
  });

  it("guards a write by the tag of the read with the same parameter", async () => {
    const path = "/api/brains/tides?pretty";
    const brain = { id: "tides", name: "Tides", description: "High and low." };
    expect((await read("/api/brains", jsonRequest("POST", brain))).answer.status).toBe(201);
    const tag = (await read(path)).answer.headers.get("etag") ?? "";
    const change = (match: string) => {
      const headers = { "if-match": match, "content-type": "application/merge-patch+json" };
      return read(path, jsonRequest("PATCH", { name: "Tides" }, headers));
    };
    expect((await change('"another"')).answer.status).toBe(412);
    const { answer, text } = await change(tag);
    expect(answer.status).toBe(200);
    expect(text).toMatch(/^\{\n/);
    expect(answer.headers.get("etag")).toBe(tag);
  });

  it("is known under strict handling, as others are not", async () => {
    expect((await read("/api/offices?pretty=true", strict)).answer.status).toBe(200);
    expect((await read("/api/offices?petty=true", strict)).answer.status).toBe(400);
  });

  it("stays in the link to the next page, which has the next items", async () => {
    const { text } = await read("/api/offices?limit=1&pretty&sort=-id", strict);
    const { _links: links, offices } = JSON.parse(text);
    expect(links.next.href).toMatch(/&pretty$/);
    const second = await read(links.next.href, strict);
    expect(second.text).toMatch(/^\{\n/);
    expect(JSON.parse(second.text).offices).not.toEqual(offices);
  });

  it("is refused with a value that does not fit, before anything is written", async () => {
    for (const init of [undefined, jsonRequest("POST", {})]) {
      const { answer, text } = await read("/api/brains?pretty=maybe", init);
      expect(answer.status).toBe(400);
      expect(text).toContain('"pretty"');
    }
  });

  it("leaves views and pages as they are", async () => {
    const accept = { headers: { accept: "text/html,application/xhtml+xml" } };
    const view = await read("/api/offices?pretty&lang=es", accept);
    expect(view.answer.headers.get("content-language")).toBe("es");
    expect((await read("/search?pretty", accept)).answer.status).toBe(200);
  });

  it("is in OpenAPI, once", async () => {
    const { paths, components } = await json<{
      paths: Record<
        string,
        { get: { parameters: readonly { $ref: string }[]; responses: object } }
      >;
      components: { parameters: Record<string, unknown> };
    }>(await server.fetch("/api/openapi"));
    const [name] = Object.entries(components.parameters).flatMap(([key, value]) =>
      Object(value).name === "pretty" ? [key] : [],
    );
    expect(components.parameters[name ?? ""]).toMatchObject({
      in: "query",
      description: "Indents the JSON.",
      schema: { type: "string", enum: ["", "true", "false"] },
    });
    expect(paths["/api"]?.get.parameters).toContainEqual({
      $ref: `#/components/parameters/${name}`,
    });
    expect(paths["/api"]?.get.responses).toHaveProperty("400");
  });
});

it.each([
  [
    z.object({ limit: z.string().optional() }),
    "adds the query parameter limit, which is there already",
  ],
  [z.object({ pretty: z.string() }), "adds the query parameter pretty, and requires it"],
])("a start refuses a parameter that cannot be added: %#", async (wrong, message) => {
  const overrides = { host: "127.0.0.1", port: 0 };
  const booting = boot({
    ...NO_CONFIG,
    preset: [...preset, withPolicy({ schema: wrong })],
    overrides,
  });
  await expect(booting).rejects.toThrow(message);
});
