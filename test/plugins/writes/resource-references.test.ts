/** Resources that refer to resources of other plugins, over a socket. */
import { describe, expect, it } from "vitest";
import { definePlugin } from "waymark";
import type { TableReference } from "waymark/services";
import preset from "waymark/preset";
import { resource } from "waymark/resources";
import type { Finding } from "waymark/server";
import { createTestServer } from "waymark/testing";
import { z } from "zod";
import { startServer } from "../../_setup.ts";
import { MERGE, sends } from "./_resources.ts";

const Pier = z.object({ id: z.string(), name: z.string() });
const Boat = z.object({ id: z.string(), name: z.string(), pierId: z.string().optional() });
const Bollard = z.object({ id: z.string(), pierId: z.string() });

const piers = resource({
  name: { one: "pier", many: "piers" },
  path: "/api/piers",
  of: Pier,
  key: "id",
  keys: "client",
});
const boatsThat = (onDelete: NonNullable<TableReference["onDelete"]>) =>
  resource({
    name: { one: "boat", many: "boats" },
    path: "/api/boats",
    of: Boat,
    key: "id",
    keys: "client",
    references: { pierId: { to: "piers.id", onDelete } },
  });
const bollards = resource({
  name: { one: "bollard", many: "bollards" },
  path: "/api/piers/{pierId}/bollards",
  of: Bollard,
  key: "id",
  keys: "client",
  references: { pierId: { to: "piers.id", onDelete: "cascade" } },
});

async function start(onDelete: NonNullable<TableReference["onDelete"]> = "restrict") {
  const server = await startServer({
    plugins: [
      ...preset,
      definePlugin({ id: "bollards", summary: "Bollards of piers.", ...bollards }),
      definePlugin({ id: "boats", summary: "Boats at piers.", ...boatsThat(onDelete) }),
      definePlugin({ id: "piers", summary: "Piers.", ...piers }),
    ],
    config: { plugins: { "rate-limit": false } },
  });
  const json = async (method: string, path: string, body?: unknown, type?: string) => {
    const response = await server.request(path, sends(method, body, type));
    return { status: response.status, body: JSON.parse((await response.text()) || "null") };
  };
  await json("POST", "/api/piers", { id: "north", name: "North" });
  await json("POST", "/api/boats", { id: "gull", name: "Gull", pierId: "north" });
  await json("POST", "/api/piers/north/bollards", { id: "n1" });
  return { server, json };
}

describe("a resource that refers to another one", () => {
  it("refuses what names nothing: 422 with the member, 404 for a path", async () => {
    const { json } = await start();
    const problem = {
      error: {
        code: "unprocessable-content",
        errors: [
          { detail: "No row of piers has this key. Nothing was changed.", pointer: "/pierId" },
        ],
      },
    };
    for (const answer of [
      await json("POST", "/api/boats", { id: "tern", name: "Tern", pierId: "south" }),
      await json("PUT", "/api/boats/gull", { name: "Gull", pierId: "south" }),
      await json("PATCH", "/api/boats/gull", { pierId: "south" }, MERGE),
    ])
      expect(answer).toMatchObject({ status: 422, body: problem });
    const nowhere = await json("POST", "/api/piers/south/bollards", { id: "s1" });
    expect(nowhere).toMatchObject({ status: 404, body: { error: { code: "resource-not-found" } } });
    expect((await json("GET", "/api/boats/tern")).status).toBe(404);
  });

  it("keeps what it refers to: 409 with the table and the field", async () => {
    const { json } = await start("restrict");
    expect(await json("DELETE", "/api/piers/north")).toMatchObject({
      status: 409,
      body: {
        error: {
          code: "still-referenced",
          detail: "Rows of boats refer to it by pierId. Nothing was changed.",
        },
      },
    });
    // The bollards that would have gone with it are there.
    expect((await json("GET", "/api/piers/north/bollards/n1")).status).toBe(200);
  });

  it.each(["cascade", "clear"] as const)(
    "with %s is right in lists that were kept, and has another ETag",
    async (onDelete) => {
      const { server, json } = await start(onDelete);
      const list = async () => (await json("GET", "/api/boats")).body.boats;
      expect(await list()).toMatchObject([{ id: "gull", pierId: "north" }]);
      const before = (await server.request("/api/boats/gull")).headers.get("etag");
      expect((await json("DELETE", "/api/piers/north")).status).toBe(204);
      const [gull, ...others] = await list();
      expect(others).toEqual([]);
      const after = await server.request("/api/boats/gull");
      if (onDelete === "cascade") expect([gull, after.status]).toEqual([undefined, 404]);
      else {
        expect(gull).not.toHaveProperty("pierId");
        expect(after.headers.get("etag")).not.toBe(before);
      }
      expect((await json("GET", "/api/piers/north/bollards/n1")).status).toBe(404);
    },
  );

  it("says where its field leads, in answers and bodies", async () => {
    const { json } = await start();
    const { components } = (await json("GET", "/api/openapi")).body;
    for (const name of ["Boat", "BoatInput", "BoatNewInput", "BoatPatch"])
      expect(components.schemas[name].properties.pierId).toMatchObject({
        "x-references": "piers.id",
      });
    expect(components.schemas.Boat.properties.id).not.toHaveProperty("x-references");
    expect((await json("GET", "/api/schemas/Boat")).body.properties.pierId).toMatchObject({
      "x-references": "piers.id",
    });
  });
});

describe("a reference that is refused", () => {
  const Note = z.object({
    id: z.string(),
    pierId: z.string(),
    stars: z.int().optional(),
    tags: z.array(z.string()),
  });

  /** Returns the findings of a start with these references. */
  async function refusal(references: unknown): Promise<string> {
    const declaration = {
      name: { one: "shipNote", many: "shipNotes" },
      path: "/api/ship-notes",
      of: Note,
      key: "id",
      references,
    };
    const notes = resource(declaration as never);
    const starting = createTestServer({
      plugins: [
        ...preset,
        definePlugin({ id: "piers", summary: "Piers.", ...piers }),
        definePlugin({ id: "ship-notes", summary: "Notes of ships.", ...(notes as object) }),
        definePlugin({
          id: "letters",
          summary: "Letters.",
          tables: {
            letters: { of: z.object({ id: z.string(), by: z.string() }), key: "id", owner: "by" },
          },
        }),
      ],
    });
    return starting.then(
      async (server) => `started: ${await server.close()}`,
      (error: { readonly findings?: readonly Finding[] }) =>
        (error.findings ?? []).map((finding) => Object.values(finding).join(" ")).join("\n"),
    );
  }

  it.each<readonly [what: string, references: unknown, ...texts: string[]]>([
    ["a field", { pireId: { to: "piers.id" } }, '"pireId" is not a field', 'did you mean "pierId"'],
    ["a list", { tags: { to: "piers.id" } }, "references.tags is not a scalar field of the table"],
    [
      "a table",
      { pierId: { to: "peers.id" } },
      'leads to "peers.id", which is not a table of an installed plugin',
      'did you mean "piers"?',
    ],
    ["its key", { pierId: { to: "piers.name" } }, 'piers have the key "id"', 'to: "piers.id"'],
    ["its type", { stars: { to: "piers.id" } }, "references.stars holds integer", "string"],
    ["a string", { pierId: "piers.id" }, "references.pierId: expected an object"],
    ["no key", { pierId: { to: "piers" } }, "expected a table and its key"],
    ["an action", { pierId: { to: "piers.id", onDelete: "casacde" } }, "onDelete: expected one of"],
    [
      "a key of its own",
      { pierId: { to: "piers.id", onDelet: "clear" } },
      'did you mean "onDelete"',
    ],
    [
      "clear of a required field",
      { pierId: { to: "piers.id", onDelete: "clear" } },
      'onDelete is "clear", and the field is required',
    ],
    [
      "an owned table",
      { pierId: { to: "letters.id" } },
      "callers would see which rows others have",
    ],
  ])("for %s", async (_, references, ...texts) => {
    const found = await refusal(references);
    for (const text of texts) expect(found).toContain(text);
  });
});

it("refers to a table of a plugin that is off, also where that depends on the plugin's options", async () => {
  const Options = z.strictObject({ kind: z.string().default("pier") });
  const config = { plugins: { "rate-limit": false, piers: false } };
  const server = await startServer({
    plugins: [
      ...preset,
      definePlugin({ id: "boats", summary: "Boats at piers.", ...boatsThat("restrict") }),
      definePlugin({
        id: "piers",
        summary: "Piers.",
        options: Options,
        tables: ({ kind }) => ({ [`${kind}s`]: { of: Pier, key: "id" } }),
      }),
    ],
    config,
  });
  expect((await server.request("/api/boats")).status).toBe(200);
});
