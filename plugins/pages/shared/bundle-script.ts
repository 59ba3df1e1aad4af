/** Makes one script of a TypeScript module and everything that it imports. */
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

export interface Bundled {
  readonly code: string;
  /** Paths of all modules that it was made of. */
  readonly modules: readonly string[];
  /** Those of them of which something is left in it. */
  readonly used: readonly string[];
}

/** As an ES module, minified, with nothing left to import but by path from the service itself. */
export async function bundleForBrowsers(entry: URL): Promise<Bundled> {
  const build = await rolldown({
    input: fileURLToPath(entry),
    platform: "browser",
    // What the source itself writes as `/…` is a path of the service; resolved modules are paths of this machine.
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
