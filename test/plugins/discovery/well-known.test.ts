/** Documents that clients find without knowing a path of ours: api-discovery, api-catalog, openapi. */
// @ts-expect-error -- the package has no types
import LinkHeader from "http-link-header";
import { expect, it } from "vitest";
import { Capabilities } from "waymark/services";
import { createTestServer } from "waymark/testing";
import { describeMatrix, json } from "../../_setup.ts";

const BASE = "https://api.example";
const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

interface Linkset {
  readonly linkset: readonly Record<string, string | readonly { href: string; type?: string }[]>[];
}

describeMatrix("the well-known places", { config: { baseUrl: BASE } }, (ask, server) => {
  it("api-discovery has an absolute URL for all that is on", async () => {
    const answer = await ask("/.well-known/api-discovery");
    const links = await json<Record<string, string>>(answer);
    expect(links).toMatchObject({
      api: `${BASE}/api`,
      openapi: `${BASE}/api/openapi`,
      changelog: `${BASE}/api/changelog`,
      status: `${BASE}/api/status`,
      capabilities: `${BASE}/api/capabilities`,
      apiCatalog: `${BASE}/.well-known/api-catalog`,
    });
    for (const url of Object.values(links)) {
      expect(url.startsWith(`${BASE}/`)).toBe(true);
      expect([url, (await ask(url.slice(BASE.length))).status]).toEqual([url, 200]);
    }
    const etag = answer.headers.get("etag") ?? "";
    const again = await ask("/.well-known/api-discovery", { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
  });

  it("api-catalog is a linkset whose links lead to what they say", async () => {
    const answer = await ask("/.well-known/api-catalog");
    expect(answer.headers.get("content-type")).toBe(CATALOG_TYPE);
    const { linkset } = await json<Linkset>(answer);
    expect(linkset.map(({ anchor }) => anchor)).toEqual([
      `${BASE}/.well-known/api-catalog`,
      `${BASE}/api`,
    ]);
    expect(linkset[0]?.["item"]).toEqual([{ href: `${BASE}/api`, type: "application/json" }]);
    expect(linkset[1]).toMatchObject({
      "service-desc": [{ href: `${BASE}/api/openapi`, type: "application/json" }],
      "service-meta": expect.arrayContaining([
        { href: `${BASE}/.well-known/api-discovery`, type: "application/json" },
      ]),
      status: expect.arrayContaining([{ href: `${BASE}/api/status`, type: "application/json" }]),
    });
    for (const { anchor: _anchor, ...relations } of linkset) {
      for (const target of Object.values(relations).flat()) {
        if (typeof target === "string") throw new Error(`a bare target: ${target}`);
        const found = await ask(target.href.slice(BASE.length));
        expect([target.href, found.status]).toEqual([target.href, 200]);
        expect(found.headers.get("content-type")).toContain(target.type);
      }
    }
  });

  it.each(["/.well-known/api-catalog", "/api"])(
    "%s names the catalog, on HEAD too",
    async (path) => {
      for (const method of ["GET", "HEAD"]) {
        const { refs }: { refs: readonly { rel: string; uri: string }[] } = LinkHeader.parse(
          (await ask(path, { method })).headers.get("link") ?? "",
        );
        expect(refs.filter(({ rel }) => rel === "api-catalog").map(({ uri }) => uri)).toEqual([
          "/.well-known/api-catalog",
        ]);
      }
    },
  );

  it.each([
    ["application/linkset+json", 200],
    [CATALOG_TYPE, 200],
    ["application/json", 200],
    ["application/linkset+json;q=0", 406],
  ])("api-catalog asked for as %s is %i", async (accept, status) => {
    const answer = await ask("/.well-known/api-catalog", { headers: { accept } });
    expect(answer.status).toBe(status);
  });

  it("openapi leads on with its query", async () => {
    const answer = await ask("/.well-known/openapi?a=1");
    expect([answer.status, answer.headers.get("location")]).toEqual([308, "/api/openapi?a=1"]);
  });

  it("takes no address from the request", async () => {
    const headers = { "x-forwarded-host": "evil.example", forwarded: "host=evil.example" };
    for (const path of ["/.well-known/api-discovery", "/.well-known/api-catalog"])
      expect(await (await ask(path, { headers })).text()).not.toContain("evil");
    expect(server().registry.of(Capabilities)).toMatchObject({ wellKnownApiDiscovery: true });
  });
});

it("forget what is off", async () => {
  const plugins = { openapi: false, status: false, changelog: false, root: false };
  const server = await createTestServer({ config: { baseUrl: BASE, plugins } });
  const links = await json(await server.fetch("/.well-known/api-discovery"));
  expect(Object.keys(links)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(api|openapi|status|changelog)$/)]),
  );
  expect(await json(await server.fetch("/.well-known/api-catalog"))).toEqual({ linkset: [] });
  expect((await server.fetch("/.well-known/openapi")).status).toBe(404);
  await server.close();
});
