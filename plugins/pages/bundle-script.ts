/** Makes one script of a TypeScript module and everything that it imports. */
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

/** As an ES module, minified, with nothing left to import but by path from the service itself. */
export async function bundleForBrowsers(entry: URL): Promise<string> {
  const { code } = await bundleWithModules(entry);
  return code;
}

/** The script, and the paths of the modules that are in it. */
export async function bundleWithModules(
  entry: URL,
): Promise<{ readonly code: string; readonly modules: readonly string[] }> {
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
    const used = Object.entries(modules).filter(([, { renderedLength }]) => renderedLength > 0);
    return { code, modules: used.map(([path]) => path) };
  } finally {
    await build.close();
  }
}
