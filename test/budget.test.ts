import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/**
 * The rooms of the source: what each holds, and the most lines of TypeScript it may have, comments
 * included. To change a ceiling, edit its number: a commit that lowers lines lowers the ceiling with
 * them, and a commit that raises one says in its message what was deleted for it.
 */
const rooms: Record<string, { lines: number; holds: readonly string[] }> = {
  "kernel/host": {
    lines: 4680,
    holds: [
      "kernel/host/",
      "kernel/advanced.ts",
      "kernel/tools.ts",
      "kernel/index.ts",
      "kernel/server.ts",
      "kernel/services.ts",
    ],
  },
  "kernel/http": {
    lines: 6622,
    holds: ["kernel/http/"],
  },
  "kernel/cli": { lines: 800, holds: ["kernel/cli/"] },
  tools: { lines: 13642, holds: ["plugins/tools/"] },
  "registry/contract": { lines: 3696, holds: ["registry/contract/"] },
  "registry/schema": { lines: 1592, holds: ["registry/schema/"] },
  "registry/seal": { lines: 3706, holds: ["registry/seal/"] },
  "registry/derive": { lines: 775, holds: ["registry/derive/"] },
  schemas: { lines: 1336, holds: ["schemas/"] },
  "policies, lists, discovery and what is small": {
    lines: 13970,
    holds: [
      "plugins/policies/",
      "plugins/lists/",
      "plugins/discovery/",
      "plugins/domain/",
      "plugins/services/",
      "plugins/shared/",
      "plugins/system/",
      "plugins/preset.ts",
      "plugins/services.ts",
    ],
  },
  client: { lines: 2086, holds: ["plugins/client/"] },
  listen: { lines: 1146, holds: ["plugins/listen/"] },
  jobs: { lines: 422, holds: ["plugins/jobs/"] },
  store: { lines: 6543, holds: ["plugins/store/"] },
  identity: { lines: 4657, holds: ["plugins/identity/"] },
  writes: { lines: 6929, holds: ["plugins/writes/"] },
  monitoring: { lines: 5460, holds: ["plugins/monitoring/"] },
  files: { lines: 475, holds: ["plugins/files/"] },
  graphql: { lines: 2389, holds: ["plugins/graphql/"] },
  mcp: { lines: 2001, holds: ["plugins/mcp/"] },
  redis: { lines: 2056, holds: ["plugins/redis/"] },
  pages: { lines: 13969, holds: ["plugins/pages/"] },
};

/** The lines of each source file by its path from the root, with `/` on every system. */
const files = ["schemas", "registry", "kernel", "plugins"]
  .flatMap((layer) => globSync(`${layer}/**/*.ts`, { cwd: root }))
  .map((path) => ({
    path: path.replaceAll("\\", "/"),
    lines: readFileSync(join(root, path), "utf8").split("\n").length - 1,
  }));

const held = (holds: readonly string[], path: string): boolean =>
  holds.some((part) => (part.endsWith("/") ? path.startsWith(part) : path === part));

test("every source file counts in exactly one room", () => {
  const misplaced = files
    .map(({ path }) => path)
    .filter((path) => Object.values(rooms).filter(({ holds }) => held(holds, path)).length !== 1);
  expect(misplaced).toEqual([]);
});

test("no room has more lines than its ceiling", () => {
  const over = Object.entries(rooms).flatMap(([room, { lines: ceiling, holds }]) => {
    const lines = files
      .filter(({ path }) => held(holds, path))
      .reduce((sum, file) => sum + file.lines, 0);
    return lines > ceiling
      ? [
          `${room}: ${lines} lines, ceiling ${ceiling}: delete ${lines - ceiling}, or raise the ceiling and say what was deleted for it`,
        ]
      : [];
  });
  expect(over).toEqual([]);
});
