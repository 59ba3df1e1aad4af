/** The status page follows what happens while somebody looks at it. */
import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, it } from "vitest";
import { definePlugin, type HealthReport } from "waymark";
import preset from "waymark/preset";
import { History, Store, type History as Past, type Store as Data } from "waymark/services";
import { bucketOf } from "../../plugins/monitoring/history/histogram.ts";
import { barriers } from "./_axe.ts";
import { useSite } from "./_browser.ts";

const DAY_MS = 86_400_000;

/** Undefined where there is no browser, and so no service. */
let store: Data | undefined;
let past: Past;
let pulse: HealthReport = { status: "ok" };
const part = definePlugin({
  id: "part",
  summary: "A part that tests pull at.",
  needs: { store: Store, history: History },
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
      events: { retry: "50ms" },
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

  // By keyboard, to the list of plugins.
  const summary = page.locator("#plugins summary");
  while (!(await summary.evaluate((element) => element.matches(":focus"))))
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const open = page.locator("#plugins details[open]");
  await open.waitFor();

  pulse = { status: "down", detail: `<img src=x onerror="alert(1)"> is out` };
  await heading(page, "The service is down").waitFor();
  expect(await page.getByRole("status").textContent()).toBe("The service is down");
  await page.locator("#checks").getByText(`<img src=x onerror="alert(1)"> is out`).waitFor();
  await page.locator("#incidents").getByText("ongoing").waitFor();

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
  const summary = page.locator("#day-table > summary");
  await summary.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const area = page.locator("#day-table .scroll");
  expect(await area.evaluate((element) => element.matches(":focus"))).toBe(true);
  const before = await page.locator("#day").elementHandle();
  await past.sample();
  await page.waitForFunction((section) => section?.isConnected === false, before);
  expect(await area.evaluate((element) => element.matches(":focus"))).toBe(true);
  expect(await page.locator("#day-table[open]").count()).toBe(1);
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

it.each([
  [1280, false, "en"],
  [320, true, "es"],
] as const)("with data, %i wide, is for everybody", async (width, dark, language) => {
  pulse = { status: "degraded", detail: "Slow today." };
  await past.look();
  const page = await site.open("/status", { width, dark, language });
  for (const details of await page.locator("details > summary").all()) await details.click();
  expect(await barriers(page, { advice: true })).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
  expect(await page.locator("svg.bars").count()).toBeGreaterThan(3);
  expect(await page.locator("svg.plot").count()).toBe(2);
});
