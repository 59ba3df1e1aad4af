/** The page for holders of keys, with a key. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { Plugin } from "waymark";
import preset from "waymark/preset";
import { createKey, statusOf } from "../plugins/identity/_keys.ts";
import { badges, notes } from "../plugins/identity/_setup.ts";
import { drawFor, seed } from "../_draw.ts";
import { barriers } from "./_axe.ts";
import { ask, useSite } from "./_browser.ts";

const site = useSite({
  plugins: [...preset, badges as Plugin, notes as Plugin],
  config: {
    plugins: {
      "api-keys": true,
      access: { plans: { trial: { limit: 90 } }, defaultPlan: "trial" },
    },
  },
});

/** Opens the page with a new key in its field. */
async function openWith(visit = {}): Promise<{ page: Page; token: string }> {
  const { token } = await createKey(site.server, { name: "Export", scopes: ["notes:read"] });
  const page = await site.open("/account", visit);
  await page.locator("#account input[type=password]").fill(token);
  await page.locator("#account button").first().click();
  await page.locator("#account .facts").waitFor();
  return { page, token };
}

it("shows a key and its use, and keeps it out of addresses and storage", async () => {
  const { page, token } = await openWith();
  const text = await page.locator("#account").innerText();
  for (const part of [
    "Export",
    "trial",
    "notes:read",
    "never",
    /Use in [A-Z][a-z]+ \d{4}/,
    /\d [A-Z][a-z]+ \d{4}, \d\d:\d\d UTC/,
  ])
    expect(text).toMatch(part);
  const kept = await page.evaluate(() => [
    location.href,
    { ...sessionStorage },
    { ...localStorage },
  ]);
  expect(JSON.stringify(kept)).not.toContain(token);
});

it("replaces the secret of a key that the tab keeps, then revokes it", async () => {
  const { page, token } = await openWith({ tolerates: /status of 401/ });
  await page.getByLabel("Keep it until this tab is closed").check();
  await page.getByText("Replace the secret").click();
  await page.getByRole("button", { name: "Replace it now" }).click();
  const next = await page.locator("#account pre").innerText();
  expect(next).not.toBe(token);
  expect([await statusOf(site.server, token), await statusOf(site.server, next)]).toEqual([
    401, 200,
  ]);
  await page.reload();
  await page.getByText("Revoke the key").click();
  await page.getByRole("button", { name: "Revoke it now" }).click();
  await page.getByText("The key is revoked.").waitFor();
  expect(await statusOf(site.server, next)).toBe(401);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

it(`has no barriers, with SEED=${seed}`, async () => {
  const dark = drawFor("scheme", [false, true]);
  const width = drawFor("width", [1440, 375]);
  const { page } = await openWith({ dark, width });
  expect(await barriers(page, { advice: true })).toEqual([]);
  expect(await ask(page, "tooWide")).toEqual([]);
});
