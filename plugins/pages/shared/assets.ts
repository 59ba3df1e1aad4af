/**
 * Routes for the styles and scripts of pages. Scripts are TypeScript in a folder `browser/`: the repository bundles them
 * at the first request, the package ships them bundled.
 */
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { CacheDeclaration } from "waymark";

const CACHE: CacheDeclaration = { scope: "public", maxAge: "5m", staleWhileRevalidate: "1d" };
const JAVASCRIPT = "text/javascript";

/** A route that serves a style sheet; its document is the text of the sheet. */
export function styleRoute<Path extends `/${string}`>(path: Path, summary: string) {
  return assetRoute(path, summary, "text/css");
}

/** A route that serves a script; its document is the URL of the source, `new URL("./browser/….ts", import.meta.url).href`. */
export function scriptRoute<Path extends `/${string}`>(path: Path, summary: string) {
  return assetRoute(path, summary, JAVASCRIPT);
}

/** The document of a route that serves a file, or several as one. */
export function fileText(...files: readonly URL[]): () => string {
  return () => files.map((file) => readFileSync(file, "utf8")).join("\n");
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

/** The entry in `renderers` for the route of a script. */
export const asScript = {
  [JAVASCRIPT]: (entry: unknown): Promise<string> => browserScript(new URL(String(entry))),
};

/** Scripts by their entry, shared by all servers of the process. */
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
