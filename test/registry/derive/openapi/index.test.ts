import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { definePlugin, openapiDocument } from "waymark";
import preset from "waymark/preset";
import { createTestServer, type TestServer } from "waymark/testing";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

const run = promisify(execFile);
const bin = join(import.meta.dirname, "../../../../node_modules/.bin");

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, unknown>> }>
  >;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

let server: TestServer;
let directory: string;
let document: Record<string, unknown>;
let paths: Paths;

beforeAll(async () => {
  server = await createTestServer();
  directory = await mkdtemp(join(tmpdir(), "openapi-"));
  const response = await server.fetch("/api/openapi");
  document = (await response.json()) as Record<string, unknown>;
  paths = document["paths"] as Paths;
  await writeFile(join(directory, "openapi.json"), JSON.stringify(document, null, 2));
  await writeFile(join(directory, ".spectral.yaml"), 'extends: ["spectral:oas"]\n');
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

/** A response, followed to the document's components where it is kept. */
function resolved(response: object | undefined): { headers?: Record<string, unknown> } {
  const ref = response !== undefined && "$ref" in response ? String(response.$ref) : undefined;
  const { responses } = document["components"] as { responses: Record<string, object> };
  return (ref === undefined ? response : responses[ref.slice(ref.lastIndexOf("/") + 1)]) ?? {};
}

describe("the OpenAPI document", () => {
  it.each([
    ["redocly", ["lint", "openapi.json"]],
    ["spectral", ["lint", "--fail-severity=error", "-r", ".spectral.yaml", "openapi.json"]],
  ])("passes %s", { timeout: 60_000 }, async (tool, args) => {
    // Either exits with 1, which rejects, when it finds an error.
    await run(join(bin, tool), args, {
      cwd: directory,
      env: { ...process.env, REDOCLY_TELEMETRY: "off" },
    });
  });

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
    const crowded = await createTestServer({ plugins: [rival, ...preset] });
    onTestFinished(() => crowded.close());
    const { paths: others } = openapiDocument(crowded.registry) as unknown as { paths: Paths };
    expect(others["/api/brains"]?.["get"]?.operationId).toBe("brains.listBrains");
    expect(paths["/api/brains"]?.["get"]?.operationId).toBe("brains.listBrains");
    expect(others["/api/rival"]?.["get"]?.operationId).toBe("rival.listBrains");
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
