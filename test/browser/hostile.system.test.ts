/** Texts of operators, plugins and visitors that try to be markup: every page shows them as they are written. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { definePlugin, html } from "waymark";
import preset from "../../plugins/preset.ts";
import { draw, seed } from "../_draw.ts";
import { ask, useSite } from "./_browser.ts";
import { pages } from "./_pages.ts";

const HOSTILE = `<script>alert(1)</script><img src="//evil.example/x" onerror='alert(2)'>"' & \`\${3}\``;
const LINKS = `[one](javascript:alert(4)) [two](JaVaScRiPt&colon;alert(5)) <javascript:alert(6)> ![three](https://evil.example/y)`;

const folder = mkdtempSync(join(tmpdir(), "waymark-hostile-"));
const file = join(folder, "text.md");
writeFileSync(file, `# ${HOSTILE}\n\n## ${HOSTILE}\n\n${HOSTILE}\n\n${LINKS}\n`);
afterAll(() => rmSync(folder, { recursive: true }));

const page = { title: HOSTILE, description: HOSTILE, menu: "main" } as const;

const hostile = definePlugin({
  id: "hostile",
  summary: HOSTILE,
  routes: {
    showHtml: {
      method: "GET",
      path: "/hostile-html",
      summary: HOSTILE,
      page,
      document: true,
      cache: { scope: "public", maxAge: "1m" },
    },
    showMarkdown: {
      method: "GET",
      path: "/hostile-markdown",
      summary: HOSTILE,
      page,
      cache: "no-store",
    },
  },
  documents: {
    showHtml: () => html`<h2 title="${HOSTILE}">${HOSTILE}</h2><p>${[HOSTILE, HOSTILE]}</p>`,
  },
  handlers: () => ({
    showMarkdown: () => ({ title: HOSTILE, markdown: `## ${HOSTILE}\n\n${LINKS}\n` }),
  }),
});

const site = useSite({
  plugins: [...preset, hostile],
  config: {
    service: HOSTILE,
    description: HOSTILE,
    plugins: {
      support: { file },
      terms: { file: { en: file } },
      legal: { url: "https://example.com/?a=%22&b='" },
    },
  },
});

const shown = [
  ...pages.filter(({ plugin }) => plugin !== "legal"),
  { path: "/hostile-html", plugin: hostile.id },
  { path: "/hostile-markdown", plugin: hostile.id },
];
it.each(draw(shown, 8))(`$path shows them as text, with SEED=${seed}`, async ({ path }) => {
  const opened = await site.open(path);
  expect(await ask(opened, "foreignMarkup")).toEqual([]);
  expect(await opened.locator("body").innerText()).toContain(HOSTILE);
});

it("an address that leads nowhere is shown as text", async () => {
  const path = `/${encodeURIComponent(HOSTILE)}?q=${encodeURIComponent(HOSTILE)}`;
  const opened = await site.open(path, { status: 404 });
  expect(await ask(opened, "foreignMarkup")).toEqual([]);
});
