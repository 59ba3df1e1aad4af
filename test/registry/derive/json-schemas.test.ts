import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { definePlugin } from "waymark";
import { publishedSchema, servedSchema } from "waymark/advanced";
import { createTestServer } from "waymark/testing";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";

const Part = z.strictObject({ id: z.string() }).meta({ id: "Part" });
const parts = definePlugin({
  id: "parts",
  summary: "Parts, for testing closed types.",
  schemas: { Part },
  routes: {
    listParts: {
      method: "GET",
      path: "/api/parts",
      summary: "List parts.",
      list: { of: Part, as: "parts", name: "PartsList" },
      cache: "no-store",
    },
    getPart: {
      method: "GET",
      path: "/api/part",
      summary: "Read the part.",
      returns: Part,
      cache: "no-store",
    },
  },
  handlers: () => ({ listParts: () => [{ id: "a" }], getPart: () => ({ id: "a" }) }),
});

const { default: preset } = await import("waymark/preset");
const server = await createTestServer({ plugins: [...preset, parts] });
afterAll(() => server.close());

/** A strict validator that knows every served schema. */
async function validator(): Promise<Ajv2020> {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  for (const name of server.registry.schemas.keys()) {
    const response = await server.fetch(`/api/schemas/${name}`);
    ajv.addSchema((await response.json()) as object, `/api/schemas/${name}`);
  }
  return ajv;
}

describe("published schemas", () => {
  it("compile under strict rules, and every answer fits the one it links as its profile", async () => {
    const ajv = await validator();
    let checked = 0;
    for (const { method, path, kind, mediaTypes } of server.registry.routes) {
      if (method !== "GET" || path.includes("{") || (kind !== "list" && kind !== "returns"))
        continue;
      if (mediaTypes[0]?.endsWith("json") !== true) continue;
      const body = (await (await server.fetch(path)).json()) as {
        _links?: { profile?: { href: string } };
      };
      const profile = body._links?.profile?.href;
      if (profile === undefined) continue;
      const validate = ajv.getSchema(profile);
      expect({ path, fits: validate?.(body), errors: validate?.errors }).toEqual({
        path,
        fits: true,
        errors: null,
      });
      checked++;
    }
    expect(checked).toBeGreaterThan(10);
  });

  it("never require what a policy adds, and keep closed types closed", () => {
    const part = publishedSchema(server.registry, "Part");
    expect(part?.root).toMatchObject({ required: ["id"], additionalProperties: false });
    expect(Object.keys(part?.root.properties ?? {})).toEqual(["id", "_links"]);

    const list = publishedSchema(server.registry, "PartsList");
    expect(list?.root).toMatchObject({ required: ["parts"], additionalProperties: false });
    expect(Object.keys(list?.root.properties ?? {})).toEqual(["parts", "_meta", "_links"]);
    expect(
      publishedSchema(server.registry, "ErrorCatalog")?.root.additionalProperties,
    ).toBeUndefined();
  });

  it("describe no member whose policy is off", async () => {
    const plain = await createTestServer({ config: { plugins: { links: false, lists: false } } });
    const properties = publishedSchema(plain.registry, "ErrorCatalog")?.root.properties;
    await plain.close();
    expect(Object.keys(properties ?? {})).toEqual(["errors"]);
  });

  it("are built once and unknown for other names", () => {
    expect(publishedSchema(server.registry, "Part")).toBe(publishedSchema(server.registry, "Part"));
    for (const name of ["__proto__", "constructor", "part"])
      expect(publishedSchema(server.registry, name)).toBeUndefined();
    expect(
      servedSchema(server.registry, "Part", "http://localhost/api/schemas/Part"),
    ).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: "http://localhost/api/schemas/Part",
      title: "Part",
    });
  });
});
