/** A page that is switched off is gone from wherever it was named: no link to it is left. */
import { describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "waymark/testing";
import { BROWSER_ACCEPT, pages } from "./_pages.ts";

/** Routes that list pages. */
const INDEXES = [
  "sitemap.showSitemap",
  "sitemap-xml.showSitemapXml",
  "llms-txt.showLlmsTxt",
  "root.showRoot",
  "api-discovery.showDiscovery",
];

const plugins = [...new Set(pages.map(({ plugin }) => plugin))];

describe.each(plugins)("without %s", (plugin) => {
  const off = pages.filter((page) => page.plugin === plugin).map(({ path }) => path);

  it(`nothing leads to ${off.join(" or ")}`, async () => {
    const server = await createTestServer({ config: { plugins: { [plugin]: false } } });
    try {
      const { registry } = server;
      const indexes = INDEXES.map((ref) => registry.href(ref)).filter((path) => path !== undefined);
      const others = pages.map(({ path }) => path).filter((path) => !off.includes(path));
      const found: string[] = [];
      for (const path of new Set([...indexes, ...others])) {
        const targets = await addressesIn(server, path);
        found.push(
          ...off.filter((gone) => targets.has(gone)).map((gone) => `${path} names ${gone}`),
        );
      }
      expect(found).toEqual([]);
      for (const path of off) expect((await read(server, path)).status).toBe(404);
    } finally {
      await server.close();
    }
  });
});

it("all of them are named while they are on", async () => {
  const server = await createTestServer();
  try {
    const [page, xml, llms] = INDEXES.map((ref) => server.registry.href(ref) ?? "");
    for (const index of [page, xml, llms]) {
      const targets = await addressesIn(server, index ?? "");
      const missing = pages.filter(({ path, isInstance }) => !isInstance && !targets.has(path));
      expect({ index, missing }).toEqual({ index, missing: [] });
    }
  } finally {
    await server.close();
  }
});

function read(server: TestServer, path: string): Promise<Response> {
  return server.fetch(path, { headers: { Accept: BROWSER_ACCEPT } });
}

/** The paths of this origin that a document of any type leads to: quoted, in parentheses, or between tags. */
async function addressesIn(server: TestServer, path: string): Promise<ReadonlySet<string>> {
  const text = await (await read(server, path)).text();
  const { baseUrl } = server.registry;
  const whole = text.replaceAll(baseUrl, "").replaceAll("<wbr>", "");
  const found = whole.matchAll(/["(>](\/[^\s"()<>#?]*)/g);
  return new Set([...found].map(([, address = ""]) => address));
}
