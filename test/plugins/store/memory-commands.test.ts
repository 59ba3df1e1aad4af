/** Commands that change data beside a running server refuse a store that no server would share with them. */
import { expect, it } from "vitest";
import { folderOf } from "../../_folder.ts";
import { waymark } from "../../kernel/cli/_run.ts";

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
])("waymark %s %s", async (...args) => {
  const cwd = folderOf({ "waymark.config.json": JSON.stringify(CONFIG) });
  const { status, stdout, stderr } = await waymark(cwd, args);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(
    /the store is in memory, so no server would see what this command changes\n {2}hint: .*DATABASE_URL/,
  );
});
