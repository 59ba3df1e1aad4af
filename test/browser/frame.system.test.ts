/** The frame around every page: search by keys, theme, language, menu. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { draw, seed } from "../_draw.ts";
import { barriers } from "./_axe.ts";
import { ask, useSite } from "./_browser.ts";

const site = useSite();
const DIALOG = "dialog.finder[open]";

async function openSearch(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.locator(DIALOG).waitFor();
}

describe("the search", () => {
  it.each(draw(["Control+k", "/"], 1))(
    "opens by %s, finds, and leads there with the keyboard alone",
    async (key) => {
      const page = await site.open("/faq");
      await openSearch(page, key);
      await page.keyboard.type("status");
      const first = page.locator('[role="option"]').first();
      await first.waitFor();
      expect(await first.getAttribute("aria-selected")).toBe("true");
      const active = () => page.locator('[role="combobox"]').getAttribute("aria-activedescendant");
      const before = await active();
      await page.keyboard.press("ArrowDown");
      expect(await active()).not.toBe(before);
      await page.keyboard.press("ArrowUp");
      expect(await active()).toBe(before);
      expect(await barriers(page)).toEqual([]);
      await page.keyboard.press("Enter");
      await page.waitForURL("**/status");
    },
  );

  it("closes by Esc, returns the focus, and says its keys", async () => {
    const page = await site.open("/faq");
    await page.locator("[data-search]").focus();
    await page.keyboard.press("Enter");
    await page.locator(DIALOG).waitFor();
    await page.keyboard.type("status");
    await page.keyboard.press("Escape");
    expect(await page.locator(DIALOG).count()).toBe(0);
    expect(await page.evaluate("document.activeElement.matches('[data-search]')")).toBe(true);
    await page.keyboard.press("?");
    await page.locator(`${DIALOG} kbd`).first().waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  it("has the words that are typed while it is on its way", async () => {
    const page = await site.open("/faq");
    const typed = Promise.withResolvers<void>();
    await page.route("**/search.css", async (route) => {
      await typed.promise;
      await route.continue();
    });
    await page.keyboard.press("/");
    await page.keyboard.type("sta");
    typed.resolve();
    await page.locator(DIALOG).waitFor();
    await page.keyboard.type("tus");
    await page.locator('[role="option"]').first().waitFor();
    expect(await page.locator(`${DIALOG} input`).inputValue()).toBe("status");
  });

  it("lets people type its keys where they write", async () => {
    const page = await site.open("/search");
    await page.locator("#find").fill("");
    await page.locator("#find").pressSequentially("/api?");
    expect(await page.locator("#find").inputValue()).toBe("/api?");
    expect(await page.locator(DIALOG).count()).toBe(0);
  });

  it("is a page without scripts", async () => {
    const page = await site.open("/faq", { javaScript: false });
    await page.locator("[data-search]").click();
    await page.locator("#find").fill("status");
    await page.locator("main button").click();
    expect(await page.locator(".results a").first().getAttribute("href")).toBe("/status?lang=en");
  });
});

describe("the theme", () => {
  const paper = (page: Page) =>
    page.evaluate<string>("getComputedStyle(document.body).backgroundColor");

  it("is remembered, on every page, and follows the system until then", async () => {
    const page = await site.open("/faq", { dark: true });
    const dark = await paper(page);
    await page.locator("[data-theme-switch]").selectOption("light");
    const light = await paper(page);
    expect(light).not.toBe(dark);
    await page.goto("/support");
    expect([await paper(page), await page.locator("[data-theme-switch]").inputValue()]).toEqual([
      light,
      "light",
    ]);
    await page.locator("[data-theme-switch]").selectOption("");
    expect(await paper(page)).toBe(dark);
  });

  it("has no switch without scripts", async () => {
    const page = await site.open("/faq", { javaScript: false });
    expect(await page.locator(".theme").isVisible()).toBe(false);
  });
});

it("keeps the language that was chosen, without scripts", async () => {
  const page = await site.open("/faq", { javaScript: false });
  await page.locator(".languages a").click();
  expect(new URL(page.url()).search).toBe("?lang=es");
  await page.locator('.bar a[href^="/status"]').click();
  expect(await page.locator("html").getAttribute("lang")).toBe("es");
  await page.locator(".languages a").click();
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
});

it("has a menu on a narrow screen, which nothing makes wider", async () => {
  const page = await site.open("/faq", { width: 320 });
  const link = page.locator('.site-menu a[href^="/status"]');
  expect(await link.isVisible()).toBe(false);
  await page.locator(".site-menu > summary").click();
  expect(await link.isVisible()).toBe(true);
  expect(await ask(page, "tooWide")).toEqual([]);
  expect(await barriers(page)).toEqual([]);
});

it("is readable in forced colours", async () => {
  const page = await site.open("/search?q=status");
  await page.emulateMedia({ forcedColors: "active" });
  expect(await barriers(page)).toEqual([]);
});

it("moves nothing while a page arrives", async () => {
  const page = await site.open("/search?q=api", { isFirst: true });
  const shift = await page.evaluate<number>(
    `new Promise((done) => new PerformanceObserver((list) => done(list.getEntries().reduce((sum, one) => sum + one.value, 0))).observe({ type: "layout-shift", buffered: true }) || setTimeout(() => done(0), 300))`,
  );
  expect(shift).toBeLessThan(0.01);
});

/** Sizes of text in a window of 1280 px, in pixels. */
const SIZES: ReadonlySet<number> = new Set([13, 15, 17, 20, 26, 38]);

describe("the look", () => {
  const paths = [
    "/developers",
    "/developers/reference",
    "/developers/operations/offices.listOffices",
    "/developers/schemas/Office",
    "/developers/errors",
    "/api/offices",
    "/api/offices/lisboa",
    "/status",
    "/docs/lists",
    "/search?q=office",
  ];
  const name = `has six sizes of text, the smallest of which is for code, too: %s, with SEED=${seed}`;
  it.each(draw(paths, 4))(name, async (path) => {
    const page = await site.open(path);
    const sizes = await page.evaluate(() => {
      const texts = [...document.querySelectorAll("body :not(script, style, svg)")].filter(
        (node) =>
          [...node.childNodes].some((one) => one.nodeType === 3 && one.textContent?.trim()) &&
          node.checkVisibility(),
      );
      return texts.map((node) => Number.parseFloat(getComputedStyle(node).fontSize));
    });
    expect([...new Set(sizes)].filter((size) => !SIZES.has(size))).toEqual([]);
  });
});
