/** The tools for GraphQL in the playground, wide and narrow. */
import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { draw, seed } from "../_draw.ts";
import { barriers } from "./_axe.ts";
import { useSite } from "./_browser.ts";
import { answered, field, shown } from "./_playground.ts";

const { open } = useSite();

async function openGraphql(width: number): Promise<Page> {
  const page = await open("/developers", { width });
  await page.getByRole("tab", { name: "GraphQL" }).click();
  await page.getByRole("button", { name: "Prettify" }).waitFor();
  return page;
}

const query = (page: Page) => page.getByRole("textbox", { name: "Query" });

/** Types a text into an editor, which closes brackets by itself and accepts that they are closed again. */
async function replace(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole("textbox", { name }).focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.type(text);
}

describe.each(draw([1280, 375], 1))(`at %i pixels, with SEED=${seed}`, (width) => {
  it("begins with a nested list, which runs", async () => {
    const page = await openGraphql(width);
    expect(await query(page).innerText()).toContain("hitos {");
    await page.getByRole("button", { name: "Run" }).click();
    await expect.poll(() => page.locator("[data-body]").innerText()).toContain('"hitos": [');
    const overflow = () => document.documentElement.scrollWidth - innerWidth;
    expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
  });

  it("formats the query, and says what is wrong with the variables", async () => {
    const page = await openGraphql(width);
    await replace(page, "Query", "{service version}");
    await replace(page, "Variables", '{"a": 1,}');
    await page.getByText("The variables must be a JSON object.").waitFor();
    await page.getByRole("button", { name: "Run" }).click();
    expect(page.url()).not.toContain("#graphql"); // which names the query that was sent
    await replace(page, "Variables", '{"a": "?/"}');
    expect(await page.getByRole("dialog").count()).toBe(0); // of the keys or the search
    await replace(page, "Variables", "{}");
    await page.getByRole("button", { name: "Prettify" }).click();
    expect(await query(page).innerText()).toBe("{\n  service\n  version\n}");
  });

  it("sends headers of its own, of which the address keeps the harmless ones", async () => {
    const page = await openGraphql(width);
    await shown(page, "form.request").getByText("Request headers").click();
    await field(page, "X-Request-ID").fill("wm_tracked");
    await field(page, "Accept").fill("application/json");
    await page.getByRole("button", { name: "Run" }).click();
    await answered(page, "POST /api/graphql");
    expect(await shown(page, "[data-request]").textContent()).toMatch(
      /^Accept: application\/json\nX-Request-ID: wm_tracked$/m,
    );
    const address = decodeURIComponent(page.url());
    expect(address).toMatch(/&header=Accept: application\/json$/);
    await field(page, "Accept").fill("");
    expect(await shown(page, ".answer[data-earlier]").count()).toBe(1);
    await page.goto("/developers");
    await page.goto(address);
    await shown(page, "form.request").waitFor();
    expect(await field(page, "Accept").inputValue()).toBe("application/json");
    expect(await barriers(page)).toEqual([]);
  });
});
