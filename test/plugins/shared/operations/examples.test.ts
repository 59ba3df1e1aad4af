/** Examples: written in schemas, or taken from the first rows of tables; the same in all places. */
import { definePlugin, type Json } from "waymark";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { publishedSchema, withDefinitions } from "waymark/advanced";
import { createTestServer, type TestServer } from "waymark/testing";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { examplesOf } from "../../../../plugins/shared/operations/examples.ts";
import { WRITES_AND_IDENTITY } from "../../../fixtures/writes-and-identity.ts";

const NONE = { value: null, invented: [] };

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ config: { plugins: WRITES_AND_IDENTITY } });
});
afterAll(() => server.close());

/** An example of a media type in an OpenAPI document. */
type Shown = {
  readonly example?: Json;
  readonly examples?: Readonly<Record<string, { readonly value: Json }>>;
};
type Response = { readonly $ref?: string; readonly content?: Readonly<Record<string, Shown>> };
interface Document {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        readonly requestBody?: { readonly content: Readonly<Record<string, Shown>> };
        readonly responses: Readonly<Record<string, Response>>;
      }
    >
  >;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
}

it("are written by somebody: no text follows from the name of its field alone", () => {
  const examples = examplesOf(server.registry);
  const invented = server.registry.routes
    .filter(({ site }) => !site)
    .flatMap((route) =>
      [examples.ofAnswer(route), ...examples.ofBodies(route).values()].flatMap((example) =>
        (example?.invented ?? []).map(({ pointer, text }) => `${route.ref} ${pointer}: ${text}`),
      ),
    );
  expect(invented).toEqual([]);
});

const openapiOf = async (of: TestServer): Promise<Document> =>
  JSON.parse(await (await of.fetch("/developers/openapi.json")).text());

const everyText = (value: unknown): readonly string[] =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(everyText)
      : [];

describe("the examples of the preset", () => {
  it("are written by somebody, each text of them", () => {
    const { registry } = server;
    const examples = examplesOf(registry);
    const types = [...registry.schemas.keys()].flatMap((name) => {
      const { invented = [] } = examples.ofType(name) ?? {};
      return invented.map(({ pointer, text }) => `${name} ${pointer} ${text}`);
    });
    const bodies = registry.routes
      .filter(({ site }) => !site)
      .flatMap((route) =>
        [
          ...examples.ofBodies(route),
          ["answer", examples.ofAnswer(route) ?? NONE] as const,
        ].flatMap(([mediaType, { invented }]) =>
          invented.map(({ pointer, text }) => `${route.ref} ${mediaType} ${pointer} ${text}`),
        ),
      );
    expect([...types, ...bodies]).toEqual([]);
  });

  it("fit their types", () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    for (const name of server.registry.schemas.keys()) {
      const schema = publishedSchema(server.registry, name);
      const value = examplesOf(server.registry).ofType(name)?.value;
      const fits = schema === undefined || ajv.validate(withDefinitions(schema), value);
      expect({ name, fits, errors: fits ? null : ajv.errors }).toEqual({
        name,
        fits: true,
        errors: null,
      });
    }
  });
});

describe("OpenAPI", () => {
  it("has an example of each body that a request takes, and none that is a placeholder", async () => {
    const { paths } = await openapiOf(server);
    const lacking: string[] = [];
    let count = 0;
    for (const [path, operations] of Object.entries(paths))
      for (const [method, { requestBody, responses }] of Object.entries(operations)) {
        const own = Object.entries(responses).filter(([, { $ref }]) => $ref === undefined);
        for (const [status, { content = {} }] of [["body", requestBody ?? {}] as const, ...own])
          for (const [mediaType, { example }] of Object.entries(content)) {
            const isEmpty =
              status === "body" && ["{}", "[]", undefined].includes(JSON.stringify(example));
            const where = `${method} ${path} ${status} ${mediaType}`;
            if (isEmpty || everyText(example).includes("text")) lacking.push(where);
            count += 1;
          }
      }
    expect(lacking).toEqual([]);
    expect(count).toBeGreaterThan(150);
  });

  it("has an example of each error, with its own code, status and detail", async () => {
    const { components } = await openapiOf(server);
    const seen = new Set<string>();
    for (const { content = {} } of Object.values(components.responses))
      for (const [mediaType, { example, examples = {} }] of Object.entries(content)) {
        const values = [example, ...Object.values(examples).map(({ value }) => value)];
        for (const value of values.filter((one) => one !== undefined)) {
          const body = Object(value);
          const { code, status, detail } =
            mediaType === "application/json" && body.error ? body.error : body;
          const entry = server.registry.errors.find((one) => one.code === code);
          expect({ status, detail }).toEqual({ status: entry?.status, detail: entry?.cause });
          seen.add(code);
        }
      }
    expect(seen.size).toBeGreaterThan(25);
  });
});

describe("a plugin of another author", () => {
  const Tea = z.object({
    teaId: z.string(),
    displayName: z.string().min(20),
    code: z.string().regex(/^[A-Z]\d$/),
    origin: z.string().meta({ examples: ["Assam"] }),
    tags: z.array(z.string()),
  });
  const teas = definePlugin({
    id: "teas",
    summary: "Teas.",
    schemas: { Tea },
    routes: {
      getTea: {
        method: "GET",
        path: "/api/tea",
        summary: "Read the tea.",
        returns: Tea,
        cache: "no-store",
      },
    },
    handlers: () => ({
      getTea: () => ({ teaId: "", displayName: "", code: "A1", origin: "", tags: [] }),
    }),
  });

  it("has texts made of names where no example is written, in a form that fits", async () => {
    const other = await createTestServer({ config: { plugins: { teas } } });
    onTestFinished(() => other.close());
    const { value, invented = [] } = examplesOf(other.registry).ofType("Tea") ?? {};
    expect(Tea.safeParse(value).error).toBeUndefined();
    expect(value).toEqual({
      teaId: "tea-1",
      displayName: expect.stringMatching(/^Display name/),
      code: "A1",
      origin: "Assam",
      tags: ["Tags"],
    });
    expect(invented.map(({ pointer }) => pointer)).toEqual([
      "/teaId",
      "/displayName",
      "/code",
      "/tags/0",
    ]);
  });
});
