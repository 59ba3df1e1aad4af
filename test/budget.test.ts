import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/**
 * The rooms of the source: what each holds, and the most lines of TypeScript it may have, comments
 * included. Ceilings are whole fifties, so that a small change need not touch them. A commit that lowers
 * lines lowers the ceiling with them, and a commit that raises one says in its message what was deleted for it.
 */
const rooms: Record<string, { lines: number; holds: readonly string[] }> = {
  "kernel/host": {
    lines: 4600,
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
    lines: 6750,
    holds: ["kernel/http/"],
  },
  "kernel/cli": { lines: 800, holds: ["kernel/cli/"] },
  tools: { lines: 10700, holds: ["plugins/tools/"] },
  "registry/contract": { lines: 3750, holds: ["registry/contract/"] },
  "registry/schema": { lines: 1550, holds: ["registry/schema/"] },
  "registry/seal": { lines: 3650, holds: ["registry/seal/"] },
  "registry/derive": { lines: 800, holds: ["registry/derive/"] },
  schemas: { lines: 1400, holds: ["schemas/"] },
  "policies, lists, discovery and what is small": {
    lines: 15050,
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
  client: { lines: 2100, holds: ["plugins/client/"] },
  listen: { lines: 1250, holds: ["plugins/listen/"] },
  jobs: { lines: 450, holds: ["plugins/jobs/"] },
  store: { lines: 6600, holds: ["plugins/store/"] },
  identity: { lines: 4850, holds: ["plugins/identity/"] },
  writes: { lines: 7000, holds: ["plugins/writes/"] },
  monitoring: { lines: 5450, holds: ["plugins/monitoring/"] },
  files: { lines: 500, holds: ["plugins/files/"] },
  graphql: { lines: 2400, holds: ["plugins/graphql/"] },
  mcp: { lines: 2050, holds: ["plugins/mcp/"] },
  redis: { lines: 2100, holds: ["plugins/redis/"] },
  pages: { lines: 10750, holds: ["plugins/pages/"] },
  "pages in browsers": {
    lines: 3800,
    holds: [
      "plugins/pages/account/browser/",
      "plugins/pages/console/browser/",
      "plugins/pages/developers/browser/",
      "plugins/pages/search/browser/",
      "plugins/pages/shared/browser/",
      "plugins/pages/site/browser/",
      "plugins/pages/status/browser/",
      "plugins/pages/views/browser/",
    ],
  },
  journey: { lines: 700, holds: ["plugins/pages/journey/"] },
  console: { lines: 2650, holds: ["plugins/pages/console/"] },
  comparison: { lines: 2200, holds: ["plugins/shared/diff/", "plugins/shared/setting/"] },
};

/** The lines of each source file by its path from the root, with `/` on every system. */
const files = ["schemas", "registry", "kernel", "plugins"]
  .flatMap((layer) => globSync(`${layer}/**/*.ts`, { cwd: root }))
  .map((path) => ({
    path: path.replaceAll("\\", "/"),
    lines: readFileSync(join(root, path), "utf8").split("\n").length - 1,
  }));

/** Returns the most specific room that holds a file. */
function roomOf(path: string): string | undefined {
  const holders = Object.entries(rooms).flatMap(([room, { holds }]) =>
    holds
      .filter((part) => (part.endsWith("/") ? path.startsWith(part) : path === part))
      .map((part) => ({ room, part })),
  );
  return holders.toSorted((one, other) => other.part.length - one.part.length)[0]?.room;
}

const byRoom = Map.groupBy(files, ({ path }) => roomOf(path));

test("every source file counts in a room", () => {
  expect(byRoom.get(undefined) ?? []).toEqual([]);
});

test("no room has more lines than its ceiling", () => {
  const over = Object.entries(rooms).flatMap(([room, { lines: ceiling }]) => {
    const lines = (byRoom.get(room) ?? []).reduce((sum, file) => sum + file.lines, 0);
    return lines > ceiling
      ? [
          `${room}: ${lines} lines, ceiling ${ceiling}: delete ${lines - ceiling}, or raise the ceiling and say what was deleted for it`,
        ]
      : [];
  });
  expect(over).toEqual([]);
});
