/** Rules that hold for every page in a browser. */
import { describe, expect, it } from "vitest";
import { draw, drawFor, seed } from "../_draw.ts";
import { discard } from "../_setup.ts";
import { expectUsable } from "./_axe.ts";
import { ask, useSite } from "./_browser.ts";
import { BROWSER_ACCEPT, pages } from "./_pages.ts";

/** WCAG 2.2, success criterion 1.4.10: nothing needs scrolling sideways. */
const NARROW = 320;
const WIDE = 1280;
/** The Tab key is pressed as often at most, if it does not lead around before. */
const KEYS = 500;
/** Pages, one of each kind: these share their frame and parts with all others, so all looks are seen on them alone. */
const KINDS = [
  "/docs",
  "/developers",
  "/developers/reference",
  "/developers/operations/offices.listOffices",
  "/status",
  "/api/offices",
];

const site = useSite();

describe.each(pages)("$path", ({ path, languages }) => {
  it.each(languages)("says in its header and its markup that it is in %s", async (language) => {
    const answer = await site.server.request(path, {
      headers: { Accept: BROWSER_ACCEPT, "Accept-Language": language },
    });
    const [, lang] = /<html[^>]* lang="([^"]*)"/.exec(await answer.text()) ?? [];
    expect({ header: answer.headers.get("content-language"), lang }).toEqual({
      header: language,
      lang: language,
    });
  });
});

/** Pages that are opened in a run to read what they say and to follow their links. */
const READ = 15;

it.each(draw(pages, READ))(
  `$path says what it is, fits, and leads somewhere with every link, with SEED=${seed}`,
  async ({ path }) => {
    const page = await site.open(path);
    const { h1, title, description = "", canonical } = await ask(page, "facts");
    expect(h1).toEqual([expect.stringMatching(/\S/)]);
    expect(title).toContain(h1[0]);
    expect(description).toMatch(/\S/);
    expect(canonical).toBe(`${site.server.registry.baseUrl}${path}`);
    expect(await ask(page, "tooWide")).toEqual([]);
    const { here, broken } = await ask(page, "links");
    const refused = await Promise.all(here.map(deadEnd));
    expect([...broken, ...refused.flat()]).toEqual([]);
  },
);

/** Each width, scheme and language with each of the others: half of all combinations. A document has both its looks. */
const LOOKS = {
  en: [
    { width: WIDE, colorScheme: "light" },
    { width: NARROW, colorScheme: "dark" },
  ],
  es: [
    { width: WIDE, colorScheme: "dark" },
    { width: NARROW, colorScheme: "light" },
  ],
} as const;

const looks = draw(KINDS, 4).map(
  (path) => [path, drawFor<keyof typeof LOOKS>(path, ["en", "es"])] as const,
);

it.each(looks)(
  `%s fits and can be used in %s, wide and narrow, with SEED=${seed}`,
  async (path, language) => {
    const page = await site.open(path, { language });
    for (const look of LOOKS[language]) {
      await page.setViewportSize({ width: look.width, height: 800 });
      await page.emulateMedia({ colorScheme: look.colorScheme });
      await expectUsable(page, { language, ...look });
    }
  },
);

/** Pages of which every barrier is looked for in a run: those of each kind have their own looks above. */
const USED = 3;
const others = pages.filter(({ path }) => !KINDS.includes(path));

it.each(draw(others, USED))(
  `$path can be used by everybody, with SEED=${seed}`,
  async ({ path }) => {
    await expectUsable(await site.open(path), { path });
  },
);

// Every key on every page would take a minute; each run draws others.
describe.each(draw(pages, 3))(`$path, with SEED=${seed}`, ({ path }) => {
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
