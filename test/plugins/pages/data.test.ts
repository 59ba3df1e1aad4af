/** Lists as tables and resources as cards: of any plugin, from its schema and relations alone. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { definePlugin, type WaymarkConfig } from "waymark";
import preset from "waymark/preset";
import { createTestServer, type TestServer } from "waymark/testing";
import { z } from "zod";
import { WRITES_AND_IDENTITY } from "../../fixtures/writes-and-identity.ts";
import { fromHash } from "../../../plugins/pages/shared/operations/address.ts";

const HOSTILE = `"><img src=x onerror=alert(1)>&amp;`;

/** A plugin as third parties write them. */
const Sample = z.object({
  id: z.string().describe("Identifier."),
  label: z.string().nullable().describe(`What ${HOSTILE} is on it.`),
  colour: z.enum(["red", "blue"]).optional(),
  weight: z.number().nullable(),
  taken: z.iso.date(),
  seen: z.iso.datetime({ offset: true }).optional(),
  isKept: z.boolean(),
  marks: z.array(z.string()),
  parts: z.array(z.object({ size: z.int(), colour: z.enum(["red", "blue"]) })),
  note: z.record(z.string(), z.unknown()).optional(),
  secret: z.string().optional().meta({ writeOnly: true }),
});
type Sample = z.output<typeof Sample>;

let deep: unknown = "end";
for (let depth = 0; depth < 500; depth++) deep = { [HOSTILE]: [deep] };

const plain: Sample = {
  id: "s-000",
  label: "Basalt",
  weight: 2.5,
  taken: "2026-03-01",
  isKept: true,
  marks: [],
  parts: [],
};
const rows: readonly Sample[] = [
  { ...plain, colour: "red", seen: "2026-03-01T12:30:00Z", parts: [{ size: 2, colour: "blue" }] },
  { ...plain, id: "s-001", label: "x".repeat(10_000), marks: ["a", HOSTILE] },
  { ...plain, id: "s-002", label: HOSTILE, note: { [HOSTILE]: HOSTILE, nothing: null } },
  { ...plain, id: "s-003", label: "שלום \u202egnp.exe", weight: null },
  { ...plain, id: "s-004", label: null, seen: "2026-03-01T12:30:00+02:00", note: { deep } },
  { ...plain, id: "s-005", label: "\ud800 alone", taken: "no date" },
  ...Array.from({ length: 300 }, (_, at) => ({ ...plain, id: `s-${100 + at}`, label: `${at}` })),
];

const cache = "no-store";
const stones = definePlugin({
  id: "samples",
  summary: "Samples of stone.",
  schemas: { Sample },
  routes: {
    listSamples: {
      method: "GET",
      path: "/api/samples",
      summary: "List samples.",
      list: {
        of: Sample,
        as: "samples",
        name: "SamplesList",
        relations: { item: { to: "getSample", with: { sampleId: "id" } }, words: "listWords" },
      },
      cache,
    },
    getSample: {
      method: "GET",
      path: "/api/samples/{sampleId}",
      summary: "Read a sample.",
      returns: Sample,
      cache,
      relations: { all: "listSamples" },
    },
    listWords: {
      method: "GET",
      path: "/api/words",
      summary: "List words.",
      list: { of: z.string(), as: "words", name: "WordsList" },
      cache,
    },
    listLoose: {
      method: "GET",
      path: "/api/loose",
      summary: "List what is there.",
      list: { of: z.record(z.string(), z.unknown()), as: "loose", name: "LooseList" },
      cache,
    },
    getTotals: {
      method: "GET",
      path: "/api/totals",
      summary: "Read totals.",
      returns: z.object({
        samplesUsed: z.number(),
        samplesLimit: z.number(),
        sizes: z.object({ small: z.number(), large: z.number() }),
      }),
      cache,
    },
  },
  handlers: () => ({
    listSamples: () => rows,
    getSample: ({ params }) => rows.find(({ id }) => id === params.sampleId) ?? plain,
    listWords: () => ["one", HOSTILE],
    listLoose: () => [{ a: 1 }, { b: { c: [1] } }, { constructor: "own" }],
    getTotals: () => ({ samplesUsed: 30, samplesLimit: 40, sizes: { small: 1, large: 12_000 } }),
  }),
});

let server: TestServer;
beforeAll(async () => {
  const config = { plugins: { "rate-limit": { limit: 100_000 } } };
  server = await createTestServer({ plugins: [...preset, stones], config });
});
afterAll(() => server.close());

async function page(path: string, language = "en"): Promise<string> {
  const headers = { Accept: "text/html", "Accept-Language": language };
  return (await server.fetch(path, { headers })).text();
}

/** Returns the first part of a page, which is the table or card. */
async function data(path: string): Promise<string> {
  const [, first = ""] = (await page(path)).split('<div class="panel">');
  return first;
}

/** Returns an address as people write it. */
function legible(href = ""): string {
  return href.replaceAll("&amp;", "&").replaceAll("%5B", "[").replaceAll("%5D", "]");
}

/** Returns the link of a text within a part. */
function hrefOf(part: string, text: string): string | undefined {
  const links = [...part.matchAll(/<a\b[^>]* href="([^"]*)"[^>]*>([^]*?)<\/a>/g)];
  const plainText = (html = "") => html.replace(/<[^>]*>/g, "").trim();
  const found = links.find(([, , content]) => plainText(content) === text);
  return found && legible(found[1]);
}

/** Returns the answer of programs to a link of the page at `/api/samples`. */
async function follow(href: string | undefined): Promise<{ readonly samples: readonly Sample[] }> {
  const answer = await server.fetch(`/api/samples${href}`.replace("/api/samples/api", "/api"));
  expect([href, answer.status]).toEqual([href, 200]);
  return answer.json() as Promise<{ samples: Sample[] }>;
}

describe("a table", () => {
  it("has the columns of the schema, without those that no answer has", async () => {
    const table = await data("/api/samples");
    const heads = [...table.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/g)];
    const names = heads.map(([, head = ""]) => head.replace(/<[^>]*>/g, ""));
    const own = Object.keys(Sample.shape).filter((name) => name !== "secret");
    expect(names.filter((name) => own.includes(name)).slice(0, own.length)).toEqual(own);
    expect(table).not.toContain("secret");
  });

  it("is sorted by its heads, and the other way round by a second click", async () => {
    const first = hrefOf(await data("/api/samples"), "label");
    expect(first).toBe("?sort=label");
    const sorted = await data(`/api/samples${first}`);
    expect(sorted).toMatch(/<th scope="col" aria-sort="ascending"><a [^>]*>label/);
    const second = hrefOf(sorted, "label");
    expect(second).toBe("?sort=-label");
    expect(await data(`/api/samples${second}`)).toContain('aria-sort="descending"');
    expect(hrefOf(sorted, "marks")).toBeUndefined();
  });

  it.each([
    ["Basalt", "?filter[label]=Basalt", 1],
    ["red", "?filter[colour]=red", 1],
    ["2.5", "?filter[weight]=2.5", 305],
    ["true", "?filter[isKept]=true", 306],
    ["1 Mar 2026, 12:30 UTC", "?filter[seen]=2026-03-01T12%3A30%3A00Z", 1],
  ])("is filtered by its values: %s", async (text, href, count) => {
    const found = hrefOf(await data("/api/samples"), text);
    expect(found).toBe(href);
    const { samples } = await follow(`${found}&limit=200`);
    expect(samples).toHaveLength(Math.min(count, 200));
  });

  it("offers no condition that the list refuses", async () => {
    const table = await data("/api/samples?limit=10");
    const links = [...table.matchAll(/ href="(\?[^"]*)"/g)].map(([, href = ""]) => href);
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((href) => /[[\]|<>]/.test(href))).toEqual([]);
    for (const href of links) await follow(href.replaceAll("&amp;", "&"));
  });

  it("names its conditions, each of which can be removed", async () => {
    const table = await data(
      "/api/samples?filter[colour]=red&filter[weight][gte]=2&sort=-id&limit=25",
    );
    const chips = table.slice(table.indexOf('<nav class="chosen"'), table.indexOf("</nav>"));
    expect(
      chips
        .replace(/<[^>]*>/g, "")
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean),
    ).toEqual([
      "Remove colour equals red ×",
      "Remove weight is at least 2 ×",
      "Remove sorted by id ↓ ×",
      "Remove all",
    ]);
    expect(hrefOf(chips, "Remove colour equals red ×")).toBe(
      "?filter[weight][gte]=2&sort=-id&limit=25",
    );
    expect(hrefOf(chips, "Remove all")).toBe("?limit=25");
  });

  it("shows and hides columns", async () => {
    const hidden = hrefOf(await data("/api/samples"), "Hide label");
    expect(hidden).not.toContain("label");
    const table = await data(`/api/samples${hidden}`);
    expect(table).not.toContain("Basalt");
    expect(hrefOf(table, "Show label")).toBe("/api/samples");
  });

  it("leads from page to page, to items and to what is related", async () => {
    const first = await data("/api/samples?limit=100&sort=-id");
    const next = hrefOf(first, "Next page");
    expect((await follow(next)).samples).toHaveLength(100);
    expect(hrefOf(await data(next ?? ""), "First page")).toBe("?sort=-id&limit=100");
    expect(hrefOf(await data("/api/samples"), "s-000")).toBe("/api/samples/s-000");
    expect(hrefOf(await data("/api/samples"), "words")).toBe("/api/words");
    expect(hrefOf(await data("/api/samples"), "200")).toBe("?limit=200");
  });

  it("escapes, shortens and sets apart what is in it", async () => {
    const table = await data("/api/samples");
    expect(table).not.toMatch(/<img|<\/td><script/);
    expect(table).toContain("<bdi>שלום");
    expect(table).toMatch(/x{99}…/);
    expect(table).not.toMatch(/x{101}/);
    expect(table).toContain('<time datetime="2026-03-01">1 Mar 2026</time>');
    expect(table).toContain("no date");
    expect(table).toContain('<i class="soft">null</i>');
  });

  it.each([
    ["/api/words", ["value", "one"]],
    ["/api/loose", ["a", "b", "constructor", "1 member", "own"]],
    ["/api/samples?filter[label]=none", ["No item meets the conditions"]],
  ])("is right for other lists: %s", async (path, texts) => {
    const table = await data(path);
    for (const text of texts) expect(table).toContain(text);
    expect(table).not.toMatch(/<img|undefined|\[object/);
  });

  it("is bounded, however large the list is", async () => {
    const text = await page("/api/samples?limit=200");
    expect(text.match(/<tr>/g)?.length).toBeGreaterThan(200);
    expect(text.length).toBeLessThan(400_000);
  });

  it("keeps the language of its address", async () => {
    const table = await data("/api/samples?lang=es");
    expect(table).toContain('href="?sort=label&amp;lang=es"');
    expect(table).toContain("50 elementos");
  });
});

describe("a card", () => {
  it("has the meaning of each field, and the links of the answer", async () => {
    const card = await data("/api/samples/s-000");
    expect(card).toContain("<dt>id</dt><dd>s-000<div");
    expect(card).toContain("Identifier.");
    expect(card).toContain('<span class="tag">red</span>');
    expect(hrefOf(card, "all")).toBe("/api/samples");
    expect(card).toContain('aria-label="parts"');
  });

  it("lets nothing of an answer or schema become markup", async () => {
    for (const { id } of rows.slice(0, 6))
      expect(await page(`/api/samples/${id}`)).not.toMatch(/<img|undefined|\[object/);
  });

  it("sets numbers side by side, and one against its limit", async () => {
    const card = await data("/api/totals");
    expect(card).toContain('<meter max="40" value="30"');
    expect(card).toContain('<dl class="measures"><div><dt>small</dt><dd>1</dd></div>');
    expect(card).toContain("12,000");
  });
});

describe("a condition that a list refuses", () => {
  it.each([
    ["en", "See the whole list"],
    ["es", "Ver la lista entera"],
  ])("can be removed on the page that says so, in %s", async (language, whole) => {
    const text = await page("/api/samples?filter[colour]=green&filter[weight]=2.5", language);
    const chip = [...text.matchAll(/<a class="chip" href="([^"]*)"/g)].map(([, href]) =>
      legible(href),
    );
    expect(chip).toEqual(["/api/samples?filter[weight]=2.5", "/api/samples?filter[colour]=green"]);
    expect(hrefOf(text, whole)).toBe("/api/samples");
  });
});

describe("the writes at an address", () => {
  const linksOf = async (path: string, plugins: WaymarkConfig["plugins"] = {}) => {
    const other = await createTestServer({ config: { plugins } });
    try {
      const answer = await other.fetch(path, { headers: { Accept: "text/html" } });
      const [, nav = ""] =
        /<nav class="actions"[^>]*>(.*?)<\/nav>/s.exec(await answer.text()) ?? [];
      const json = await other.fetch(path);
      const places = [...nav.matchAll(/ href="[^"#]*(#[^"]*)"/g)].map(([, hash = ""]) =>
        fromHash(hash.replaceAll("&amp;", "&")),
      );
      const calls = places.flatMap((place) => (place?.kind === "call" ? [place.call] : []));
      return { nav, calls, etag: json.headers.get("etag") };
    } finally {
      await other.close();
    }
  };

  it("are requests filled in from it, on the condition that it is unchanged", async () => {
    const { calls, etag } = await linksOf("/api/brains/ledger", { brains: { writable: true } });
    expect(calls.map(({ method }) => method)).toEqual(["GET", "PUT", "PATCH", "DELETE"]);
    const patch = calls.find(({ method }) => method === "PATCH");
    expect(patch?.headers).toEqual([
      ["Content-Type", "application/merge-patch+json"],
      ["If-Match", etag],
    ]);
    expect(JSON.parse(patch?.body ?? "")).toMatchObject({ name: "Ledger" });
    expect(patch?.body).not.toContain("_links");
  });

  it("create where it is a list", async () => {
    const { calls } = await linksOf("/api/brains", { brains: { writable: true } });
    expect(calls.map(({ method }) => method)).toEqual(["GET", "POST"]);
    // The form of the operation has placeholders, which an example in the address would replace.
    expect(calls[1]?.body).toBeUndefined();
  });

  it.each([
    ["are not there while they are off", {}, ["GET"]],
    ["are not there without a playground", { developers: false, brains: { writable: true } }, []],
  ])("%s", async (_case, plugins, methods) => {
    const { calls } = await linksOf("/api/brains", plugins);
    expect(calls.map(({ method }) => method)).toEqual(methods);
  });

  it("say that they ask for a credential", async () => {
    const { nav } = await linksOf("/api/brains/ledger", WRITES_AND_IDENTITY);
    expect(nav.match(/<span class="tag info">credential<\/span>/g)).toHaveLength(3);
  });
});
