/** Several nodes in the console: which of them serves which revision after a change. */
import { expect, it } from "vitest";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { unescapeHtml } from "waymark/tools";
import { folderOf } from "../../../_folder.ts";
import { start } from "../../../kernel/cli/_server.ts";
import { newPrefix, until, useRedis } from "../../redis/_nodes.ts";
import { browserAt, FILE } from "./_console.ts";

const redis = useRedis();

it("says after a change which node serves which revision", async () => {
  const text = `plugins:
  console: true
  listen: { admin: { port: 0 } }
  store: { file: ":memory:" }
  redis: { url: "${redis.url}", prefix: ${newPrefix()}, timeout: 2s }
`;
  const shared = folderOf({ [FILE]: text });
  const other = folderOf({ [FILE]: text });
  const [first] = [shared, shared, other].map((folder) => start(folder));
  const admin = String((await first?.line(/^listening on /))?.["admin"]);
  const browser = browserAt(admin);
  const overview = async () => (await browser.open("/console")).text;
  await until(async () => (await overview()).includes("All others serve the same revision."));

  const { text: preview } = await browser.open("/console/plugins/locales?on=false");
  const [, body = "{}"] = /data-body="([^"]+)"/.exec(preview) ?? [];
  const applied = await browser.act(
    "/console/plugins/locales",
    JSON.parse(unescapeHtml(body)) as object,
  );
  const { href } = (await applied.json()) as { href: string };
  const { text: page } = await browser.open(href);
  expect(page).toContain("and the server serves the change");
  expect(page).toContain("Other nodes serve a different");
  expect(page.match(/<code>[0-9a-f]{12}<\/code> <span class="tag warn">differs</g)).toHaveLength(1);
  expect(page.match(/<tr><td>/g)).toHaveLength(3);

  writeFileSync(join(other, FILE), `${text}  locales: false\n`);
  await until(async () => (await overview()).includes("All others serve the same revision."));
});
