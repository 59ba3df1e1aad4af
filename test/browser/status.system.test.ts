/** The status page follows what happens while somebody looks at it. */
import type { Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { definePlugin } from "waymark";
import preset from "waymark/preset";
import {
  History,
  type History as Past,
  type Store as Data,
  type HealthReport,
} from "waymark/services";
import { bucketOf } from "../../plugins/shared/histogram.ts";
import { drawFor, seed } from "../_draw.ts";
import { barriers, expectUsable } from "./_axe.ts";
import { useSite } from "./_browser.ts";
import { RawStore } from "../_raw-store.ts";

const DAY_MS = 86_400_000;

/** Store of the service; undefined where there is no browser, and so no service. */
let store: Data | undefined;
let past: Past;
let pulse: HealthReport = { status: "ok" };
const part = definePlugin({
  id: "part",
  summary: "A part that tests pull at.",
  needs: { store: RawStore, history: History },
  setup(use) {
    ({ store, history: past } = use);
  },
  health: () => ({ pulse: () => pulse }),
});

const site = useSite({
  plugins: [...preset, part],
  config: {
    plugins: {
      health: { cache: "0s" },
      history: { interval: "5m", healthInterval: "50ms" },
    },
  },
});

beforeAll(fill);
afterEach(() => {
  pulse = { status: "ok" };
});

/** A week with a gap, failures and slow answers. */
async function fill(): Promise<void> {
  const now = Date.now();
  const rows = Array.from({ length: 300 }, (_, index) => {
    const at = now - 7 * DAY_MS + Math.round((index * 7 * DAY_MS) / 300);
    const status = index % 50 === 0 ? "down" : index % 31 === 0 ? "degraded" : "ok";
    return {
      id: `00${at} week`,
      instance: "week",
      at,
      status,
      requests: 100,
      failures: status === "ok" ? 0 : 30,
      latencies: { [bucketOf(1 + (index % 20))]: 95, [bucketOf(300)]: 5 },
      checks: { "part:pulse": { status } },
    };
  });
  await store?.table("statusSamples").insert(rows.filter((_, i) => i < 100 || i > 130));
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name });

it("changes while somebody looks, says so, and keeps what they opened and where they are", async () => {
  const page = await site.open("/status");
  await heading(page, "All systems are working").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  expect(await page.getByRole("status").textContent()).toBe("");

  // By keyboard, to the table of figures.
  const summary = page.locator("#traffic-table > summary");
  while (!(await summary.evaluate((element) => element.matches(":focus"))))
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const open = page.locator("#traffic-table[open]");
  await open.waitFor();

  pulse = { status: "down", detail: `<img src=x onerror="alert(1)"> is out` };
  await heading(page, "The service is down").waitFor();
  expect(await page.getByRole("status").textContent()).toBe("The service is down");
  await page.locator("#ongoing").getByText("Outage: Pulse").waitFor();
  expect(await page.getByText("is out").count()).toBe(0);

  pulse = { status: "ok" };
  await heading(page, "All systems are working").waitFor();
  expect(await page.getByRole("status").textContent()).toBe("All systems are working");
  await page
    .locator("#incidents")
    .getByText(/lasted/)
    .waitFor();
  expect(await open.count()).toBe(1);
  expect(await summary.evaluate((element) => element.matches(":focus"))).toBe(true);
});

it("keeps the focus in a part that is replaced", async () => {
  const page = await site.open("/status");
  const summary = page.locator("#traffic-table > summary");
  await summary.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const area = page.locator("#traffic-table .scroll");
  expect(await area.evaluate((element) => element.matches(":focus"))).toBe(true);
  const before = await page.locator("#traffic").elementHandle();
  await past.sample();
  await page.waitForFunction((section) => section?.isConnected === false, before);
  expect(await area.evaluate((element) => element.matches(":focus"))).toBe(true);
  expect(await page.locator("#traffic-table[open]").count()).toBe(1);
});

it("says when the service cannot be reached, and comes back", async () => {
  const page = await site.open("/status", { tolerates: /ERR_|Failed to load resource/ });
  await page.getByText("Live", { exact: true }).waitFor();
  await page.route("**/status", (route) => route.abort());
  await past.sample();
  await page.getByText("Reconnecting").waitFor();
  expect(await page.getByRole("status").textContent()).toMatch(/cannot be reached/);
  await page.unroute("**/status");
  await new Promise((resolve) => setTimeout(resolve, 5)); // the time is what distinguishes samples
  await past.sample();
  await page.getByRole("status").getByText("All systems are working").waitFor();
});

it("switches the span without a reload, keeps it in the address, and goes back", async () => {
  const page = await site.open("/status");
  await page.getByText("Live", { exact: true }).waitFor();
  await page.evaluate("window.stays = true");
  const current = page.locator(".ranges [aria-current]");
  expect(await current.textContent()).toBe("7 days");
  await page.getByRole("link", { name: "90 days" }).click();
  await current.getByText("90 days").waitFor();
  expect(page.url()).toMatch(/\?range=90d$/);
  expect(await page.locator("#checks .bars").first().locator("i").count()).toBe(90);
  await page.goBack();
  await current.getByText("7 days").waitFor();
  expect(await page.evaluate("window.stays")).toBe(true);
});

it("switches the span without JavaScript too", async () => {
  const page = await site.open("/status", { javaScript: false });
  await page.getByRole("link", { name: "24 hours" }).click();
  expect(await page.locator(".ranges [aria-current]").textContent()).toBe("24 hours");
});

it("says of a bar when and how long it was bad, under the pointer and at the keyboard", async () => {
  const page = await site.open("/status", { width: 375 });
  const bars = page.locator("#checks .bars").first();
  const bad = bars.locator(".bad").first();
  const tip = () =>
    bars.evaluate((row) =>
      [...row.children]
        .map((bar) => getComputedStyle(bar, "::after").content)
        .filter((text) => text !== "none"),
    );
  expect(await tip()).toEqual([]);
  await bad.hover();
  expect(await tip()).toEqual([expect.stringMatching(/UTC · Down \d/)]);
  await page.mouse.move(0, 0);
  await bad.focus();
  expect(await tip()).toEqual([expect.stringMatching(/UTC · Down \d/)]);
  expect(await bad.getAttribute("aria-label")).toMatch(/UTC · Down \d/);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(375);
});

it("says the latest values of the lines at the keyboard too, also after the page was read again", async () => {
  const page = await site.open("/status");
  await page.getByText("Live", { exact: true }).waitFor();
  const shown = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.ariaLabel ?? undefined;
    });
  const columns = page.locator("#traffic .columns");
  const latest = async () => {
    const texts = await columns
      .locator("i")
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset["tip"]));
    return texts.at(-1);
  };
  await columns.locator("[tabindex]").focus();
  expect(await shown()).toBe(await latest());
  expect(await latest()).toMatch(/50 %: [\d.]+ ms, 95 %: [\d.]+ ms$/);
  const before = await page.locator("#traffic").elementHandle();
  await past.sample();
  await page.waitForFunction((section) => section?.isConnected === false, before);
  expect(await shown()).toBe(await latest());
  // One stop of the Tab key; the table has all values.
  await page.keyboard.press("Tab");
  expect(
    await page.locator("#traffic-table > summary").evaluate((one) => one.matches(":focus")),
  ).toBe(true);
  expect(await columns.locator("[tabindex]").count()).toBe(1);
});

const WHERE = [
  [1280, false, "en"],
  [320, true, "es"],
] as const;

// All looks would take half a minute; each run draws others.
describe.each(["ok", "degraded", "down"] as const)("while all is %s", (status) => {
  const paths = ["/status", "/status?range=90d", "/status/incidents/latest"];
  const path = drawFor(`page while ${status}`, paths);
  it(`is for everybody: ${path}, with SEED=${seed}`, async () => {
    const [width, dark, language] = drawFor(`look of ${path} ${status}`, WHERE);
    pulse = { status, detail: "Slow today." };
    await past.look();
    const page = await site.open(path, { width, dark, language });
    for (const details of await page.locator("main details > summary").all()) await details.click();
    await expectUsable(page, { width, dark, language });
  });
});

it(`the first page has room for the state, with SEED=${seed}`, async () => {
  const [width, dark, language] = drawFor("first page", WHERE);
  pulse = { status: "degraded" };
  await past.look();
  const page = await site.open("/developers", { width, dark, language });
  await page.locator(".pill.warn").waitFor();
  await expectUsable(page, { width, dark, language });
});

it(`the view for frames is for everybody, with SEED=${seed}`, async () => {
  const [width, dark, language] = drawFor("view for frames", WHERE);
  const page = await site.open("/status/embed", { width, dark, language });
  expect(await barriers(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
});
