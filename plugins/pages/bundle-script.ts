/** Makes one script of a TypeScript module and everything that it imports. */
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

/** As an ES module, minified, with nothing left to import but by path from the service itself. */
export async function bundleForBrowsers(entry: URL): Promise<string> {
  const build = await rolldown({
    input: fileURLToPath(entry),
    platform: "browser",
    external: /^\//,
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    onLog(level, log) {
      if (level === "warn") throw new Error(`rolldown: ${log.message}`);
    },
  });
  try {
    const { output } = await build.generate({ format: "esm", minify: true, codeSplitting: false });
    return output[0].code;
  } finally {
    await build.close();
  }
}
