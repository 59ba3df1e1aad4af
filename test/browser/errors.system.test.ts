/** Refusals and failures, as people with a browser meet them, and as programs do. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { definePlugin } from "waymark";
import { pagesOf } from "waymark/services";
import { z } from "zod";
import preset from "../../plugins/preset.ts";
import { ask, useSite } from "./_browser.ts";

const SECRET = "the password is swordfish";
const fail = (): never => {
  throw new Error(SECRET);
};

const broken = definePlugin({
  id: "broken",
  summary: "Fails.",
  routes: {
    showPage: {
      method: "GET",
      path: "/broken",
      summary: "See a page that fails.",
      page: { title: "Broken", menu: "none" },
      languages: ["en", "es"],
      cache: "no-store",
    },
    showAnswer: {
      method: "GET",
      path: "/api/broken",
      summary: "Ask what fails.",
      returns: z.object({}),
      cache: "no-store",
    },
  },
  handlers: () => ({ showPage: fail, showAnswer: fail }),
});

const site = useSite({ plugins: [...preset, broken] });

/** Requests of a browser, and the refusals that they meet. */
const REFUSALS = [
  { status: 404, path: "/no-such-page", title: "There is no page here" },
  { status: 404, path: "/no-such-page", language: "es", title: "Aquí no hay ninguna página" },
  { status: 404, path: "/api/no-such-thing", title: "There is no page here" },
  {
    status: 400,
    path: "/api/brains?limit=many",
    title: "This request cannot be answered",
  },
  { status: 500, path: "/broken", title: "Something went wrong" },
  { status: 500, path: "/broken", language: "es", title: "Algo ha fallado" },
  { status: 500, path: "/api/broken", title: "Something went wrong" },
];

describe("somebody with a browser", () => {
  it.each(REFUSALS)("sees $status at $path: $title", async ({ path, title, ...visit }) => {
    const page = await site.open(path, visit);
    await expectErrorPage(page, title, visit.language ?? "en");
    const text = await page.locator("body").innerText();
    expect(text).toContain(String(visit.status));
    expect(text).not.toContain(SECRET);
    expect(text).not.toMatch(/\.ts\b|node:|\bat .+:\d+/);
  });

  it("sees 405 after sending a form to a page", async () => {
    const page = await site.open("/sitemap", { tolerates: /status of 405/ });
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement("form"), { method: "post" }));
       document.forms[document.forms.length - 1].submit()`,
    );
    expect((await answer).status()).toBe(405);
    await page.getByRole("heading", { name: "This request cannot be answered" }).waitFor();
    await expectErrorPage(page, "This request cannot be answered", "en");
  });
});

it("sends 406 in HTML to clients that accept only HTML, as no browser does", async () => {
  const headers = { Accept: "text/html, text/plain;q=0" };
  const answer = await site.server.request("/.well-known/security.txt", { headers });
  expect(answer.status).toBe(406);
  expect(answer.headers.get("content-type")).toMatch(/^text\/html\b/);
  expect(await answer.text()).toContain("<h1>This request cannot be answered</h1>");
});

describe("somebody in a hurry", () => {
  const busy = useSite({ config: { plugins: { "rate-limit": { limit: 5, pages: 5 } } } });

  it("sees 429, on a page with styles", async () => {
    for (let asked = 0; asked < 5; asked++) await busy.server.request("/sitemap");
    const page = await busy.open("/sitemap", { status: 429 });
    await expectErrorPage(page, /^Too many requests: try again in \d+ s/, "en");
    const margin = await page.evaluate("getComputedStyle(document.body).margin");
    expect(margin).toBe("0px");
  });

  it("sees the seconds go by, and no advice to wait once there are none", async () => {
    const page = await site.open("/api/rate-limit-demo", { status: 429 });
    await page.getByRole("heading", { name: "Too many requests", exact: true }).waitFor();
    expect(await page.locator("main").innerText()).not.toMatch(/again in/);
  });
});

describe("a program", () => {
  const names = {
    "*/*": "application/json",
    "application/problem+json": "application/problem+json",
  };

  it.each(Object.entries(names))("that accepts %s gets %s", async (accept, mediaType) => {
    for (const { status, path } of REFUSALS) {
      const answer = await site.server.request(path, { headers: { Accept: accept } });
      const body = await answer.text();
      expect({ path, status: answer.status, type: answer.headers.get("content-type") }).toEqual({
        path,
        status,
        type: expect.stringContaining(mediaType),
      });
      expect(JSON.parse(body)).toBeTypeOf("object");
      expect(body).not.toContain(SECRET);
    }
  });
});

/** A document like any other: titled, in a language, with a way out. */
async function expectErrorPage(
  page: Page,
  title: string | RegExp,
  language: string,
): Promise<void> {
  const facts = await ask(page, "facts");
  expect(facts.language).toBe(language);
  for (const text of [facts.h1.join("; "), facts.title]) expect(text).toMatch(title);
  expect(await ask(page, "foreignMarkup")).toEqual([]);
  const home = pagesOf(site.server.registry, language).find(({ menu }) => menu === "main");
  const first = page.getByRole("banner").getByRole("link").first();
  expect(await first.getAttribute("href")).toBe(home?.href);
}
