/** Rules that hold for every page in a browser. */
import { describe, expect, it } from "vitest";
import { draw, drawFor, seed } from "../_draw.ts";
import { discard } from "../_setup.ts";
import { expectUsable } from "./_axe.ts";
import { ask, useSite } from "./_browser.ts";
import { BROWSER_ACCEPT, pages } from "./_pages.ts";

/** WCAG 2.2, success criterion 1.4.10: nothing needs scrolling sideways. */
const NARROW = 320;
/** The Tab key is pressed as often at most, if it does not lead around before. */
const KEYS = 500;
const WIDE = 1280;
/** A page is judged in looks that have each width and each scheme. */
const LOOKS = [
  [
    [WIDE, "light"],
    [NARROW, "dark"],
  ],
  [
    [WIDE, "dark"],
    [NARROW, "light"],
  ],
] as const;

const site = useSite();

describe.each(pages)("$path", ({ path, languages }) => {
  describe.each(languages)("in %s", (language) => {
    it("says what it is, in its language", async () => {
      const { headers, body } = await site.server.request(path, {
        headers: { Accept: BROWSER_ACCEPT, "Accept-Language": language },
      });
      await body?.cancel();
      const page = await site.open(path, { language });
      const { h1, title, description = "", canonical, ...facts } = await ask(page, "facts");
      expect({ header: headers.get("content-language"), lang: facts.language }).toEqual({
        header: language,
        lang: language,
      });
      expect(h1).toEqual([expect.stringMatching(/\S/)]);
      expect(title).toContain(h1[0]);
      expect(description).toMatch(/\S/);
      expect(canonical).toBe(`${site.server.registry.baseUrl}${path}`);
    });
  });

  // All looks in all languages would take a minute; each run draws others.
  it(`fits the window and can be used by everybody, with SEED=${seed}`, async () => {
    const language = drawFor(`language of ${path}`, languages);
    const page = await site.open(path, { language });
    for (const [width, colorScheme] of drawFor(`looks of ${path}`, LOOKS)) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await expectUsable(page, { language, width, colorScheme });
    }
  });

  it("leads somewhere with every link", async () => {
    const { here, broken } = await ask(await site.open(path), "links");
    const refused = await Promise.all(here.map(deadEnd));
    expect([...broken, ...refused.flat()]).toEqual([]);
  });
});

// Every key on every page would take a minute; each run draws others.
describe.each(draw(pages, Math.ceil(pages.length / 2)))(`$path, with SEED=${seed}`, ({ path }) => {
  it("shows the keyboard the way", async () => {
    const page = await site.open(path);
    await ask(page, "watchFocus");
    for (let keys = 0; keys < KEYS && !(await ask(page, "cameAround")); keys += 10)
      for (let key = 0; key < 10; key++) await page.keyboard.press("Tab");
    const { missed, unseen } = await ask(page, "focusFaults");
    expect({ unseen, missed }).toEqual({ unseen: [], missed: [] });
  });

  it("says as much without scripts", async () => {
    const { headings, words } = await ask(await site.open(path), "facts");
    const main = (await site.open(path, { javaScript: false })).locator("main");
    const text = await main.innerText();
    const missing = headings.filter((heading) => !text.includes(heading));
    expect(missing).toEqual([]);
    expect(text.split(/\s+/).length).toBeGreaterThan(words / 2);
  });
});

const statuses = new Map<string, Promise<number>>();

/** A line where a browser that follows the link is refused. Each address is asked once. */
async function deadEnd(target: string): Promise<string[]> {
  let status = statuses.get(target);
  if (status === undefined) {
    status = follow(target);
    statuses.set(target, status);
  }
  return (await status) < 400 ? [] : [`${target} answers ${await status}`];
}

async function follow(target: string): Promise<number> {
  const answer = await site.server.request(target, { headers: { Accept: BROWSER_ACCEPT } });
  await discard(answer);
  return answer.status;
}
