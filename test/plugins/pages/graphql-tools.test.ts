/** The tools for GraphQL of the playground, as far as they need no browser. */
import { buildSchema, parse, validate } from "graphql";
import { expect, it, onTestFinished } from "vitest";
import { createTestServer, type TestServerOptions } from "waymark/testing";
import { exampleQuery } from "../../../plugins/pages/developers/browser/graphql-editor/example.ts";

async function serviceOf(plugins: NonNullable<TestServerOptions["config"]>["plugins"]) {
  const server = await createTestServer({ config: { plugins: plugins ?? {} } });
  onTestFinished(() => server.close());
  const sdl = await (await server.fetch("/developers/schema.graphql")).text();
  return { server, schema: buildSchema(sdl) };
}

it("begins with a nested list that the service answers", async () => {
  const { server, schema } = await serviceOf({});
  const answer = await server.fetch("/api/graphql", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: exampleQuery(schema) }),
  });
  const body = await answer.json();
  expect(body).not.toHaveProperty("errors");
  expect(body).toHaveProperty("data.offices.0.hitos.0.title");
});

it("begins with any list if none has another inside", async () => {
  const { schema } = await serviceOf({ offices: false, integrations: false });
  expect(validate(schema, parse(exampleQuery(schema) ?? ""))).toEqual([]);
});
