/** A child process of `waymark dev`: serves one revision until its parent disconnects or is gone. */
import { existsSync } from "node:fs";
import module from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";

/** The one message to the parent. */
export interface Report {
  /** Undefined when the revision cannot be served. */
  readonly port?: number;
  readonly mistake?: string;
  /** Files that the revision was made from, mistakes included. */
  readonly sources: readonly string[];
}

const sources = new Set<string>();

module.enableCompileCache?.();
// Before anything else is imported, so that every module is seen. Packages do not change during development.
module.registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const { url } = resolved;
    if (url.startsWith("file:") && !url.includes("/node_modules/"))
      sources.add(fileURLToPath(url.replace(/[?#].*$/, "")));
    return resolved;
  },
});

const report = (outcome: Omit<Report, "sources">, sent = () => {}) =>
  process.send?.({ ...outcome, sources: [...sources] } satisfies Report, sent);

let close = async (): Promise<void> => {};
process.on("SIGINT", () => {}); // a terminal sends it to parent and child; the parent ends the child
process.on("disconnect", () => void close().finally(() => process.exit()));

try {
  const [{ config: configureZod }, { boot, createLog, startServer }] = await Promise.all([
    import("zod"),
    import("../../server.ts"),
  ]);
  configureZod({ jitless: true });
  const booted = await boot({
    cwd: process.cwd(),
    env: process.env,
    overrides: { host: "127.0.0.1", port: 0 },
    validateLater: true,
  });
  if (booted.file !== undefined) sources.add(booted.file);
  for (const name of stringsIn(booted.config.plugins))
    if (existsSync(resolve(name))) sources.add(resolve(name));
  const server = await startServer(booted, { log: await createLog() });
  close = () => server.close();
  booted.listeningAt(process.argv[2] ?? server.url);
  report({ port: Number(new URL(server.url).port) });
} catch (error) {
  const isFinding = error instanceof Error && error.name === "KernelError";
  report({ mistake: isFinding ? error.message : inspect(error) }, () => process.disconnect());
}

/** The texts among settings: some name files that a plugin reads. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
