/** Answers of the API that are changed in place, and events that appear while their page is open. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { rooms } from "../fixtures/rooms.ts";
import { json, jsonRequest } from "../_setup.ts";
import { draw, seed } from "../_draw.ts";
import { barriers } from "./_axe.ts";
import { ask, useSite, type Visit } from "./_browser.ts";

const REFUSED = /the server responded with a status of 4\d\d/;

const site = useSite({
  signIn: true,
  config: {
    plugins: { rooms: rooms("required"), jobs: true, "api-keys": true, brains: { writable: true } },
  },
});

const stored = async (path: string) => json(await site.server.fetch(path));
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function rename(name: string): Promise<void> {
  const path = "/api/rooms/oak";
  const etag = (await site.server.fetch(path)).headers.get("etag") ?? "";
  const headers = { "content-type": "application/merge-patch+json", "if-match": etag };
  await site.server.fetch(path, { method: "PATCH", headers, body: JSON.stringify({ name }) });
}

/** Opens a page with a key that the tab keeps. */
async function openWith(path: string, own: readonly string[], visit: Visit = {}) {
  const operator = site.server.as({ id: "kim", scopes: ["keys:write", ...own] });
  const wanted = jsonRequest("POST", { name: "Ann", scopes: own });
  const { token } = await json<{ token: string }>(await operator.request("/api/keys", wanted));
  const page = await site.open(path, visit);
  await page.evaluate((value) => {
    sessionStorage.setItem("credential", JSON.stringify(["Authorization", "Bearer ", value]));
  }, token);
  await page.reload();
  return page;
}

describe("a change in place", () => {
  it("is reviewed, sent and undone by the keyboard, in a table", async () => {
    const page = await site.open("/api/rooms");
    await button(page, "Edit oak").press("Enter");
    await page.getByLabel("seats").fill("12");
    await page.getByLabel("seats").press("Enter");
    expect(await page.locator(".edit-form dl").innerText()).toMatch(/^seats\s+8 → 12$/);
    expect(await stored("/api/rooms/oak")).toMatchObject({ seats: 8 });
    await page.keyboard.press("Enter");
    await page.getByText("Saved.").waitFor();
    expect(await stored("/api/rooms/oak")).toMatchObject({ seats: 12 });
    expect(await page.locator(".panel").first().innerText()).toContain("12");
    await page.keyboard.press("Enter");
    await page.getByText("Undone").waitFor();
    expect(await stored("/api/rooms/oak")).toMatchObject({ seats: 8 });
    await button(page, "Edit oak").press("Enter");
    await page.getByLabel("name").press("Escape");
    expect(await page.locator(".edit-form").count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe("Edit oak");
  });

  it("is refused where somebody else was faster, or the values do not fit", async () => {
    const page = await site.open("/api/rooms/oak", { tolerates: REFUSED });
    await button(page, "Edit").click();
    await page.getByLabel("seats").fill("1000");
    await button(page, "Review the change").click();
    await button(page, "Send the change").click();
    await page.getByText("Refused (422)").waitFor();
    await button(page, "Back").click();
    await page.getByLabel("seats").fill("9");
    await rename("Elm");
    await button(page, "Review the change").click();
    await button(page, "Send the change").click();
    await page.getByText("someone else has changed it").waitFor();
    expect(await stored("/api/rooms/oak")).toMatchObject({ name: "Elm", seats: 8 });
  });

  it("asks before it removes a resource", async () => {
    await site.server.fetch("/api/rooms", jsonRequest("POST", { name: "Yew", seats: 2 }));
    const { rooms: all } = await json<{ rooms: { id: string; name: string }[] }>(
      await site.server.fetch("/api/rooms"),
    );
    const id = all.find(({ name }) => name === "Yew")?.id ?? "";
    const page = await site.open("/api/rooms");
    await button(page, `Edit ${id}`).click();
    await button(page, "Remove").click();
    expect(await page.locator(".edit-form").innerText()).toContain(`/api/rooms/${id}`);
    await page.keyboard.press("Enter");
    expect(await page.getByLabel("seats").inputValue()).toBe("2");
    await button(page, "Remove").click();
    await button(page, "Remove it").click();
    await page.getByText("Removed.", { exact: true }).waitFor();
    expect((await site.server.fetch(`/api/rooms/${id}`)).status).toBe(404);
    expect(await page.getByRole("button", { name: `Edit ${id}` }).count()).toBe(0);
  });

  it("is offered to callers who may", async () => {
    const page = await site.open("/api/brains");
    expect(await page.locator("button.edit").count()).toBe(0);
    const reader = await openWith("/api/brains", ["offices:write"]);
    await reader.waitForLoadState("networkidle");
    expect(await reader.locator("button.edit").count()).toBe(0);
    const writer = await openWith("/api/brains/ledger", ["brains:write"]);
    await button(writer, "Edit").click();
    await writer.getByLabel("name").fill("Book");
    await button(writer, "Review the change").click();
    await button(writer, "Send the change").click();
    await writer.getByText("Saved.").waitFor();
    expect(await writer.locator(".panel").first().innerText()).toContain("Book");
    expect(await stored("/api/brains/ledger")).toMatchObject({ name: "Book" });
  });

  const looks = [
    ["/api/rooms", "en", 375, false],
    ["/api/rooms", "es", 1280, true],
    ["/api/rooms/oak", "en", 1280, false],
  ] as const;
  it.each(draw(looks, 1))(
    `has a form that everybody can use: %s in %s, %i wide, with SEED=${seed}`,
    async (path, language, width, dark) => {
      const page = await site.open(path, { language, width, dark });
      await page.locator("button.edit").first().click();
      await page.locator(".edit-form [name]").first().fill("Beech");
      expect(await barriers(page, { advice: true })).toEqual([]);
      await page.locator(".edit-form button").first().click();
      expect(await barriers(page, { advice: true, within: "main" })).toEqual([]);
      expect(await ask(page, "tooWide")).toEqual([]);
    },
  );
});

describe("the events of a stream", () => {
  it("appear while the page is open and seen", async () => {
    const page = await site.open("/api/events");
    const events = page.locator(".ticker li", { hasText: "data.changed" });
    await page.getByText("Connected since").waitFor();
    await rename("Ash");
    await events.waitFor();
    expect(await events.innerText()).toContain("/api/rooms/oak");
    expect(await barriers(page, { advice: true })).toEqual([]);
    const turn = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, "hidden", { value, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    await turn(true);
    await page.getByText("Paused").waitFor();
    await rename("Fir");
    await turn(false);
    await page.getByText("Connected since").waitFor();
    await rename("Yew");
    await events.nth(1).waitFor();
    expect(await events.count()).toBe(2);
  });

  it("are a list of their names without scripts", async () => {
    const page = await site.open("/api/events", { javaScript: false });
    const names = await page.locator(".panel li > code").allInnerTexts();
    expect(names).toEqual(expect.arrayContaining(["data.changed", "heartbeat"]));
  });
});
