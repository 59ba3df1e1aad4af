import { parseAst } from "vitest/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "waymark/testing";

const PAGE = "/developers/reference";
/** The other script that packages are bundled into. */
const EDITOR = "/developers/graphql-editor.js";
const SCRIPT = "/developers/reference.js";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const read = async (path: string, accept: string, of = server, language = "en") => {
  const headers = { Accept: accept, "Accept-Language": language };
  const answer = await of.fetch(path, { headers });
  return { answer, text: await answer.text() };
};

describe("the page", () => {
  it.each([
    ["en", "API reference", "OpenAPI document"],
    ["es", "Referencia de la API", "Documento OpenAPI"],
  ])("is of use without its script, in %s", async (language, title, link) => {
    const { answer, text } = await read(PAGE, "text/html", server, language);
    expect(answer.headers.get("content-language")).toBe(language);
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).toContain(`<a href="/api/openapi">${link}</a>`);
    expect(text).toContain(`<a href="/developers">`);
    expect(text).toContain(`data-document="/api/openapi"`);
    expect(text).toContain(`<script type="module" src="${SCRIPT}"></script>`);
  });

  it("is Markdown for who prefers that, with the links and without the script's texts", async () => {
    const { text } = await read(PAGE, "text/markdown");
    expect(text).toContain("[OpenAPI document](/api/openapi)");
    expect(text).not.toContain(SCRIPT);
  });

  it.each([
    ["en", "OpenAPI is switched off"],
    ["es", "OpenAPI está desactivado"],
  ])("says that there is no document where OpenAPI is off, in %s", async (language, says) => {
    const off = await createTestServer({ config: { plugins: { openapi: false } } });
    try {
      const { answer, text } = await read(PAGE, "text/html", off, language);
      expect(answer.status).toBe(200);
      expect(text).toContain(says);
      expect(text).toContain(`<a href="/developers">`);
      expect(text).not.toMatch(/data-document|<script|href="\/api\/openapi"/);
    } finally {
      await off.close();
    }
  });

  it("links to what is on", async () => {
    const off = { developers: false, schemas: false };
    const bare = await createTestServer({ config: { plugins: off } });
    try {
      const { text } = await read(PAGE, "text/html", bare);
      expect(text).toContain(`<a href="/api/openapi">`);
      expect(text).not.toMatch(/href="(?:undefined|\/developers|\/api\/schemas)"/);
    } finally {
      await bare.close();
    }
  });
});

describe("what the page loads", () => {
  it.each([SCRIPT, EDITOR])(
    "%s is one file that needs no other, with an ETag",
    async (path) => {
      const { answer, text } = await read(path, "*/*");
      expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
      expect(importsOf(text)).toEqual([]);

      const etag = answer.headers.get("etag") ?? "";
      expect(etag).not.toBe("");
      const again = await server.fetch(path, { headers: { "If-None-Match": etag } });
      expect(again.status).toBe(304);
    },
    60_000,
  );

  it("is not part of the API, nor is the page", async () => {
    const { text } = await read("/api/openapi", "application/json");
    const { paths } = JSON.parse(text) as { readonly paths: object };
    expect(Object.keys(paths).filter((path) => path.startsWith("/developers"))).toEqual([]);
  });
});

/** The names of the modules that a script imports, statically or on demand. */
function importsOf(script: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    if ("source" in node && isLiteral(node.source)) found.push(node.source.value);
    Object.values(node).forEach(visit);
  };
  visit(parseAst(script));
  return found;
}

function isLiteral(node: unknown): node is { readonly value: string } {
  return typeof node === "object" && node !== null && "value" in node;
}
