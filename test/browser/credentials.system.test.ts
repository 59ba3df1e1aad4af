/** The playground with a credential: where it goes, and where it must not. */
import type { Page } from "playwright-core";
import { describe, expect, it, vi } from "vitest";
import type { Plugin } from "waymark";
import preset from "waymark/preset";
import { badges, notes } from "../plugins/identity/_setup.ts";
import { draw, seed } from "../_draw.ts";
import { barriers } from "./_axe.ts";
import { ask, useSite } from "./_browser.ts";
import { choose, send, shown } from "./_playground.ts";
import { passes } from "../plugins/identity/_passes.ts";

/** A second way to authenticate, by a header of its own. */
const reception = passes(
  {
    identify: (call) =>
      call.header("x-pass") === "pass-cat"
        ? { id: "pass:cat", kind: "passes", name: "Cat", scopes: [] }
        : undefined,
  },
  "A pass, as the reception issues it.",
);

const site = useSite({
  plugins: [...preset, badges as Plugin, reception, notes as Plugin],
  config: { plugins: { access: { plans: { pro: { limit: 900 } } } } },
});

/** The browser reports refused requests, which are meant here. */
const REFUSED = /the server responded with a status of 40[13]/;
const SECRET = "badge-ann";

const open = (call: string, visit = {}) =>
  site.open(`/developers#call=${encodeURIComponent(call)}`, { tolerates: REFUSED, ...visit });
const shows = (page: Page, selector: string, text: RegExp) =>
  vi.waitFor(async () => expect(await shown(page, selector).textContent()).toMatch(text), {
    timeout: 60_000,
  });
const input = (page: Page, label = "Bearer token") => page.getByLabel(label, { exact: true });
const isFocused = (page: Page, label?: string) =>
  input(page, label).evaluate((element) => element === element.ownerDocument.activeElement);

describe("the playground", () => {
  it("leads from a refusal to the field, and sends what is entered there", async () => {
    const page = await open("GET /api/scoped");
    await shows(page, "[data-refusal]", /^This needs a credential/);
    await shows(page, "[data-summary]", /Needs a credential with notes:read\./);
    expect(await input(page).getAttribute("type")).toBe("password");
    expect(await input(page).getAttribute("autocomplete")).toBe("off");
    await page.getByRole("button", { name: "Enter a credential" }).click();
    expect(await isFocused(page)).toBe(true);
    await input(page).fill("badge-ben");
    await send(page);
    await shows(page, "[data-refusal]", /is valid, but .*lacks the scope notes:read/);
    await input(page).fill("badge-eve");
    await send(page);
    await shows(page, "[data-refusal]", /^The credential does not count/);
    await input(page).fill(SECRET);
    await send(page);
    await shows(page, "[data-body]", /"reader": "Ann"/);
    expect(await shown(page, "[data-refusal]").count()).toBe(0);
    await input(page, "X-Pass").fill("pass-cat");
    expect(await input(page).inputValue(), "one credential at a time").toBe("");
    await choose(page, "notes.listKnown");
    await send(page);
    await shows(page, "[data-body]", /"reader": "Cat"/);
    await shows(page, "[data-request]", /^X-Pass: \$WAYMARK_TOKEN$/m);
  });

  it("keeps the credential in its field alone, and forgets it", async () => {
    const page = await open("GET /api/open");
    const carried: string[] = [];
    page.on("request", (request) => {
      if (request.headers()["authorization"] === `Bearer ${SECRET}`) carried.push(request.url());
    });
    await input(page).fill(SECRET);
    await choose(page, "notes.listScoped");
    await send(page);
    await shows(page, "[data-body]", /"reader": "Ann"/);
    await shows(page, "[data-request]", /^Authorization: Bearer \$WAYMARK_TOKEN$/m);
    const kept = await page.evaluate(() => ({
      url: location.href,
      state: history.state as unknown,
      storage: [{ ...localStorage }, { ...sessionStorage }, document.cookie],
      html: document.documentElement.outerHTML,
      text: document.body.innerText,
      name: window.name,
    }));
    expect(JSON.stringify(kept)).not.toContain("badge-ann");
    expect(kept.storage).toEqual([{}, {}, ""]);
    expect(carried.map((url) => new URL(url).pathname)).toEqual(["/api/usage", "/api/scoped"]);
    await page.getByRole("button", { name: "Forget it" }).click();
    expect(await input(page).inputValue()).toBe("");
    expect(await shown(page, "[data-status]").count()).toBe(0);
    await page.goBack();
    await page.goForward();
    await shows(page, "[data-refusal]", /^This needs a credential/);
    expect(carried).toHaveLength(2);
    await input(page).fill(SECRET);
    await page.reload();
    await shows(page, "[data-refusal]", /^This needs a credential/);
    expect(await input(page).inputValue()).toBe("");
  });

  it("keeps the credential for the tab if asked, shows the limits of its plan, and forgets it", async () => {
    const page = await open("GET /api/open");
    const keep = page.getByLabel("Keep it until this tab is closed");
    const stored = () =>
      page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    await input(page).fill("badge-pat");
    await input(page).blur();
    const chip = (text: string) =>
      page.locator("[data-chip]").getByText(text, { exact: false }).waitFor();
    await chip("Plan pro");
    await chip("requests left");
    expect(await stored()).toBe("[{},{}]");
    await keep.check();
    await page.goto("/developers");
    await chip("Plan pro");
    expect(await input(page).inputValue()).toBe("badge-pat");
    expect(page.url()).not.toContain("badge");
    await page.getByRole("button", { name: "Forget it" }).click();
    expect(await stored()).toBe("[{},{}]");
    await page.reload();
    await input(page).waitFor();
    expect(await input(page).inputValue()).toBe("");
  });
  const looks = [
    ["en", false, 1440],
    ["es", true, 375],
  ] as const;
  const name = `has no barriers in %s, dark: %j, %i wide, with SEED=${seed}`;
  it.each(draw(looks, 1))(name, async (language, dark, width) => {
    const page = await open("GET /api/scoped", { language, dark, width });
    await page.locator("[data-refusal]").waitFor();
    expect(await barriers(page, { advice: true })).toEqual([]);
    expect(await ask(page, "tooWide")).toEqual([]);
    const asks = language === "es" ? "Necesita una credencial con" : "Needs a credential with";
    expect(await shown(page, "[data-summary]").innerText()).toContain(asks);
  });
});

it.each([
  [401, {}, "This needs a credential"],
  [403, { authorization: "Bearer badge-ben" }, "This is not allowed"],
])("the page of %i has no barriers", async (status, headers, title) => {
  const page = await site.open("/faq", { tolerates: REFUSED });
  await page.setExtraHTTPHeaders(headers);
  const answer = await page.goto("/api/scoped");
  expect(answer?.status()).toBe(status);
  expect(await page.locator("h1").innerText()).toBe(title);
  expect(await barriers(page, { advice: true })).toEqual([]);
});
