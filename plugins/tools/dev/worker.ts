/** A child process of `waymark dev`: serves one revision until its parent disconnects or is gone. */
import { existsSync } from "node:fs";
import module, { registerHooks } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";

/** The one message of a child to its parent. */
export interface Report {
  /** Port of the revision; undefined if it cannot be served. */
  readonly port?: number;
  readonly mistake?: string;
  /** Files that the revision was made from, mistakes included. */
  readonly sources: readonly string[];
}

/** A free port, away from the addresses of the service, which belong to the parent. */
const LOOPBACK = { host: "127.0.0.1", port: 0 };

/** Reports to the parent once, and serves when it can. */
async function serveRevision(origin: string): Promise<void> {
  // Compiled modules are kept from one edit to the next: all imports of ours come after this.
  module.enableCompileCache?.();
  const sources = watchImports();
  const report = (outcome: Omit<Report, "sources">, sent = () => {}) =>
    process.send?.({ ...outcome, sources: [...sources] } satisfies Report, sent);
  let close = async (): Promise<void> => {};
  process.on("SIGINT", () => {}); // a terminal sends it to parent and child; the parent ends the child
  process.on("disconnect", () => void close().finally(() => process.exit()));
  try {
    const { boot, createLog, startServer } = await import("waymark/server");
    const { Listening } = await import("waymark/services");
    const { outliveOutput } = await import("waymark/tools");
    const booted = await boot({
      cwd: process.cwd(),
      env: process.env,
      overrides: LOOPBACK,
      validateLater: true,
      testOptions: ({ plugin }) => Object.values(plugin.provides ?? {}).includes(Listening),
    });
    if (booted.file !== undefined) sources.add(booted.file);
    for (const name of stringsIn(booted.config.plugins))
      if (existsSync(resolve(name))) sources.add(resolve(name));
    outliveOutput();
    const server = await startServer(booted, { log: await createLog() });
    close = () => server.close();
    booted.listeningAt(origin);
    report({ port: Number(new URL(server.url).port) });
  } catch (error) {
    const isFinding = error instanceof Error && error.name === "BootError";
    report({ mistake: isFinding ? error.message : inspect(error) }, () => process.disconnect());
  }
}

/** Returns the files of all modules from here on. Packages do not change during development. */
function watchImports(): Set<string> {
  const files = new Set<string>();
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const { url } = resolved;
      if (url.startsWith("file:") && !url.includes("/node_modules/"))
        files.add(fileURLToPath(url.replace(/[?#].*$/, "")));
      return resolved;
    },
  });
  return files;
}

/** Returns the texts among settings: some name files that a plugin reads. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

// The base of its absolute URLs.
await serveRevision(process.argv[2] ?? "");
