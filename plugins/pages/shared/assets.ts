/**
 * Styles and scripts of pages, one file each. Scripts are TypeScript in a folder `browser/`; in the repository they are
 * bundled when first asked for, in the package they were when it was built.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { CacheDeclaration } from "waymark";

const CACHE: CacheDeclaration = { scope: "public", maxAge: "5m", staleWhileRevalidate: "1d" };
const JAVASCRIPT = "text/javascript";

/** A route that serves a sheet of styles; its document is the text of the sheet. */
export function styleRoute<Path extends `/${string}`>(path: Path, summary: string) {
  return assetRoute(path, summary, "text/css");
}

/** A route that serves a script; its document is the script's source, `new URL("./browser/….ts", import.meta.url)`. */
export function scriptRoute<Path extends `/${string}`>(path: Path, summary: string) {
  return assetRoute(path, summary, JAVASCRIPT);
}

function assetRoute<Path extends `/${string}`>(path: Path, summary: string, mediaType: string) {
  return {
    method: "GET",
    path,
    summary,
    text: { mediaType },
    document: true,
    site: true,
    cache: CACHE,
  } as const;
}

/** What serves the route of a script, as its entry in `renderers`. */
export const asScript = {
  [JAVASCRIPT]: (entry: unknown): Promise<string> => browserScript(new URL(String(entry))),
};

/** Bundled ones by their entry: servers of one process need not bundle the same again. */
const bundled = new Map<string, Promise<string>>();

async function browserScript(entry: URL): Promise<string> {
  const built = new URL(entry.href.replace(/\.ts$/, ".js"));
  if (existsSync(built)) return readFile(built, "utf8");
  const { cachedScript } = await import("./script-cache.ts");
  const script = bundled.get(entry.href) ?? cachedScript(entry);
  bundled.set(entry.href, script);
  script.catch(() => bundled.delete(entry.href));
  return script;
}
