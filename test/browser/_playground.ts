/** The playground as people use it: its fields by their labels, its answers by their texts. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** The visible control with a label. */
export function field(page: Page, label: string): Locator {
  return page.locator("#play").getByLabel(label, { exact: true }).locator("visible=true").first();
}

/** Chooses an operation as somebody who types does, without waiting for the page to come to rest each time. */
export async function choose(page: Page, ref: string): Promise<void> {
  await page.locator("[role=combobox]").locator("visible=true").first().waitFor();
  await page.evaluate(`{
    const box = [...document.querySelectorAll("[role=combobox]")].find((one) => one.checkVisibility());
    box.value = ${JSON.stringify(ref)};
    box.dispatchEvent(new Event("input", { bubbles: true }));
    box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  }`);
}

/** Opens a part of the answer: its body, its headers, the request, its code. */
export async function part(page: Page, name: string): Promise<void> {
  await page.locator(".answer").getByRole("tab", { name }).locator("visible=true").click();
}

export async function send(page: Page): Promise<void> {
  await page.locator("form.request [type=submit]").locator("visible=true").click();
}

/** A part of the visible pane. */
export function shown(page: Page, selector: string): Locator {
  return page.locator(".panes").locator("visible=true").locator(selector);
}

export async function liveStatus(page: Page): Promise<string> {
  return (await shown(page, "[data-live]").textContent()) ?? "";
}

export async function statusOf(page: Page): Promise<number> {
  return Number(await shown(page, "[data-status]").getAttribute("data-status"));
}

/** Waits for the answer to a request, such as `GET /api/ping`. */
export async function answered(page: Page, request: string): Promise<void> {
  await expectSoon(() => shown(page, ".answer h3 code").textContent(), request);
}

export async function expectSoon(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  await expect
    .poll(read, { interval: 20 })
    .toEqual(expected instanceof RegExp ? expect.stringMatching(expected) : expected);
}
