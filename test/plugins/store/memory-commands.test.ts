/** Commands that change data beside a running server refuse a store that no server would share with them. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderOf } from "../../kernel/cli/_server.ts";

const BIN = join(import.meta.dirname, "../../../kernel/cli/bin.ts");
const CONFIG = {
  plugins: {
    store: { file: ":memory:" },
    "api-keys": true,
    access: true,
    webhooks: { enabled: true },
  },
};

it.each([
  ["status", "note", "add", "--text", "We move."],
  ["keys", "create", "--name", "Nightly export"],
  ["webhooks", "create", "--url", "https://example.com/hook"],
])("waymark %s %s", (...args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], {
    cwd: folderOf({ "waymark.config.json": JSON.stringify(CONFIG) }),
    env: { PATH: process.env["PATH"] },
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(
    /the store is in memory, so no server would see what this command changes\n {2}hint: .*DATABASE_URL/,
  );
});
