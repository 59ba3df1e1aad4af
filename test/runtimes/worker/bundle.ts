/** Bundles the worker into one module, as workerd has no packages. */
import { rolldown, type Plugin } from "rolldown";
import { join } from "node:path";

/** Packages that are loaded for terminals, databases and files alone. */
const UNUSED = /^(?:typescript|prettier|rolldown|pg|consola|redis|@redis\/)/;

const withoutUnused: Plugin = {
  name: "without-unused",
  resolveId: (id) => (UNUSED.test(id) ? "\0unused" : undefined),
  load: (id) => (id === "\0unused" ? "export default undefined;" : undefined),
};

/** A worker has no path of its own, which modules ask for. */
const AT = "file:///worker.js";
const withPath: Plugin = {
  name: "with-path",
  renderChunk: (code) =>
    code.replaceAll("createRequire(import.meta.url)", `createRequire(${JSON.stringify(AT)})`),
};

/** Writes `worker.js` into the folder. */
export async function bundleWorker(folder: string): Promise<void> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, "worker.ts"),
    platform: "node",
    shimMissingExports: true,
    logLevel: "silent",
    resolve: { conditionNames: ["workerd", "worker", "import", "default"] },
    transform: {
      define: { "import.meta.url": JSON.stringify(AT), "import.meta.dirname": '"/"' },
    },
    plugins: [withoutUnused, withPath],
  });
  await bundle.write({ dir: folder, entryFileNames: "worker.js", codeSplitting: false });
  await bundle.close();
}
