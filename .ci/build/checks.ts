/** Properties that the emitted package must have after bundling. Each check throws. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Published } from "./manifest.ts";

/** Bins begin with a shebang; the check also makes them executable. */
export async function checkBins(dist: string, { bin }: Published): Promise<void> {
  for (const path of Object.values(bin)) {
    const file = join(dist, path);
    const text = await readFile(file, "utf8");
    if (!text.startsWith("#!/usr/bin/env node\n")) {
      throw new Error(`${path} has no shebang; it is a bin of package.json`);
    }
    await chmod(file, 0o755);
  }
}

/** Every export has its declarations, and loads by its public name. */
export function checkExports(dist: string, { name: own, exports }: Published): void {
  const names = [];
  for (const [name, entry] of Object.entries(exports)) {
    if (typeof entry === "string") continue;
    names.push(name.replace(".", own));
    for (const path of [entry.types, entry.default]) {
      if (!existsSync(join(dist, path))) {
        throw new Error(`package.json exports "${name}", but the build made no ${path}`);
      }
    }
  }
  run(dist, names.map((name) => `await import(${JSON.stringify(name)});`).join("\n"));
}

/** Third-party plugins share one copy of each module with the preset and the kernel, with its data beside it. */
export function checkIdentity(dist: string, { name }: Published): void {
  run(
    dist,
    `
    import { equal } from "node:assert/strict";
    import { definePlugin } from "${name}";
    import { Clock, Store } from "${name}/services";
    import preset from "${name}/preset";
    import { createTestServer } from "${name}/testing";
    const provided = (id) => preset.find((plugin) => plugin.id === id).provides;
    equal(provided("store").store, Store);
    equal(provided("clock").clock, Clock);
    const own = definePlugin({
      id: "own",
      summary: "A plugin of someone else's.",
      needs: { store: Store },
      health: ({ store }) => ({ own: () => void store.table("brains") }),
    });
    const server = await createTestServer({ plugins: [...preset, own] });
    try {
      equal((await server.request("/api/brains")).status, 200);
    } finally {
      await server.close();
    }
    `,
  );
}

function run(cwd: string, script: string): void {
  execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    cwd,
    stdio: "inherit",
  });
}
