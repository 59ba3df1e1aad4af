/** The tools for GraphQL of the playground, as far as they need no browser. */
import * as fc from "fast-check";
import { buildSchema, parse, validate } from "graphql";
import { describe, expect, it, onTestFinished } from "vitest";
import { createTestServer, type TestServerOptions } from "waymark/testing";
import {
  exampleMutation,
  exampleQuery,
} from "../../../plugins/pages/developers/browser/graphql-editor/examples.ts";
import { jsonErrorAt } from "../../../plugins/pages/developers/browser/graphql-editor/json-problems.ts";

async function serviceOf(plugins: NonNullable<TestServerOptions["config"]>["plugins"]) {
  const server = await createTestServer({ config: { plugins: plugins ?? {} } });
  onTestFinished(() => server.close());
  const sdl = await (await server.fetch("/developers/schema.graphql")).text();
  return { server, schema: buildSchema(sdl) };
}

describe("examples", () => {
  it("begin with a nested list that the service answers", async () => {
    const { server, schema } = await serviceOf({ "api-keys": true });
    const { query, variables } = exampleQuery(schema) ?? { query: "", variables: "" };
    const answer = await server.fetch("/api/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query, variables: JSON.parse(variables) }),
    });
    const body = await answer.json();
    expect(body).not.toHaveProperty("errors");
    expect(body).toHaveProperty("data.offices.0.hitos.0.title");
    expect(exampleMutation(schema)?.query).toContain("createKey");
  });

  it("write the resource that they read, and do with less", async () => {
    const writable = await serviceOf({ offices: { writable: true }, "api-keys": true });
    const { query, variables } = exampleMutation(writable.schema) ?? { query: "", variables: "" };
    expect(validate(writable.schema, parse(query))).toEqual([]);
    expect(query).toContain("createOffice");
    expect(JSON.parse(variables)).toMatchObject({ input: { name: "example-name" } });
    const { schema } = await serviceOf({ offices: false, integrations: false });
    expect(validate(schema, parse(exampleQuery(schema)?.query ?? ""))).toEqual([]);
    expect(exampleMutation(schema)).toBeUndefined();
  });
});

describe("the place of an error in JSON", () => {
  it.each([
    ["", 0],
    ['{"a": 1,}', 8],
    ["{a: 1}", 1],
    ['{"a" 1}', 5],
    ['{"a": [1 2]}', 9],
    ['{"a": 1', 7],
    ['{"a": "\n"}', 6],
    ["[1,]", 3],
    ["{}}", 2],
    ["{]", 1],
    ["01", 0],
  ])("of %j is %i", (text, at) => {
    expect(jsonErrorAt(text)).toBe(at);
  });

  it("is none where JSON.parse finds none", () => {
    const mangled = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", "}", "]", '"', "{", "1", "x", ":"))
      .map(([text, at, extra]) => {
        const place = at % (text.length + 1);
        return `${text.slice(0, place)}${extra}${text.slice(place + (extra === "" ? 1 : 0))}`;
      });
    fc.assert(
      fc.property(fc.oneof(fc.json(), mangled), (text) => {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        expect(jsonErrorAt(text) === undefined).toBe(isJson);
      }),
    );
  });
});
