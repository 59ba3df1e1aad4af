/** States that people bring about on a page: each is for everybody, and fits the window. */
import type { Page } from "playwright-core";
import { it } from "vitest";
import { draw, drawFor, seed } from "../_draw.ts";
import { expectUsable } from "./_axe.ts";
import { useSite, type Visit } from "./_browser.ts";
import { choose, expectSoon, send, shown, statusOf } from "./_playground.ts";

interface State extends Pick<Visit, "status" | "tolerates"> {
  readonly path: string;
  /** Widths of windows that have the state. Default: a narrow and a wide one. */
  readonly widths?: readonly number[];
  /** Brings the state about by structure alone, so that it works in each language. */
  readonly reach?: (page: Page) => Promise<void>;
}

const NARROW = 320;
const WIDE = 1440;
const REFUSED = /the server responded with a status of 4\d\d/;
const LIST = `/developers#call=${encodeURIComponent("GET /api/offices?limit=2")}`;
const OPERATION = "/developers/operations/offices.listOffices";

const site = useSite();

const finder = (words: string, found: string) => async (page: Page) => {
  await page.locator("[data-search]").click();
  await page.locator("dialog.finder [role=combobox]").fill(words);
  await page.locator(`dialog.finder ${found}`).first().waitFor();
};
const unfold = async (page: Page) => {
  await page.evaluate(
    `for (const one of document.querySelectorAll("main details:not([name])")) one.open = true`,
  );
};

/** States of several pages. Tests of single pages cover writes, credentials, GraphQL, and the status in an incident. */
const STATES: Readonly<Record<string, State>> = {
  "headers of an answer": {
    path: LIST,
    async reach(page) {
      await expectSoon(() => statusOf(page), 200);
      await shown(page, ".answer [role=tab]").nth(1).click();
    },
  },
  "a refusal": {
    path: LIST.replace("%3D2", "%3Dmany"),
    tolerates: REFUSED,
    reach: (page) => expectSoon(() => statusOf(page), 400),
  },
  "an earlier answer": {
    path: LIST,
    async reach(page) {
      await expectSoon(() => statusOf(page), 200);
      await choose(page, "brains.listBrains");
      await shown(page, ".answer[data-earlier]").waitFor();
    },
  },
  "operations to choose from": {
    path: "/developers",
    async reach(page) {
      await shown(page, "[role=combobox]").fill("off");
      await shown(page, "[role=option]").first().waitFor();
    },
  },
  "headers for all requests, and keys": { path: "/developers", reach: unfold },
  "a stream": {
    path: "/developers",
    async reach(page) {
      await choose(page, "events.streamEvents");
      await send(page);
      await shown(page, "[data-stop]").waitFor();
    },
  },
  "keys in the dialog": {
    path: "/docs",
    async reach(page) {
      await page.keyboard.press("?");
      await page.locator("dialog.finder[open] kbd").first().waitFor();
    },
  },
  "results in the dialog": { path: "/docs", reach: finder("office", "[role=option]") },
  "no results in the dialog": { path: "/docs", reach: finder("zzz", ".said") },
  "results on the page": { path: "/search?q=office" },
  "no results on the page": { path: "/search?q=zzz" },
  "the menu": {
    path: "/docs",
    widths: [NARROW, 768],
    reach: (page) => page.locator(".site-menu > summary").click(),
  },
  "the menu of the reference": {
    path: "/developers/reference",
    widths: [NARROW],
    reach: (page) => page.locator(".contents > summary").click(),
  },
  "all of an operation": { path: OPERATION, reach: unfold },
  "all of the reference": { path: "/developers/reference", reach: unfold },
  "all of an answer": { path: "/api/offices?limit=1", reach: unfold },
  "an answer that names what is wrong": {
    path: "/api/offices?limit=many",
    status: 400,
    tolerates: REFUSED,
  },
  "the nearest page": { path: "/develpers", status: 404, tolerates: REFUSED },
};

// All states, languages, widths and schemes would take minutes; each run draws others.
it.each(draw(Object.entries(STATES), 6))(`%s, with SEED=${seed}`, async (name, state) => {
  const language = drawFor(`language of ${name}`, ["en", "es"]);
  const width = drawFor(`width of ${name}`, state.widths ?? [WIDE, NARROW]);
  const dark = drawFor(`scheme of ${name}`, [false, true]);
  const page = await site.open(state.path, { language, width, dark, ...state });
  await state.reach?.(page);
  await expectUsable(page, { language, width, dark });
});
