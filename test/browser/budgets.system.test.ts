/** The weight of a first visit, and whether the page keeps still: of all pages at one path, the heaviest, and one drawn. */
import type { Page } from "playwright-core";
import { pageEntriesOf } from "waymark/services";
import { describe, expect, it } from "vitest";
import { draw, drawFor, seed } from "../_draw.ts";
import { WRITES_AND_IDENTITY } from "../fixtures/writes-and-identity.ts";
import { ANNOUNCED as LANGUAGES } from "../../plugins/shared/languages.ts";
import { ask, useSite, type Site } from "./_browser.ts";
import { allPages, BROWSER_ACCEPT } from "./_pages.ts";

/** Bytes over the network, headers included: document, styles, scripts, data and icon. */
const FIRST_VISIT = 60_000;
/** Good is below 0.1 (web.dev, cumulative layout shift). */
const SHIFT = 0.01;
const PHONE = 375;
/** Patterns of paths that are visited in a run; all of them take a minute. */
const PATTERNS = 8;

describe("with the default config", () => {
  const site = useSite();

  it.each(draw(allPages, PATTERNS))(
    `$pattern is light at its heaviest, and keeps still, with SEED=${seed}`,
    async ({ pattern, paths, languages }) => {
      await visitHeaviest(site, paths, languages);
      if (paths.length === 1) return;
      const path = drawFor(`page of ${pattern}`, paths);
      await visit(site, path, drawFor(`language of ${path}`, languages), PHONE);
    },
  );
});

describe("with every write and identity", () => {
  const site = useSite({ config: { plugins: WRITES_AND_IDENTITY } });

  // These pages grow with the operations, and with the fields of each.
  it("the heaviest operation is light", async () => {
    const entries = pageEntriesOf(site.server.registry, undefined);
    const own = entries.filter(({ route }) => route.ref === "reference.showOperation");
    const paths = own.map(({ href }) => href);
    await visitHeaviest(site, paths, LANGUAGES);
  });

  it("the page with every operation is light", () =>
    visitHeaviest(site, ["/developers"], LANGUAGES));
});

async function visitHeaviest(
  site: Site,
  paths: readonly string[],
  languages: readonly string[],
): Promise<void> {
  const documents = paths.flatMap((path) => languages.map((language) => ({ path, language })));
  const weighed: { path: string; language: string; bytes: number }[] = [];
  for (const one of documents)
    weighed.push({ ...one, bytes: await weightOf(site, one.path, one.language) });
  const [heaviest] = weighed.toSorted((one, other) => other.bytes - one.bytes);
  if (heaviest === undefined) throw new Error("the path stands for no page");
  await visit(site, heaviest.path, heaviest.language);
}

async function visit(site: Site, path: string, language: string, width?: number): Promise<void> {
  const { page, shifted: once } = await settle(site, path, language, width);
  // A busy machine may paint a table that is still arriving. A page that moves by itself does so each time.
  const shifted = once < SHIFT ? once : (await settle(site, path, language, width)).shifted;
  const files = await weigh(site, page, language);
  const total = Object.values(files).reduce((sum, bytes) => sum + bytes, 0);
  const at = { path, language, files, total, shifted };
  expect({ ...at, fits: total <= FIRST_VISIT, still: shifted < SHIFT }).toEqual({
    ...at,
    fits: true,
    still: true,
  });
}

/** Opens a page for the first time, and waits until nothing moves. */
async function settle(site: Site, path: string, language: string, width?: number) {
  const page = await site.open(path, {
    language,
    isFirst: true,
    ...(width !== undefined && { width }),
  });
  // Not a function as a string: a page that forbids eval refuses to ask it a second time.
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
  await ask(page, "settled");
  return { page, shifted: await ask(page, "shifted") };
}

/** Bytes by path. */
async function weigh(site: Site, page: Page, language: string): Promise<Record<string, number>> {
  // A stream of events does not end; a browser without a window does not show the icon that it asks for.
  const requests = (await page.requests()).filter((one) => one.resourceType() !== "eventsource");
  const files = requests.map(async (one): Promise<[string, number]> => {
    const { responseBodySize, responseHeadersSize } = await one.sizes();
    return [new URL(one.url()).pathname, responseBodySize + responseHeadersSize];
  });
  const icon = (await page.locator('link[rel="icon"]').getAttribute("href")) ?? "";
  return {
    ...Object.fromEntries(await Promise.all(files)),
    // Some browsers have asked for it: it counts once.
    [new URL(icon, page.url()).pathname]: await weightOf(site, icon, language),
  };
}

/** Bytes of one answer as a browser asks for it. */
async function weightOf(site: Site, path: string, language: string): Promise<number> {
  const { headers, body } = await site.server.request(path, {
    headers: {
      Accept: BROWSER_ACCEPT,
      "Accept-Language": language,
      "Accept-Encoding": "gzip",
    },
  });
  const length = Number(headers.get("content-length"));
  await body?.cancel();
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`);
  return length + lines.join("").length;
}
