/**
 * The law of one address: from `/api`, along `_links` and `Link`, every GET route of the API is reached, with everything
 * on and without any plugins, of which each run draws others. Links are followed as they are sent. A redirect is another
 * name of a route that is reached.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requiredScopes } from "waymark/advanced";
import preset from "waymark/preset";
import { createTestServer, type TestServer } from "waymark/testing";
import { dependentsOf } from "../../plugins/tools/shared/closure/index.ts";
import { readLinks } from "../../plugins/tools/shared/read.ts";
import { draw, seed } from "../_draw.ts";
import { startNotes } from "../plugins/identity/_setup.ts";

const ids = preset.map(({ id }) => id);
/** Plugins that a run leaves out, one at a time. The closure law holds that no link to them is left. */
const DRAWN = 25;
/** Plugins without which nothing has links, or nothing begins. */
const REQUIRED = new Set(["root", "links"]);

/** Serves the preset without some plugins, and without those that cannot do without them. */
async function serveWithout(names: readonly string[]): Promise<TestServer> {
  const off = [...dependentsOf(preset, names)].map((id) => [id, false] as const);
  // Nothing else lists the ids of offices, so that `waymark check` refuses integrations without them.
  if (names.includes("offices")) off.push(["integrations", false]);
  const plugins = { "rate-limit": { limit: 1_000_000 }, ...Object.fromEntries(off) };
  return createTestServer({ config: { plugins } });
}

/** The paths of all links that are found from `/api`. */
async function crawl(
  server: TestServer,
  headers: Readonly<Record<string, string>> = {},
): Promise<ReadonlySet<string>> {
  const found = new Set(["/api"]);
  for (const path of found) {
    if (isStream(server, path)) continue;
    const answer = await server.fetch(path, { headers });
    const { header, body } = readLinks({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    });
    for (const { href } of [...header, ...body])
      if (href.startsWith("/")) found.add(href.split(/[?#]/)[0] ?? href);
  }
  return found;
}

function isStream({ registry }: TestServer, path: string): boolean {
  return registry.routes.some((route) => route.kind === "stream" && route.path === path);
}

async function unreachedWithout(names: readonly string[]): Promise<string[]> {
  const server = await serveWithout(names);
  try {
    return unreached(server, await crawl(server));
  } finally {
    await server.close();
  }
}

function unreached({ registry }: TestServer, found: ReadonlySet<string>): string[] {
  return registry.routes
    .filter(({ method, site, kind }) => method === "GET" && !site && kind !== "redirect")
    .filter(({ path }) => ![...found].some((one) => fits(path, one)))
    .map(({ ref, path }) => `${ref} at ${path}`);
}

function fits(template: string, path: string): boolean {
  return new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`).test(path);
}

describe("one address is enough (B1)", () => {
  it("with everything on", async () => {
    expect(await unreachedWithout([])).toEqual([]);
  });

  it("with identity on, for a caller with every scope", async () => {
    const issuer = { issuer: "https://id.example", audience: "https://api.example" };
    const plugins = {
      "rate-limit": { limit: 1_000_000 },
      "api-keys": true,
      oidc: { issuers: [issuer] },
    };
    const server = await startNotes({ config: { plugins } });
    const { routes, identifiers } = server.registry;
    const scopes = [...new Set(routes.flatMap((route) => requiredScopes(route) ?? []))];
    const makers = identifiers.flatMap(
      ({ policy, issue }) => (policy === "api-keys" && issue) || [],
    );
    const credential = await makers[0]?.({ name: "all", scopes, state: "good" });
    const headers = typeof credential === "object" ? credential : {}; // a key is the same for every request
    expect(unreached(server, await crawl(server, headers))).toEqual([]);
  });

  const some = draw(
    ids.filter((id) => !REQUIRED.has(id)),
    DRAWN,
  );
  it.each(some)(`without %s, with SEED=${seed}`, async (id) => {
    expect(await unreachedWithout([id])).toEqual([]);
  });

  it("without any subset of plugins", async () => {
    const subsets = fc.subarray(ids.filter((id) => !REQUIRED.has(id)));
    await fc.assert(
      fc.asyncProperty(subsets, async (off) => {
        expect(await unreachedWithout(off)).toEqual([]);
      }),
      { numRuns: 10, seed },
    );
  });
});
