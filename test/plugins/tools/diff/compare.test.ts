import { beforeAll, describe, expect, it } from "vitest";
import preset from "waymark/preset";
import { createTestServer } from "waymark/testing";
import { registryDocument } from "../../../../registry/derive/export/index.ts";
import graphql from "../../../../plugins/graphql/index.ts";
import type { RegistryDocument } from "../../../../registry/derive/export/form.ts";
import { draftChangelog } from "../../../../plugins/shared/diff/report.ts";
import { compareRegistries } from "../../../../plugins/shared/diff/compare.ts";
import { readRegistryDocument } from "../../../../plugins/shared/diff/read.ts";
import { RULES } from "../../../../plugins/shared/diff/rules.ts";
import { documentOf, gate, publishing, reading } from "./_sketch.ts";
import { CORPUS, type Edit } from "./corpus.ts";
import { z } from "zod";

async function sides({ before, after, versions = ["1.0.0", "1.0.0"] }: Edit) {
  return [await documentOf(before, versions[0]), await documentOf(after, versions[1])] as const;
}

async function found(before: RegistryDocument, after: RegistryDocument) {
  const comparers = Object.entries(graphql.exports ?? {}).map(([name, { compare }]) => ({
    name,
    compare,
  }));
  const changes = await compareRegistries(before, after, async () => comparers);
  return changes.map(({ severity, where, rule }) => `${severity} | ${where} | ${rule}`).toSorted();
}

describe("the corpus", () => {
  it.each(CORPUS.map((edit) => [edit.name, edit] as const))("%s", async (_name, edit) => {
    const [before, after] = await sides(edit);
    expect(await found(before, after)).toEqual(edit.forth.toSorted());
    expect(await found(after, before)).toEqual(edit.back.toSorted());
  });

  it("hits every rule, and has a name for each edit", () => {
    const hit = CORPUS.flatMap(({ forth, back }) => [...forth, ...back]).map(
      (line) => line.split(" | ")[2] ?? "",
    );
    expect([...new Set(hit)].toSorted()).toEqual(Object.keys(RULES).toSorted());
    expect(new Set(CORPUS.map(({ name }) => name)).size).toBe(CORPUS.length);
  });

  it("says nothing of an edit that was taken back", async () => {
    for (const edit of CORPUS) {
      const [[before], [again]] = [await sides(edit), await sides(edit)];
      expect([edit.name, ...(await found(before, again))]).toEqual([edit.name]);
    }
  });
});

describe("rules", () => {
  it.each(Object.entries(RULES))("%s gives its reason in one sentence", (_id, { reason }) => {
    expect(reason).toMatch(/^[A-Z][^.]*\.$/);
  });
});

describe("messages", () => {
  it("name the path, both values and where an operation went", async () => {
    const Thing = (max: number) =>
      z.object({ parts: z.array(z.object({ size: z.int().max(max) })) });
    const changes = await compareRegistries(
      await documentOf([publishing(Thing(5))]),
      await documentOf([publishing(Thing(9))]),
    );
    expect(changes).toEqual([
      {
        kind: "changed",
        severity: "unknown",
        where: "schema Thing",
        message: "the field `parts[].size` now has the maximum `9` (was `5`)",
        rule: "output-limit-loosened",
      },
    ]);
    const moved = await compareRegistries(
      await documentOf([reading()]),
      await documentOf([reading({ returns: z.object({}), path: "/things" })]),
    );
    expect(moved.map(({ message }) => message)).toEqual([
      "the operation is gone; it moved to GET /things",
      "the operation is new, moved from GET /thing",
    ]);
  });

  it("name what is required, and what no longer is", async () => {
    const asking = (scopes?: readonly string[]) =>
      documentOf([gate, reading({ returns: z.object({}), ...(scopes && { gate: scopes }) })]);
    const messages = async (...[before, after]: readonly (readonly string[] | undefined)[]) =>
      (await compareRegistries(await asking(before), await asking(after))).map(
        ({ message }) => message,
      );
    expect(await messages(undefined, [])).toEqual(["it now requires authentication"]);
    expect(await messages(undefined, ["a", "b"])).toEqual([
      "it now requires authentication and the scopes `a`, `b`",
    ]);
    expect(await messages(["a"], [])).toEqual(["it no longer requires the scope `a`"]);
    expect(await messages([], undefined)).toEqual(["it no longer requires authentication"]);
  });

  it("become the draft of a changelog, without the changes that clients cannot notice", async () => {
    const Thing = z.object({ a: z.string() });
    const changes = await compareRegistries(
      await documentOf([publishing(Thing)]),
      await documentOf([publishing(z.object({ b: z.string().describe("text") }))]),
    );
    expect(draftChangelog(changes)).toBe(
      [
        "### Added\n\n- `schema Thing`: the field `b` is new.",
        "### Removed\n\n- Breaking: `schema Thing`: the field `a` is gone.",
      ].join("\n\n"),
    );
    expect(draftChangelog([])).toBe("");
  });
});

describe("documents", () => {
  let whole: RegistryDocument;
  beforeAll(async () => {
    const server = await createTestServer();
    whole = await registryDocument(server.registry);
    await server.close();
  });

  it("have equal bytes for equal registries, wherever they listen", async () => {
    const server = await createTestServer({ config: { baseUrl: "https://api.example" } });
    const again = await registryDocument(server.registry);
    await server.close();
    expect(JSON.stringify(again)).toBe(JSON.stringify(whole));
    expect(JSON.stringify(whole)).not.toContain(server.origin);
  });

  it("survive a file", async () => {
    const read = readRegistryDocument(JSON.parse(JSON.stringify(whole)));
    expect(read).toEqual(whole);
    expect(await compareRegistries(whole, read)).toEqual([]);
  });

  it("of one route less have breaking changes, all about what is gone", async () => {
    const server = await createTestServer({
      plugins: preset,
      config: { plugins: { locales: false } },
    });
    const less = await registryDocument(server.registry);
    await server.close();
    expect(new Set(await found(whole, less))).toContain(
      "breaking | GET /api/locales | route-removed",
    );
    const back = await compareRegistries(less, whole);
    expect(back.filter(({ severity }) => severity === "breaking")).toEqual([]);
    expect(back.map(({ where }) => where)).toContain("GET /api/locales");
  });

  it.each([
    ["null", null, "not a registry document"],
    ["other JSON", { openapi: "3.0.4" }, "not a registry document"],
    ["a newer format", { format: 2 }, "format 2, and this release reads up to 1"],
    ["an impossible format", { format: 0 }, "never written"],
    ["half a document", { format: 1, service: {} }, "damaged at service.name"],
  ])("%s is refused", (_name, value, message) => {
    expect(() => readRegistryDocument(value)).toThrow(message);
  });

  it("may have schemas that refer to nothing, or to themselves", async () => {
    const endless = { $ref: "#/$defs/A", $defs: { A: { $ref: "#/$defs/A" } } };
    const odd = (type: string) => ({
      ...whole,
      schemas: {
        Loop: endless,
        Lost: { $ref: "#/$defs/None", type },
        Self: { items: { $ref: "#" } },
      },
    });
    const changes = await compareRegistries(
      readRegistryDocument(odd("string")),
      readRegistryDocument(odd("number")),
    );
    expect(changes.map(({ rule }) => rule)).toEqual(["output-type-changed"]);
  });

  it("names types whose names have escapes in references", async () => {
    const answering = (ref: string) => ({
      ...whole,
      routes: whole.routes.slice(0, 1).map((route) => ({ ...route, returns: { $ref: ref } })),
    });
    const changes = await compareRegistries(
      answering("#/schemas/a~1b"),
      answering("#/schemas/c~0d"),
    );
    expect(changes.map(({ message }) => message)).toEqual(["the answer is now `c~d` (was `a/b`)"]);
  });
});

describe("O10: shipped resources that become writable", () => {
  const registryOf = async (plugins: Readonly<Record<string, { readonly writable: true }>>) => {
    const server = await createTestServer({ config: { plugins } });
    try {
      return JSON.parse(
        JSON.stringify(await registryDocument(server.registry)),
      ) as RegistryDocument;
    } finally {
      await server.close();
    }
  };
  const breaking = async (id: string) => {
    const lines = await found(await registryOf({}), await registryOf({ [id]: { writable: true } }));
    return lines.filter((line) => line.startsWith("breaking"));
  };

  it.each(["brains", "locales", "integrations"])("break no client: %s", async (id) => {
    expect(await breaking(id)).toEqual([]);
  });

  it("give another name to one office in GraphQL, which breaks fragments, and nothing else", async () => {
    expect(new Set(await breaking("offices"))).toEqual(
      new Set(["breaking | export graphql | export-breaking"]),
    );
  });
});
