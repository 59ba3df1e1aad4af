/** The console's pages of plugins: what they show is what the command line says, and nothing happens without the page. */
import { afterAll, expect, it } from "vitest";
import { createTestServer } from "waymark/testing";
import { unescapeHtml } from "waymark/tools";
import { previewSetting } from "../../../../plugins/shared/setting/preview.ts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startServer } from "../../../_setup.ts";
import { FILE, serveConsole } from "./_console.ts";

/** Console with defaults, for tests that change nothing. */
const served = await serveConsole([], afterAll);

it("lists all plugins by what they are for, in the languages of pages", async () => {
  const { browser, server } = await serveConsole(["brains: false"]);
  const { text } = await browser.open("/console/plugins");
  for (const { plugin } of server.registry.installed)
    expect(text).toContain(`href="/console/plugins/${plugin.id}"`);
  expect(text).toMatch(/<strong>brains<\/strong>[^]*?>off</);
  expect(text).toContain("/console/plugins/oidc");
  expect((await browser.open("/console/plugins", "es")).text).toContain("Políticas");
});

it("shows options with their type, range, default and origin, and no secret", async () => {
  const { browser } = await serveConsole([
    "rate-limit: { limit: 77 }",
    'webhooks: { enabled: true, encryptionKeys: ["MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="] }',
  ]);
  const { text } = await browser.open("/console/plugins/rate-limit");
  expect(text).toMatch(/name="option\.limit" type="number" step="1" min="1" value="77"/);
  expect(text).toContain(`Set by ${FILE}`);
  const { text: webhooks } = await browser.open("/console/plugins/webhooks");
  expect(webhooks).toContain("option.enabled");
  expect(webhooks).not.toContain("MDEyMzQ1");
});

it.each([
  ["a switch", "brains", "?on=false", { on: false }],
  ["a plugin that is available", "otel", "?on=true", { on: true }],
  ["an option", "rate-limit", "?option.limit=30", { options: { limit: 30 } }],
])(
  "previews %s as `waymark diff` rates it, and writes nothing",
  async (_what, id, query, wanted) => {
    const { browser, read, folder } = served;
    const before = read();
    const { text } = await browser.open(`/console/plugins/${id}${query}`);
    const { changes } = await previewSetting(join(folder, FILE), id, wanted);
    const shown = unescapeHtml(text);
    for (const { message, where } of changes) {
      expect(shown).toContain(message);
      expect(shown).toContain(`<code>${where}</code>`);
    }
    expect(read()).toBe(before);
  },
);

it.each([
  ["store", "?on=false", "brains needs the service store"],
  ["rate-limit", "?option.limit=0", "OPTION_INVALID"],
  ["rate-limit", "?option.window=%3Cb%3E", "&lt;b&gt;"],
])("says why a config would not work: %s%s", async (id, query, message) => {
  const { browser } = served;
  const { text } = await browser.open(`/console/plugins/${id}${query}`);
  expect(text).toContain("The config would not work");
  expect(text).toContain(message);
  expect(text).not.toContain('data-act="/console/plugins');
});

it("changes nothing without the token of a page", async () => {
  const { browser, read } = served;
  await browser.open("/console/plugins");
  const before = read();
  const other = await browser.act(
    "/console/plugins/brains",
    { on: false, text: "x" },
    "x".repeat(43),
  );
  expect(other.status).toBe(400);
  expect((await browser.act("/console/plugins", {}, "")).status).toBe(400);
  expect(read()).toBe(before);
});

it("applies only what was previewed", async () => {
  const { browser, read } = served;
  await browser.open("/console/plugins/brains?on=false");
  const before = read();
  const refused = await browser.act("/console/plugins/brains", { on: false, text: "of before" });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("was changed meanwhile");
  expect(read()).toBe(before);
});

it("draws a map of the resources and their relations", async () => {
  const { browser } = served;
  const { text } = await browser.open("/console/map");
  expect(text).toMatch(/<svg[^]*class="edge"[^]*offices\/{officeId}/);
  expect(text).toMatch(/<code>\/api\/offices<\/code>[^]*<code>\/api\/offices\/{officeId}<\/code>/);
});

it("switches nothing where there is no config file", async () => {
  const server = await startServer({
    config: { plugins: { console: true, listen: { admin: { port: 0 } } } },
  });
  const page = await fetch(`${server.adminOrigin}/console/plugins/brains?on=false`);
  expect(await page.text()).toContain("has no config file");
});

it("is refused without a listener for operators", async () => {
  await expect(createTestServer({ config: { plugins: { console: true } } })).rejects.toThrow(
    /CONSOLE_UNREACHABLE[^]*listen: { admin/,
  );
});

it("is nowhere for clients", async () => {
  const { server } = served;
  for (const path of ["/api", "/api/openapi", "/api/auth-methods", "/sitemap", "/llms.txt"])
    expect(await (await fetch(`${server.url}${path}`)).text()).not.toMatch(/\/console\b/);
  expect((await fetch(`${server.url}/console`)).status).toBe(404);
});

it("still lists the plugins while the file on disk does not seal", async () => {
  const { browser, folder } = await serveConsole();
  writeFileSync(join(folder, FILE), "plugins: { nothing-of-that-name: true }\n");
  const { status, text } = await browser.open("/console/plugins/brains?on=false");
  expect(status).toBe(200);
  expect(text).toContain("nothing-of-that-name");
});
