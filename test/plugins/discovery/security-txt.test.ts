import { describe, expect, it } from "vitest";
import { definePlugin } from "waymark";
import { Clock } from "waymark/services";
import { createTestServer } from "waymark/testing";
import securityTxt from "../../../plugins/discovery/security-txt.ts";
import { describeMatrix } from "../../_setup.ts";

/** Fields by lower-case name (RFC 9116, section 2.2). Throws on a line that is neither field, comment nor empty. */
function parseSecurityTxt(text: string): ReadonlyMap<string, readonly string[]> {
  expect(text.endsWith("\n"), "the last line ends").toBe(true);
  const fields = new Map<string, string[]>();
  for (const line of text.split(/\r?\n/)) {
    if (line === "" || line.startsWith("#")) continue;
    const match = /^([!-9;-~]+): (\S(?:.*\S)?)$/.exec(line);
    if (match === null) throw new Error(`no field: ${JSON.stringify(line)}`);
    const [, name = "", value = ""] = match;
    fields.set(name.toLowerCase(), [...(fields.get(name.toLowerCase()) ?? []), value]);
  }
  return fields;
}

/** Expects the fields that sections 2.5.3 to 2.5.8 require. */
function expectValid(fields: ReturnType<typeof parseSecurityTxt>, now: number): void {
  expect(fields.get("contact")?.length).toBeGreaterThan(0);
  for (const uri of fields.get("contact") ?? []) expect(uri).toMatch(/^(https:\/\/|mailto:|tel:)/);
  const [expires, ...more] = fields.get("expires") ?? [];
  expect(more).toEqual([]);
  expect(expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  const left = Date.parse(expires ?? "") - now;
  expect(left).toBeGreaterThan(30 * 86_400_000);
  expect(left).toBeLessThanOrEqual(366 * 86_400_000);
  expect(fields.get("preferred-languages")).toHaveLength(1);
  for (const name of ["canonical", "policy"])
    for (const url of fields.get(name) ?? []) expect(url).toMatch(/^https:\/\//);
}

const PATH = "/.well-known/security.txt";

describeMatrix("security.txt", { config: { baseUrl: "https://api.example" } }, (ask) => {
  it("is complete and plain text", async () => {
    const answer = await ask(PATH);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      200,
      "text/plain; charset=utf-8",
    ]);
    const fields = parseSecurityTxt(await answer.text());
    expectValid(fields, Date.now());
    expect(Object.fromEntries(fields)).toMatchObject({
      contact: ["https://api.example/support"],
      canonical: [`https://api.example${PATH}`],
      "preferred-languages": ["en"],
    });
  });

  it("is not sent again within a day", async () => {
    const etag = (await ask(PATH)).headers.get("etag") ?? "";
    expect((await ask(PATH, { headers: { "if-none-match": etag } })).status).toBe(304);
  });

  it("is found at its older place", async () => {
    expect((await ask("/security.txt")).headers.get("location")).toBe(PATH);
  });
});

/** The file as it is at some time. */
async function fileAt(now: number, options: object = {}, baseUrl = "https://api.example") {
  const clock = definePlugin({
    id: "clock",
    summary: "A clock that stands still.",
    provides: { clock: Clock },
    setup: () => ({ clock: { now: () => now } }),
  });
  const server = await createTestServer({
    plugins: [clock, securityTxt],
    config: { baseUrl, plugins: { "security-txt": { ...options } } },
  });
  const text = await (await server.fetch(PATH)).text();
  await server.close();
  return { text, fields: parseSecurityTxt(text) };
}

it("stays the same for a day and never runs out", async () => {
  const day = Date.parse("2026-12-31");
  const [first, last, next] = await Promise.all(
    [day, day + 86_399_999, day + 86_400_000].map(async (now) => {
      const file = await fileAt(now);
      expectValid(file.fields, now);
      return file;
    }),
  );
  expect(first?.text).toBe(last?.text);
  expect(first?.fields.get("expires")).toEqual(["2027-06-29T00:00:00.000Z"]);
  expect(next?.fields.get("expires")).toEqual(["2027-06-30T00:00:00.000Z"]);
});

it("names the support page, which exists, before a mailbox, which may not (B8)", async () => {
  for (const [support, contact] of [
    [true, "https://api.example/support"],
    [{ url: "https://help.example/contact" }, "https://help.example/contact"],
    [{ url: "http://help.example/contact" }, "mailto:security@api.example"],
    [false, "mailto:security@api.example"],
  ] as const) {
    const config = { baseUrl: "https://api.example", plugins: { support } };
    const server = await createTestServer({ config });
    const fields = parseSecurityTxt(await (await server.fetch(PATH)).text());
    await server.close();
    expect(fields.get("contact")).toEqual([contact]);
  }
});

it("says what the operator says", async () => {
  const { fields } = await fileAt(0, {
    contact: ["https://us.example/report", "tel:+1-201-555-0123"],
    preferredLanguages: ["pt-BR", "en"],
  });
  expect(Object.fromEntries(fields)).toMatchObject({
    contact: ["https://us.example/report", "tel:+1-201-555-0123"],
    "preferred-languages": ["pt-BR, en"],
  });
});

it.each([
  ["http://localhost:3000", "mailto:security@localhost"],
  ["http://[::1]:3000", "mailto:security@%5B%3A%3A1%5D"],
])("names no address without TLS: %s", async (baseUrl, contact) => {
  const { fields } = await fileAt(0, {}, baseUrl);
  expect([...fields.keys()]).toEqual(["contact", "expires", "preferred-languages"]);
  expect(fields.get("contact")).toEqual([contact]);
});

describe("refused options", () => {
  it.each([
    { contact: ["us@us.example"] },
    { contact: ["http://us.example"] },
    { contact: ["https://us.example\nExpires: 2099-01-01T00:00:00Z"] },
    { contact: [] },
    { preferredLanguages: ["en, pt"] },
  ])("%j", async (options) => {
    await expect(fileAt(0, options)).rejects.toThrow(/OPTION_INVALID/);
  });
});
