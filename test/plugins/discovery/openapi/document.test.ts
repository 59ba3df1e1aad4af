import { definePlugin } from "waymark";
import { openapiDocument } from "../../../../plugins/discovery/openapi/document.ts";
import preset from "waymark/preset";
import { createTestServer } from "waymark/testing";
import { afterAll, describe, expect, it } from "vitest";
import { json, startServer } from "../../../_setup.ts";

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, unknown>> }>
  >;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const server = await createTestServer();
afterAll(() => server.close());
const document = await json(await server.fetch("/api/openapi"));
const paths = document["paths"] as Paths;

/** A response, followed to the document's components where it is kept. */
function resolved(response: object | undefined): { headers?: Record<string, unknown> } {
  const ref = response !== undefined && "$ref" in response ? String(response.$ref) : undefined;
  const { responses } = document["components"] as { responses: Record<string, object> };
  return (ref === undefined ? response : responses[ref.slice(ref.lastIndexOf("/") + 1)]) ?? {};
}

describe("the OpenAPI document", () => {
  it("has every route of the API, each of its media types, and an id of its own", () => {
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        route: `${method.toUpperCase()} ${path}`,
        mediaTypes: Object.keys(operation.responses["200"]?.content ?? {}),
      })),
    );
    const served = server.registry.routes
      .filter(({ site }) => !site)
      .map(({ method, path, mediaTypes }) => ({ route: `${method} ${path}`, mediaTypes }));
    const order = (a: { route: string }, b: { route: string }) => (a.route < b.route ? -1 : 1);
    expect(described.toSorted(order)).toEqual(served.toSorted(order));

    const ids = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("names each operation alike with any neighbours (B11)", async () => {
    const rival = definePlugin({
      id: "rival",
      summary: "Has a route of the same id, and comes first.",
      routes: {
        listBrains: {
          method: "GET",
          path: "/api/rival",
          summary: "Rival.",
          text: { mediaType: "text/plain" },
          cache: "no-store",
        },
      },
      handlers: () => ({ listBrains: () => "" }),
    });
    const crowded = await startServer({ plugins: [rival, ...preset] });
    const { paths: others } = openapiDocument(crowded.registry) as unknown as { paths: Paths };
    expect(others["/api/brains"]?.["get"]?.operationId).toBe("brains.listBrains");
    expect(paths["/api/brains"]?.["get"]?.operationId).toBe("brains.listBrains");
    expect(others["/api/rival"]?.["get"]?.operationId).toBe("rival.listBrains");
  });

  it("names what operations share after what it is", () => {
    const { responses, schemas } = document["components"] as Record<string, object>;
    expect(Object.keys(responses ?? {})).toContain("RateLimitDemoOrRateLimitExceeded");
    expect(schemas).toHaveProperty("GraphqlPostGraphqlBody");
    const counted = Object.keys({ ...responses, ...schemas }).filter((name) => /\d$/.test(name));
    expect(counted).toEqual([]);
  });

  it("shows an example of each answer with a published type", () => {
    expect(paths["/api/brains"]?.["get"]?.responses["200"]?.content?.["application/json"]).toEqual({
      schema: { $ref: "#/components/schemas/BrainsList" },
      example: {
        brains: [
          {
            id: "field-notes",
            name: "Field notes",
            description: expect.stringContaining("on site"),
          },
        ],
      },
    });
  });

  it("refers to nothing that it does not have", () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    const components = document["components"] as Record<string, Record<string, unknown>>;
    const missing = refs.filter(
      ([, kind = "", name = ""]) => components[kind]?.[name] === undefined,
    );
    expect(refs.length).toBeGreaterThan(100);
    expect(missing.map(([ref]) => ref)).toEqual([]);
  });

  it("documents the headers and statuses that are sent", async () => {
    for (const { method, path, kind, site } of server.registry.routes) {
      if (method !== "GET" || path.includes("{") || site || kind === "stream") continue;
      const response = await server.fetch(path);
      const described = resolved(paths[path]?.["get"]?.responses[response.status]);
      const names = new Set(
        Object.keys(described?.headers ?? {}).map((name) => name.toLowerCase()),
      );
      const unknown = [...response.headers.keys()].filter(
        (name) => !["content-type", "content-length", "date"].includes(name) && !names.has(name),
      );
      expect({ path, status: response.status, unknown }).toEqual({
        path,
        status: response.status,
        unknown: [],
      });
    }
  });

  it("is the same for the same registry", () => {
    const again = openapiDocument(server.registry);
    expect(again).toEqual(openapiDocument(server.registry));
    expect(Object.keys(again["paths"] as Paths)).toEqual(Object.keys(paths));
  });
});
