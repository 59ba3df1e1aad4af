/** Answers of the API, opened in a browser. */
import { describe, expect, it } from "vitest";
import { draw, seed } from "../_draw.ts";
import { barriers } from "./_axe.ts";
import { ask, useSite } from "./_browser.ts";

const site = useSite();

describe("an answer of the API in a browser", () => {
  const looks = [
    ["/api/offices?limit=2", "en", 1280, false],
    ["/api/offices?filter[name][contains]=l&sort=-name&limit=2", "es", 320, true],
    ["/api/offices/lisboa", "es", 375, false],
    ["/api/errors?limit=20", "en", 1280, true],
    ["/api/metrics", "en", 375, true],
    ["/api/events", "en", 320, false],
    ["/api/openapi", "es", 1280, true],
  ] as const;
  const title = `can be used by everybody: %s in %s, %i wide, with SEED=${seed}`;
  it.each(draw(looks, 3))(title, async (path, language, width, dark) => {
    const page = await site.open(path, { language, width, dark });
    for (const [index, tab] of (await page.locator("input[name=part] + label").all()).entries()) {
      await tab.click();
      await page
        .locator("main details:visible")
        .evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")));
      const change = index === 0 ? {} : { within: "main" };
      expect(await barriers(page, { advice: true, ...change })).toEqual([]);
      expect(await ask(page, "tooWide")).toEqual([]);
    }
  });

  it("is an app without scripts: sorted, filtered and cleared by links", async () => {
    const page = await site.open("/api/offices", { javaScript: false });
    const rows = page.locator(".panel > .data-table > table > tbody > tr");
    const first = rows.first().locator("td").first();
    await page.getByRole("columnheader", { name: "name" }).first().getByRole("link").click();
    await page.waitForURL(/sort=name/);
    expect(await first.innerText()).toBe("lisboa");
    await page.getByRole("columnheader", { name: "name" }).first().getByRole("link").click();
    await page.waitForURL(/sort=-name/);
    expect(await first.innerText()).toBe("rotterdam");
    await page.getByRole("cell", { name: "Madrid", exact: true }).getByRole("link").click();
    await page.waitForURL(/filter/);
    expect(await rows.count()).toBe(1);
    await page.getByRole("link", { name: "Remove name equals Madrid" }).click();
    await page.waitForURL((url) => !url.search.includes("filter"));
    expect(await rows.count()).toBe(4);
    await page.getByRole("link", { name: "lisboa", exact: true }).click();
    expect(await page.locator("h1").innerText()).toBe("Read one office");
    await page.getByRole("link", { name: "integrations" }).click();
    await page.waitForURL("**/api/offices/lisboa/integrations");
  });

  it("folds and unfolds its JSON by the keyboard, without scripts", async () => {
    const page = await site.open("/api/offices?limit=1", { javaScript: false });
    await page.locator("input[name=part]").first().focus();
    await page.keyboard.press("ArrowRight");
    const offices = page.locator(".json summary").nth(1);
    const name = page.getByText('"name"').first();
    expect(await name.isVisible()).toBe(true);
    await offices.focus();
    await page.keyboard.press("Enter");
    expect(await name.isVisible()).toBe(false);
    expect(await offices.innerText()).toMatch(/"offices": \[ … \],? 1 item/);
    await page.keyboard.press("Enter");
    expect(await name.isVisible()).toBe(true);
  });

  it("is followed from link to link", async () => {
    const page = await site.open("/api");
    await page.getByText("JSON", { exact: true }).click();
    await page.locator('.json a[href="/api/offices"]').first().click();
    await page.waitForURL("**/api/offices");
    await page.getByText("JSON", { exact: true }).click();
    await page.locator('.json a[href="/api/offices/lisboa"]').first().click();
    await page.waitForURL("**/api/offices/lisboa");
    expect(await page.locator("h1").innerText()).toMatch(/office/i);
  });

  it("has the raw text below the tree", async () => {
    const page = await site.open("/api/brains");
    await page.getByText("JSON", { exact: true }).click();
    await page.getByText(/^Raw: /).click();
    const raw = page.locator("#raw");
    await raw.waitFor({ state: "visible" });
    expect(JSON.parse(await raw.innerText())).toMatchObject({ _meta: { count: 4 } });
  });

  it("fits 200 rows into six screens", async () => {
    const page = await site.open("/api/errors?limit=200", { width: 1440 });
    const height = await page.locator(".data-table").evaluate((table) => {
      table.classList.add("dense");
      const body = table.querySelector("tbody");
      const rows = [...(body?.rows ?? [])];
      const missing = Array.from({ length: 200 - rows.length }, () => rows[0]?.cloneNode(true));
      body?.append(...missing.filter((row) => row !== undefined));
      return document.documentElement.scrollHeight;
    });
    expect(height).toBeLessThanOrEqual(6 * 900);
  });

  it("is JSON for the scripts of the page", async () => {
    const page = await site.open("/api/brains");
    const type = await page.evaluate(async () =>
      (await fetch("/api/brains")).headers.get("content-type"),
    );
    expect(type).toBe("application/json");
  });
});
