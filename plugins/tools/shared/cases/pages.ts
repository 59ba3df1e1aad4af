/** Cases of the pages for people as a whole: each is in the sitemap, and no link of them is dead. */
import { unescape } from "node:querystring";
import type { SealedRoute } from "waymark";
import type { Case, CheckContext, Violation } from "../policy-tests.ts";
import { unescapeHtml } from "waymark/tools";
import { pageEntriesOf, pagesOf } from "waymark/services";
import { routesAt } from "../context.ts";
import { readPage } from "../read.ts";
import { OK, sameNames, statusIs, testCase } from "../violation.ts";
import { each } from "./route-case.ts";
import { leadsSomewhere, localPath } from "./links.ts";

/** Pages that are read in one check, and the time in which they are, in milliseconds. */
const MAX_PAGES = 1000;
const MAX_MS = 120_000;

/**
 * @param isRead whether the links of a route's pages are followed.
 * @param warn is called if not all pages were read.
 */
export function pageCases(
  context: CheckContext,
  isRead: (route: SealedRoute) => boolean,
  warn: (text: string) => void,
): readonly Case[] {
  const { registry } = context;
  const expected = [...pagesOf(registry, undefined), ...pageEntriesOf(registry, undefined)]
    .filter(({ here }) => here)
    .map(({ href }) => href);
  const read = expected.filter((path) => routesAt(path, registry).some(isRead));
  if (read.length === 0) return [];
  return [
    testCase("pages: sitemap", () => sitemaps(context, expected)),
    testCase("pages: links", () => crawl(context, read, warn)),
  ];
}

/** Each sitemap (sitemaps.org) names all pages that are open to everybody, and no others. */
async function sitemaps(context: CheckContext, expected: readonly string[]) {
  return each(
    context.operations.filter(({ route }) => route.kind === "text"),
    async (operation) => {
      const body = (await operation.base()).body.toString();
      if (!body.includes("<urlset")) return OK;
      const named = [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = ""]) => url);
      const paths = named.map((url) => localPath(unescapeHtml(url), context) ?? url);
      return sameNames(`every page in ${operation.path}`, paths, expected);
    },
  );
}

/** Reads pages, follows the links of each within the service, and finds the parts of pages that they lead to. */
async function crawl(
  context: CheckContext,
  paths: readonly string[],
  warn: (text: string) => void,
): Promise<readonly Violation[]> {
  const began = performance.now();
  const violations: Violation[] = [];
  const ids = new Map<string, ReadonlySet<string>>();
  /** The first page on which a link is, by its target with the part of the page. */
  const sources = new Map<string, string>();
  for (const path of paths.slice(0, MAX_PAGES)) {
    if (performance.now() - began > MAX_MS) break;
    const answer = await context.read(path);
    violations.push(...statusIs(answer, 200));
    const page = readPage(answer);
    ids.set(path, page.ids);
    for (const href of page.links) {
      const base = `${context.target.origin}${path}`;
      if (!URL.canParse(href, base)) continue;
      const { origin, pathname, hash } = new URL(href, base);
      const target = localPath(`${origin}${pathname}`, context);
      const key = `${target}${hash}`;
      if (target !== undefined && !sources.has(key)) sources.set(key, path);
    }
  }
  if (ids.size < paths.length)
    warn(`${ids.size} of ${paths.length} pages were read, and no links of the others`);
  for (const [key, path] of sources) {
    const [target = "", part = ""] = key.split("#", 2);
    const source = `link of the page ${path}`;
    const known = ids.get(target);
    if (known === undefined) violations.push(...(await leadsSomewhere(target, source, context)));
    else if (part !== "" && !known.has(part) && !known.has(unescape(part)))
      violations.push({
        expected: `a part of ${target} at ${key}, the ${source}`,
        received: "none",
      });
  }
  return violations;
}
