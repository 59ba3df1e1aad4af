/**
 * Routes for the styles and scripts of pages. Scripts are TypeScript in a folder `browser/`: the repository bundles them
 * when a server starts, the package ships them bundled.
 */
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { CacheDeclaration } from "waymark";

const CACHE: CacheDeclaration = { scope: "public", maxAge: "5m", staleWhileRevalidate: "1d" };
const JAVASCRIPT = "text/javascript";

/** Returns a route that serves a style sheet; its document is the text of the sheet. */
export function styleRoute<Path extends `/${string}`>(path: Path, summary: string) {
  return assetRoute(path, summary, "text/css");
}

/** Returns a script's route; its document is the URL of the source, `new URL("./browser/….ts", import.meta.url).href`. */
export function scriptRoute<Path extends `/${string}`>(path: Path, summary: string) {
  return assetRoute(path, summary, JAVASCRIPT);
}

/** Returns the document of a style sheet's route, from one file or several. Comments and indentation stay behind. */
export function styleText(...files: readonly URL[]): () => string {
  return () =>
    files
      .map((file) => readFileSync(file, "utf8"))
      .join("\n")
      .replace(/\/\*[^]*?\*\//g, "")
      .replace(/\s*\n\s*/g, "\n")
      .replace(/([{};,])\n/g, "$1");
}

function assetRoute<Path extends `/${string}`>(path: Path, summary: string, mediaType: string) {
  return {
    method: "GET",
    path,
    summary,
    text: { mediaType },
    document: true,
    asset: true,
    cache: CACHE,
  } as const;
}

/** Entry in `renderers` for the route of a script. */
export const asScript = {
  [JAVASCRIPT]: (entry: unknown): Promise<string> =>
    bundled.get(String(entry)) ?? readFile(builtFrom(new URL(String(entry))), "utf8"),
};

/** Scripts that were not built, by entry, shared by all servers of the process. */
const bundled = new Map<string, Promise<string>>();
/** Last script in the queue. Scripts are bundled in turn: the bundler takes up to a gigabyte of memory. */
let lastBundled: Promise<unknown> = Promise.resolve();

/**
 * Bundles scripts that are not built, for the `setup` of a plugin with scripts, without keeping the start waiting. A
 * request may wait for the end of the bundling; no request begins it.
 */
export function prepareScripts(...entries: readonly URL[]): void {
  for (const entry of entries) {
    if (bundled.has(entry.href) || existsSync(builtFrom(entry))) continue;
    const script = lastBundled.then(async () => {
      const { cachedScript } = await import("./script-cache.ts");
      return cachedScript(entry);
    });
    bundled.set(entry.href, script);
    // The request for the script reports it.
    lastBundled = script.catch(() => undefined);
  }
}

function builtFrom(entry: URL): URL {
  return new URL(entry.href.replace(/\.ts$/, ".js"));
}
