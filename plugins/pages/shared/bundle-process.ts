/**
 * Bundles the script at the URL in its argument and writes it to standard output as JSON. It is a process of its own,
 * because rolldown takes up to a gigabyte of memory, most of it until the process ends.
 */
import { fileURLToPath } from "node:url";
import { bundleForBrowsers } from "./bundle-script.ts";

try {
  const { code, modules } = await bundleForBrowsers(new URL(process.argv[2] ?? ""));
  // Another version of the bundler may make another script.
  const bundler = fileURLToPath(import.meta.resolve("rolldown"));
  process.stdout.write(JSON.stringify({ code, modules: [...modules, bundler] }));
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
