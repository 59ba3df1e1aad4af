/** The API reference, and the editor for GraphQL, which is of another maker, under our policy. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { draw, drawFor, seed } from "../_draw.ts";
import { barriers, expectUsable } from "./_axe.ts";
import { ask, useSite } from "./_browser.ts";

const REFERENCE = "/developers/reference";

const site = useSite();

describe("the API reference", () => {
  it("leads from the index to an operation, and shows its code in another language without scripts", async () => {
    const page = await site.open(REFERENCE, { javaScript: false });
    await page.locator(".operations a[href$='/offices.listOffices']").click();
    await page.getByRole("heading", { level: 1, name: /^List offices/ }).waitFor();
    const python = page.getByText("from urllib.request");
    expect(await python.isVisible()).toBe(false);
    await page.getByText("Python", { exact: true }).click();
    expect(await python.isVisible()).toBe(true);
  });

  // The page of an operation is one of the kinds that pages.system.test.ts looks at in each way.
  it.each(draw(["schemas/Office", "errors", "limits", "changelog"], 1))(
    `can be read by everybody: %s, with SEED=${seed}`,
    async (path) => {
      const dark = drawFor(`scheme of ${path}`, [false, true]);
      const page = await site.open(`/developers/${path}`, { width: 320, dark });
      await expectUsable(page, { dark });
    },
  );
});

describe("the page of an operation", () => {
  it("T7: sends its request with Ctrl + Enter from anywhere, and leads to Send at its top", async () => {
    const page = await site.open("/developers/operations/offices.listOffices");
    const form = page.locator("#play form");
    await form.waitFor({ state: "attached" });
    expect(await form.isVisible()).toBe(false);
    await page.locator(".target").getByRole("link", { name: "Try it" }).click();
    expect(new URL(page.url()).hash).toBe("#playground");
    await form.getByRole("button", { name: "Send" }).waitFor();
    await page.getByText("Code", { exact: true }).click();
    expect(await form.isVisible()).toBe(false);
    await page.keyboard.press("Control+Enter");
    await page.locator("#play .answer h3", { hasText: "GET /api/offices" }).waitFor();
  });

  it("T7: is printed without the playground", async () => {
    const page = await site.open("/developers/operations/offices.listOffices");
    await page.locator("#play form").waitFor({ state: "attached" });
    await page.emulateMedia({ media: "print" });
    const tab = page.locator("#playground label").filter({ hasText: "Try it" });
    expect(await tab.isVisible()).toBe(false);
    expect(await page.locator("#play").isVisible()).toBe(false);
    expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
  });
});

describe("the GraphQL editor", () => {
  it("completes the fields of our schema and marks what is none, at any speed (C9)", async () => {
    const { page, box } = await openEditor("{\n  \n}");
    await box.focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.type("brai");
    await page.getByRole("option", { name: /^brains/ }).waitFor();
    await acceptsKeys(page);
    await page.keyboard.press("Enter");
    expect(await valueOf(page)).toContain("brains");

    await page.keyboard.type(" nonsense ");
    await page.keyboard.press("Escape");
    await expect
      .poll(() => page.locator(".cm-lintRange-error").allInnerTexts())
      .toContain("nonsense");
    expect(await barriers(page)).toEqual([]);
  });

  it("lets the keyboard in, and out again", async () => {
    const { page, box } = await openEditor("{ a }");
    await page.getByRole("button", { name: "before" }).focus();
    await page.keyboard.press("Tab");
    expect(await box.evaluate((element) => element.matches(":focus"))).toBe(true);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Prettify");
    expect(await valueOf(page)).toBe("{ a }");
  });

  it("reports changes, and takes over another text", async () => {
    const { page, box } = await openEditor("{ a }");
    await box.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("#");
    expect(await page.evaluate(() => calls)).toEqual(["{ a }#"]);
    await page.evaluate(() => editor.set("{ b }"));
    expect(await valueOf(page)).toBe("{ b }");
  });

  it("has the colours of the page, light and dark", async () => {
    const { page, box } = await openEditor("query Q { a }");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await ask(page, "settled");
      const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const shown = box.locator("xpath=ancestor::*[contains(@class, 'cm-editor')]");
      await expect
        .poll(() => shown.evaluate((one) => getComputedStyle(one).backgroundColor))
        .toBe(paper);
      expect(await barriers(page)).toEqual([]);
    }
  });
});

/** Globals through which the page under test exposes its editor. */
declare global {
  var editor: { value(): string; set(value: string): void };
  var calls: string[];
}

/** Waits until the open list of completions takes keys: not while it is filled, nor in its first 75 ms (`interactionDelay`). */
async function acceptsKeys(page: Page): Promise<void> {
  const list = ".cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)";
  await page.locator(list).waitFor();
  const seen = await page.evaluate(() => Date.now());
  await page.waitForFunction((since) => Date.now() - since > 75, seen);
}

/** An editor after a button, on a page that has none. */
async function openEditor(value: string): Promise<{ page: Page; box: Locator }> {
  const page = await site.open("/sitemap");
  await page.evaluate(async (text) => {
    const script = "/developers/graphql-editor.js";
    const { mountGraphql } = await import(script);
    const host = document.createElement("div");
    const before = document.createElement("button");
    before.textContent = "before";
    document.querySelector("main")?.replaceChildren(before, host);
    globalThis.calls = [];
    globalThis.editor = await mountGraphql(host, {
      path: "/api/graphql",
      read: () => text,
      fresh: "",
      messages: { query: "Query", "editor.prettify": "Prettify", "editor.download": "Schema" },
      onChange: (changed: string) => calls.push(changed),
    });
  }, value);
  return { page, box: page.getByRole("textbox", { name: "Query" }) };
}

const valueOf = (page: Page): Promise<string> => page.evaluate(() => editor.value());
