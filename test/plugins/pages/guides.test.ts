/** Guides of one page each: they are there while their feature is on, and their commands ask for what there is. */
import { afterAll, describe, expect, it } from "vitest";
import { createTestServer } from "waymark/testing";
import { json, startServer } from "../../_setup.ts";
import { WRITES_AND_IDENTITY } from "../../fixtures/writes-and-identity.ts";

const all = await createTestServer({ config: { plugins: WRITES_AND_IDENTITY } });
afterAll(() => all.close());

const NAMES = ["start", "lists", "writes", "webhooks", "caching", "errors", "limits"];

async function read(server: typeof all, path: string, language = "en"): Promise<string> {
  const response = await server.fetch(path, {
    headers: { accept: "text/markdown", "accept-language": language },
  });
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

describe.each(NAMES)("the guide %s", (name) => {
  it.each(["en", "es"])("is filled and linked to, in %s", async (language) => {
    const text = await read(all, `/docs/${name}`, language);
    expect(text).toMatch(/^# \S[^]*```sh/);
    expect(text).not.toMatch(/{{|undefined|\n{3}/);
    expect(await read(all, "/docs", language)).toContain(`/docs/${name}`);
    const others = [...text.matchAll(/^- \[.*\/docs\/(\w+)\):/gm)].map(([, other]) => other);
    expect(others).toEqual(NAMES.filter((other) => other !== name));
  });

  it("has commands that ask for what there is", async () => {
    const text = await read(all, `/docs/${name}`);
    const { baseUrl } = all.registry;
    const targets = [...text.matchAll(/curl [^\n]*/g)].map(
      ([line]) => /[^\s']*\/api[^\s')]*/.exec(line)?.[0].replace(baseUrl, "") ?? "",
    );
    expect(targets.length).toBeGreaterThan(0);
    // The guide to errors asks for one; guarded addresses answer 401 without a key.
    const fits = (target: string) => (target.endsWith("=none") ? [400] : [200, 401]);
    for (const target of targets) {
      const { status } = await all.fetch(target);
      expect([target, fits(target).includes(status)]).toEqual([target, true]);
    }
  });
});

it("a change has a value that the resource has, under the condition of its last read", async () => {
  const text = await read(all, "/docs/writes");
  const [, path = "", patch = ""] = /PATCH \S+(\/api\S+)[^]*?-d '([^']*)'/.exec(text) ?? [];
  expect(text).toContain('-H "If-Match: $etag"');
  expect(await json(await all.fetch(path))).toMatchObject(JSON.parse(patch) as object);
  expect(patch).not.toBe("{}");
});

it("are of what is on alone", async () => {
  const server = await startServer({ config: { plugins: { lists: false, "rate-limit": false } } });
  const docs = await read(server, "/docs");
  const found = [...docs.matchAll(/\/docs\/(\w+)/g)].map(([, name]) => name);
  expect(found).toEqual(["start", "caching", "errors"]);
  const off = await server.fetch("/docs/lists");
  expect([off.status, await off.text()]).toEqual([
    404,
    expect.stringContaining("The guides of this service are start, caching, errors."),
  ]);
});
