/**
 * Bundles the JavaScript: our own code, and the packages that every start needs. A start then reads 14 files instead of
 * several hundred.
 */
import { existsSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, relative } from "node:path";
import { rolldown, type OutputChunk, type Plugin, type PreRenderedChunk } from "rolldown";
import { minifySync } from "rolldown/utils";
import type { Manifest } from "./manifest.ts";

/**
 * Packages that are inlined, with what they import: those that every start needs, and those of which a user would
 * install far more than runs, such as types, tests and other builds. All others stay dependencies, loaded when first
 * used. zod is both: inlining it saves 40 ms of a start, and our declarations name its types, for which a plugin's own
 * copy stands; schemas of either copy nest in each other's.
 */
const INLINED = new Set([
  "@fastify/busboy",
  "@modelcontextprotocol/core",
  "@modelcontextprotocol/server",
  "ajv",
  "ajv-formats",
  "citty",
  "content-disposition",
  "exsolve",
  "h3",
  "kysely",
  "lru-cache",
  "markdown-it",
  "minisearch",
  "negotiator",
  "srvx",
  "yaml",
  "zod",
]);

/** The modules of every start, each with what it imports: one file instead of a hundred, which saves a tenth of a start. */
const START: ReadonlySet<string> = new Set([
  "kernel/cli/start.ts",
  "kernel/server.ts",
  "plugins/preset.ts",
  "plugins/store/engine.ts",
  "plugins/store/prepare.ts",
  "plugins/store/sqlite/index.ts",
  "plugins/store/store.ts",
]);

/** markdown-it and what it imports. */
const MARKDOWN =
  /node_modules[\\/](?:markdown-it|entities|linkify-it|mdurl|punycode\.js|uc\.micro)[\\/]/;

export interface Bundle {
  /** Packages that the output imports, each with the module that first asked for it. */
  readonly imported: ReadonlyMap<string, string>;
  /** Folders of the packages that the output contains. */
  readonly inlined: readonly string[];
}

/** Writes the modules of `entries` (paths from the root, such as `kernel/index.ts`) under the same names. */
export async function bundle(
  { name }: Manifest,
  root: string,
  dist: string,
  entries: readonly string[],
): Promise<Bundle> {
  const moved = [...START].filter((path) => !existsSync(join(root, path)));
  if (moved.length > 0) throw new Error(`START names what is not there: ${moved.join(", ")}`);
  const importers = new Map<string, string>();
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((path) => [withoutEnding(path), path])),
    platform: "node",
    plugins: [packages(name, importers), nodeHttp(), minifyPackages()],
    // Data files: `new URL("./brains.json", import.meta.url)`.
    experimental: { resolveNewUrlToAsset: true },
    onLog(level, log) {
      // The preset names a plugin both ways: it is a part of the start, and offered by its name.
      if (log.code === "INEFFECTIVE_DYNAMIC_IMPORT") return;
      if (level === "warn") throw new Error(`rolldown: ${log.message}`);
    },
  });
  const { output } = await build.write({
    dir: dist,
    comments: false, // a fifth of what a start reads; the declarations have them
    codeSplitting: {
      groups: [
        { name: "zod", test: /node_modules[\\/]zod/, priority: 2 },
        { name: "citty", test: /node_modules[\\/]citty/, priority: 2 },
        { name: "h3", test: /node_modules[\\/](?:h3|rou3|srvx)[\\/]/, priority: 2 },
        { name: "markdown-it", test: MARKDOWN, priority: 2 },
        { name: "schemas", test: /[\\/]schemas[\\/]\w+\.ts$/, priority: 1 },
        { name: "start", test: (id) => START.has(relative(root, id)) },
      ],
    },
    entryFileNames: "[name].js",
    chunkFileNames: (chunk) => chunkName(root, chunk),
    assetFileNames: ({ originalFileNames: [path] }) => path ?? "[name][extname]",
  });
  const chunks = output.filter((part) => part.type === "chunk");
  const modules = modulesOf(chunks);
  const names = new Set(chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports]));
  return {
    imported: new Map(
      [...importers]
        .filter(([id]) => names.has(id))
        .map(([id, importer]) => [packageName(id), importer]),
    ),
    inlined: [...new Set(modules.flatMap((id) => packageFolder(id) ?? []))].toSorted(),
  };
}

/** Ids of the modules in the output. A module that is there twice would have two states and two identities. */
function modulesOf(chunks: readonly OutputChunk[]): readonly string[] {
  const ids = chunks.flatMap(({ modules }) =>
    Object.entries(modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : [])),
  );
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new Error(`the bundle has two copies of ${twice}`);
  return ids;
}

/** Decides what becomes of an imported package, and notes in `importers` who asked for what is not inlined. */
function packages(own: string, importers: Map<string, string>): Plugin {
  return {
    name: "packages",
    resolveId(id, importer) {
      if (importer === undefined || isBuiltin(id) || !/^[@a-z]/.test(id)) return null;
      const name = packageName(id);
      const ours = packageFolder(importer) === undefined;
      if (!ours || name === own || INLINED.has(name)) return null;
      importers.set(id, importer);
      return { id, external: true };
    },
  };
}

/**
 * Takes `node:http` from the process instead of importing it: an import reads every export, `WebSocket` among them, for
 * which Node loads its fetch. That takes 35 ms of a start, which needs none.
 */
function nodeHttp(): Plugin {
  const names = ["Agent", "createServer", "request", "STATUS_CODES"];
  return {
    name: "node-http",
    resolveId(id, importer) {
      const ours = importer !== undefined && packageFolder(importer) === undefined;
      return id === "node:http" && ours ? "\0node:http" : null;
    },
    load(id) {
      if (id !== "\0node:http") return null;
      return `export const { ${names.join(", ")} } = process.getBuiltinModule("node:http");`;
    },
  };
}

/** Minifies chunks that only hold packages: their sources are a download away, ours are what a stack trace leads to. */
function minifyPackages(): Plugin {
  return {
    name: "minify-packages",
    generateBundle(_options, output) {
      for (const part of Object.values(output)) {
        if (part.type !== "chunk" || part.moduleIds.some((id) => packageFolder(id) === undefined))
          continue;
        part.code = minifySync(part.fileName, part.code).code;
      }
    },
  };
}

/** Modules loaded on demand keep their path, shared modules are named, and packages keep their names. */
function chunkName(root: string, { facadeModuleId, moduleIds }: PreRenderedChunk): string {
  const folder = packageFolder(facadeModuleId ?? moduleIds.at(-1) ?? "");
  if (folder !== undefined) return `chunks/${packageNameAt(folder)}.js`;
  return facadeModuleId === null
    ? "chunks/[name].js"
    : `${withoutEnding(relative(root, facadeModuleId))}.js`;
}

function withoutEnding(path: string): string {
  return join(path.replace(/\.ts$/, ""));
}

/** `/…/node_modules/zod` for a module of zod; undefined for our own. */
export function packageFolder(id: string): string | undefined {
  return /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(id)?.[0];
}

function packageNameAt(folder: string): string {
  return folder.split("\\").join("/").split("/node_modules/").at(-1) ?? folder;
}

/** `consola` for `consola/utils`. */
export function packageName(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
}
