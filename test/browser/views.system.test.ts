/** Answers of the API, opened in a browser. */
import { describe, expect, it } from "vitest";
import { barriers } from "./_axe.ts";
import { ask, useSite } from "./_browser.ts";

const site = useSite();

describe("an answer of the API in a browser", () => {
  it.each([
    ["/api/offices?limit=2", "en", 1280, false],
    ["/api/offices?limit=2", "es", 320, true],
    ["/api/events", "en", 320, false],
    ["/api/openapi", "es", 1280, true],
  ])("can be used by everybody: %s in %s, %i wide", async (path, language, width, dark) => {
    const page = await site.open(path, { language, width, dark });
    for (const part of await page.locator("details.part > summary").all()) await part.click();
    expect(await barriers(page, { advice: true })).toEqual([]);
    expect(await ask(page, "tooWide")).toEqual([]);
  });

  it("folds and unfolds by the keyboard, without scripts", async () => {
    const page = await site.open("/api/offices?limit=1", { javaScript: false });
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
    await page.locator('.json a[href="/api/offices"]').first().click();
    await page.waitForURL("**/api/offices");
    await page.locator('.json a[href="/api/offices/lisboa"]').first().click();
    await page.waitForURL("**/api/offices/lisboa");
    expect(await page.locator("h1").innerText()).toMatch(/office/i);
  });

  it("opens the raw text where the link to it leads", async () => {
    const page = await site.open("/api/brains");
    const raw = page.locator("#raw");
    expect(await raw.isVisible()).toBe(false);
    await page.getByRole("link", { name: "Raw" }).click();
    await raw.waitFor({ state: "visible" });
    expect(JSON.parse(await raw.innerText())).toMatchObject({ _meta: { count: 4 } });
  });

  it("is JSON for the scripts of the page", async () => {
    const page = await site.open("/api/brains");
    const type = await page.evaluate(async () =>
      (await fetch("/api/brains")).headers.get("content-type"),
    );
    expect(type).toBe("application/json");
  });
});
