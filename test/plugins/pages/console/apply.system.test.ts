/** Changes that are applied in the console of a running server, and taken back. */
import { expect, it } from "vitest";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unescapeHtml } from "waymark/tools";
import { folderOf } from "../../../_folder.ts";
import { waymark } from "../../../kernel/cli/_run.ts";
import { start } from "../../../kernel/cli/_server.ts";
import { browserAt, FILE } from "./_console.ts";

const TEXT = `# How atlas is set up.
plugins:
  console: true
  listen: { admin: { port: 0 } } # for us alone
  access: true
  audit: true

  rate-limit:
    # Enough for all.
    limit: 1000
`;

it("a switch and an option take effect and are undone, byte for byte, with a record of each", async () => {
  const folder = folderOf({ [FILE]: TEXT });
  const read = () => readFileSync(join(folder, FILE), "utf8");
  const server = start(folder);
  const listening = await server.line(/^listening on /);
  const [url, admin] = [await server.url(), String(listening["admin"])];
  const browser = browserAt(admin);
  const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status;
  const apply = async (path: string) => {
    const { text } = await browser.open(path);
    const [, body = "{}"] = /data-body="([^"]+)"/.exec(text) ?? [];
    return browser.act(path.replace(/\?.*/, ""), JSON.parse(unescapeHtml(body)) as object);
  };

  for (let count = 0; count < 3; count++) expect(await statusOf("/api/locales")).toBe(200);
  const { text: preview } = await browser.open("/console/plugins/locales?on=false");
  expect(preview).toMatch(
    /<code>GET \/api\/locales<\/code>[^<]*<[^>]*>[^<]*<\/span> <strong class="small">3 requests/,
  );
  expect(await (await apply("/console/plugins/locales?on=false")).json()).toMatchObject({
    text: expect.stringContaining("the server serves the change"),
    href: "/console/plugins/locales?done=applied",
  });
  const { text: done } = await browser.open("/console/plugins/locales?done=applied");
  expect(done).toContain('role="status">waymark.config.yaml is written, and the server serves');
  const { revision } = (await (await fetch(`${admin}/revision`)).json()) as { revision: string };
  expect(done).toContain(`serves revision ${revision} since`);
  expect(await statusOf("/api/locales")).toBe(404);
  expect(read()).toBe(TEXT.replace("  console", "  locales: false\n  console"));
  expect((await browser.open("/console/plugins")).text).toContain('data-act="/console/plugins"');
  expect((await browser.act("/console/plugins")).status).toBe(200);
  expect(await statusOf("/api/locales")).toBe(200);
  expect(read()).toBe(TEXT);

  expect((await apply("/console/plugins/rate-limit?option.limit=300")).status).toBe(200);
  expect(read()).toBe(TEXT.replace("1000", "300"));
  const limited = await fetch(`${url}/api/offices`);
  expect(limited.headers.get("ratelimit-policy")).toContain("q=300");
  // Later edits stay.
  writeFileSync(join(folder, FILE), `${read()}# edited\n`);
  const refused = await browser.act("/console/plugins");
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining("undo would lose that"),
  ]);

  server.kill("SIGINT");
  await server.ended;
  const { stdout } = await waymark(folder, "audit list --json");
  expect(stdout).toMatch(/console:operator[^]*console\.(?:changePlugin|undoChange)/);
});
