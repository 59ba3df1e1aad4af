import { createTestServer } from "waymark/testing";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";

const server = await createTestServer({ config: { baseUrl: "https://api.example" } });
afterAll(() => server.close());

async function get(path: string, accept?: string) {
  const response = await server.fetch(path, accept === undefined ? {} : { headers: { accept } });
  const text = await response.text();
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    vary: response.headers.get("vary"),
    text,
  };
}
async function json(path: string, accept?: string): Promise<Record<string, unknown>> {
  return JSON.parse((await get(path, accept)).text) as Record<string, unknown>;
}
const hrefs = (body: Record<string, unknown>) =>
  Object.entries(body["_links"] as Record<string, { href: string }>).map(
    ([rel, { href }]) => [rel, href] as const,
  );

describe("the root", () => {
  it("links to what is on, and recommends only what it links to", async () => {
    const root = await json("/api");
    const links = hrefs(root);
    // Some always do, and some without a query.
    const refusing = server.registry.routes.filter(
      ({ kind, declaration }) => kind === "alwaysFails" || declaration.query !== undefined,
    );
    for (const [rel, href] of links) {
      if (!href.startsWith("/") || refusing.some(({ path }) => path === href)) continue;
      expect([rel, (await server.fetch(href)).status]).toEqual([rel, 200]);
    }
    const names = links.map(([rel]) => rel);
    for (const name of [
      "health",
      "ready",
      "requestInfo",
      "openapi",
      "capabilities",
      "schemas",
      "errors",
      "limits",
      "changelog",
      "versions",
      "apiDiscovery",
      "rateLimitDemo",
      "bulk",
    ]) {
      expect(names).toContain(name);
    }
    expect(root).toMatchObject({
      service: "waymark",
      version: "0.1.0",
      apiVersion: "v1",
      stability: "stable",
    });
    expect(names).toEqual(expect.arrayContaining(root["recommended"] as string[]));
  });

  it("forgets what is off", async () => {
    const off = ["openapi", "rate-limit", "health", "status", "status-page", "history"];
    const without = await createTestServer({
      config: { plugins: Object.fromEntries(off.map((id) => [id, false])) },
    });
    const root = (await (await without.fetch("/api")).json()) as Record<string, unknown>;
    const flags = (await (await without.fetch("/api/capabilities")).json()) as {
      capabilities: Record<string, boolean>;
    };
    const gone = await Promise.all(
      ["/api/openapi", "/api/limits", "/api/health", "/health"].map((path) => without.fetch(path)),
    );
    await without.close();
    const names = hrefs(root).map(([rel]) => rel);
    for (const name of ["openapi", "limits", "health", "status"]) expect(names).not.toContain(name);
    expect(root["recommended"]).not.toContain("openapi");
    expect(JSON.stringify(root["conformsTo"])).not.toContain("openapis.org");
    expect(flags.capabilities).toMatchObject({
      openapi: false,
      openapiYaml: false,
      rateLimitHeaders: false,
      schemas: true,
    });
    expect(gone.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe("schemas", () => {
  it("are listed, counted, linked and served alike", async () => {
    const list = await json("/api/schemas");
    const names = list["schemas"] as string[];
    expect(new Set(names)).toEqual(new Set(server.registry.schemas.keys()));
    expect(names.filter((name) => ["Service", "Health", "Error"].includes(name))).toEqual([
      "Service",
      "Health",
      "Error",
    ]);
    expect(list["_meta"]).toEqual({
      count: names.length,
      schemaVersion: "https://json-schema.org/draft/2020-12/schema",
    });
    expect((await json("/api/capabilities"))["schemaTypes"]).toBe(names.length);
    const links = hrefs(list).filter(([rel]) => rel.startsWith("schema:"));
    expect(links.map(([rel]) => rel)).toEqual(names.map((name) => `schema:${name}`));
    for (const [, href] of links)
      expect((await json(href))["$id"]).toBe(`https://api.example${href}`);
  });

  it.each([
    [undefined, "application/schema+json"],
    ["application/json", "application/json"],
  ])("answer Accept %s with %s and add nothing to the schema", async (accept, type) => {
    const answer = await get("/api/schemas/Ping", accept);
    expect(answer).toMatchObject({ status: 200, type });
    expect(JSON.parse(answer.text)).not.toHaveProperty("_links");
  });

  it.each(["__proto__", "constructor", "ping", "Nothing"])("do not know %s", async (name) => {
    expect((await get(`/api/schemas/${name}`)).status).toBe(404);
  });
});

describe("openapi", () => {
  it.each([
    ["application/json"],
    ["application/openapi+json"],
    ["application/vnd.oai.openapi+json"],
    ["application/yaml"],
    ["application/openapi+yaml"],
    ["application/vnd.oai.openapi"],
    ["application/x-yaml"],
    ["text/yaml"],
  ])("is served as %s", async (accept) => {
    const answer = await get("/api/openapi", accept);
    expect([answer.status, answer.type?.split(";")[0]]).toEqual([200, accept]);
    expect(answer.vary).toContain("Accept");
    const document: unknown = accept.endsWith("json")
      ? JSON.parse(answer.text)
      : parse(answer.text);
    expect(document).toEqual(await json("/api/openapi"));
    expect(document).toMatchObject({ openapi: "3.0.4", servers: [{ url: "https://api.example" }] });
  });

  it("quotes what YAML 1.1 would misread", async () => {
    const { text } = await get("/api/openapi", "application/yaml");
    expect(parse(text, { version: "1.1" })).toEqual(await json("/api/openapi"));
  });

  it("says what the operator says of the licence", async () => {
    const about = {
      license: { name: "Apache-2.0" },
    };
    const own = await createTestServer({ config: { plugins: { openapi: about } } });
    const document = await (await own.fetch("/api/openapi")).json();
    await own.close();
    expect(document).toMatchObject({ info: about });
  });
});

describe("capabilities", () => {
  it("has each flag as a boolean and says of Server-Timing what the flag says", async () => {
    const { capabilities, serverTiming } = (await json("/api/capabilities")) as {
      capabilities: Record<string, unknown>;
      serverTiming: unknown;
    };
    expect(new Set(Object.values(capabilities).map((flag) => typeof flag))).toEqual(
      new Set(["boolean"]),
    );
    expect(Object.keys(capabilities).slice(0, 3)).toEqual([
      "openapi",
      "locales",
      "rateLimitHeaders",
    ]);
    expect(capabilities).toMatchObject({
      stability: true,
      readinessProbe: true,
      requestInfo: true,
      bulk: false,
    });
    expect(serverTiming).toBe(capabilities["serverTiming"]);
  });
});

describe("the error catalog", () => {
  it("is the registry's, with its count", async () => {
    const { errors, _meta } = (await json("/api/errors")) as {
      errors: { code: string }[];
      _meta: unknown;
    };
    expect(errors.map(({ code }) => code)).toEqual(server.registry.errors.map(({ code }) => code));
    expect(_meta).toEqual({ count: errors.length });
  });
});

describe("aliases", () => {
  it.each(["ping", "health", "version"])("/%s leads on with its query", async (name) => {
    const response = await server.fetch(`/${name}?a=1`);
    expect(response.status).toBe(308);
    expect(response.headers.get("location")).toBe(`/api/${name}?a=1`);
    expect(response.headers.get("cache-control")).toContain("max-age=300");
  });
});
