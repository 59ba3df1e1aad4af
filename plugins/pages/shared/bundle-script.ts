/** Bundles a TypeScript module and its imports into one script. */
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

export interface Bundled {
  readonly code: string;
  /** Paths of all modules of the script. */
  readonly modules: readonly string[];
  /** Paths of the modules that have code in the script. */
  readonly used: readonly string[];
}

/** Returns a minified ES module, which imports nothing except by path from the server itself. */
export async function bundleForBrowsers(entry: URL): Promise<Bundled> {
  const build = await rolldown({
    input: fileURLToPath(entry),
    platform: "browser",
    // A specifier `/…` in the source is a path of the server; resolved modules are paths of this machine.
    external: (id, importer, resolved) => importer !== undefined && !resolved && id.startsWith("/"),
    moduleTypes: { ".css": "text" },
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    onLog(level, log) {
      if (level === "warn") throw new Error(`rolldown: ${log.message}`);
    },
  });
  try {
    const { output } = await build.generate({ format: "esm", minify: true, codeSplitting: false });
    const [{ code, modules }] = output;
    const used = Object.keys(modules).filter((path) => modules[path]?.renderedLength !== 0);
    return { code, modules: Object.keys(modules), used };
  } finally {
    await build.close();
  }
}
