/**
 * Routes for the styles and scripts of pages. Scripts are TypeScript in a folder `browser/`: the repository bundles them
 * when a server starts, the package ships them bundled.
 */
import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { CacheDeclaration, Registry } from "waymark";
import { oncePerRegistry } from "../../shared/once-per-registry.ts";

const CACHE: CacheDeclaration = {
  scope: "public",
  maxAge: "5m",
  staleWhileRevalidate: "1d",
  versioned: true,
};
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

/** Returns the text of a script; undefined for one that is not built: each process bundles that while it serves. */
function builtScript(entry: string): string | undefined {
  const built = builtFrom(new URL(entry));
  return existsSync(built) ? readFileSync(built, "utf8") : undefined;
}

function builtFrom(entry: URL): URL {
  return new URL(entry.href.replace(/\.ts$/, ".js"));
}

/** Addresses of assets, by ref. */
const addressesOf = oncePerRegistry((): Map<string, string | undefined> => new Map());

/**
 * Returns the address of a style sheet, a script or an icon with the version of its content, where caches keep it for
 * ever; without it for a script that is not built, and undefined for an asset that is off.
 */
export function assetHref(ref: string, registry: Registry): string | undefined {
  const addresses = addressesOf(registry);
  if (!addresses.has(ref)) addresses.set(ref, versionedHref(ref, registry));
  return addresses.get(ref);
}

function versionedHref(ref: string, registry: Registry): string | undefined {
  const route = registry.route(ref);
  const cache = route?.declaration.cache;
  if (route === undefined || typeof cache !== "object" || !cache.versioned) return route?.path;
  const document = registry.document(route);
  const content = route.mediaTypes[0] === JAVASCRIPT ? builtScript(String(document)) : document;
  if (typeof content !== "string") return route.path;
  // As the server makes the version of a body.
  return `${route.path}?v=${hash("sha256", content, "base64url").slice(0, 22)}`;
}
