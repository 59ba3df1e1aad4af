/** Pages for visitors without a key: the things that keys open, how to get one, and a first call that works with it. */
import { expect, it } from "vitest";
import { json, startServer } from "../../_setup.ts";
import { bearer, createKey, startKeys } from "./_keys.ts";

const REQUIRE = { offices: "authenticated", brains: { scopes: ["brains:read"] } };
const OBTAIN = { en: "Write to keys@example.com.", es: "Escribe a keys@example.com." };

type Server = Awaited<ReturnType<typeof startKeys>>;

async function page(server: Server, path: string, language = "en"): Promise<string> {
  const headers = { accept: "text/html", "accept-language": language };
  return (await server.request(path, { headers })).text();
}

/** Returns the paths that a page says to send with a credential. */
const withCredential = (text: string): readonly string[] =>
  [...text.matchAll(/curl &#39;https?:\/\/[^/]+(\/[^&]*)&#39; \\\n {2}--header &quot;Auth/g)].map(
    ([, path = ""]) => path,
  );

const start = (access: object = {}) => startKeys({}, { require: REQUIRE, ...access });

it.each([
  ["en", "Needs a key", "Needs a key with", "offices with their milestones"],
  ["es", "Necesita una clave", "Necesita una clave con", "oficinas con sus hitos"],
])("/developers shows guarded resources with their scope, in %s", async (language, ...texts) => {
  const [any, scoped, noun] = texts;
  const text = await page(await start(), "/developers", language);
  const [, resources = ""] = text.split('id="resources"');
  const cards = resources.split("<li ");
  const card = (name: string) => cards.find((one) => one.includes(`<wbr>/${name}<wbr>`)) ?? "";
  expect(card("offices")).toContain(any);
  expect(card("brains")).toContain(`${scoped} <code>brains:read</code>`);
  expect(card("locales")).not.toContain(any);
  expect(text).toContain(noun);
  expect(resources.slice(0, resources.indexOf("</ul>"))).not.toContain("<wbr>/keys");
});

it.each(["/developers", "/developers/authentication"])(
  "%s begins with a read that any key may make",
  async (path) => {
    const server = await start();
    const [first = "none"] = withCredential(await page(server, path));
    expect(first).toMatch(/^\/api\//);
    expect((await server.request(first)).status).toBe(401);
    const { token } = await createKey(server);
    expect((await server.request(first, { headers: bearer(token) })).status).toBe(200);
  },
);

it("/developers shows an example where no list is open", async () => {
  const all = { ...REQUIRE, integrations: "authenticated", locales: "authenticated" };
  const server = await start({ require: { ...all, notes: "authenticated" } });
  const text = await page(server, "/developers");
  expect(text).toContain("An example of the answer");
  expect(withCredential(text)[0]).toBe("/api/offices");
});

it.each(["/developers", "/developers/authentication", "/api/brains"])(
  "%s says how to get a key, in each language",
  async (path) => {
    const server = await start({ obtain: OBTAIN });
    expect(await page(server, path)).toContain(OBTAIN.en);
    expect(await page(server, path, "es")).toContain(OBTAIN.es);
    const linked = await start({ obtain: "https://example.com/keys" });
    expect(await page(linked, path)).toContain('href="https://example.com/keys"');
    expect(await page(await start(), path)).not.toContain("How to get a key");
  },
);

it("programs read how to get a key", async () => {
  const read = async (server: Server) => json(await server.request("/api/auth-methods"));
  expect(await read(await start({ obtain: OBTAIN }))).toMatchObject({ obtain: OBTAIN });
  expect(await read(await start())).not.toHaveProperty("obtain");
  const index = await (await start({ obtain: OBTAIN })).request("/llms.txt");
  expect(await index.text()).toContain(`How to get one: ${OBTAIN.en}`);
});

it("without ways to authenticate, nothing of it is named", async () => {
  const server = await startServer();
  for (const path of ["/developers", "/api/auth-methods"])
    expect(await page(server, path)).not.toMatch(/get a key|Needs a key|WAYMARK_TOKEN/);
});
