/** The playground of the developers page, used as people use it. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { definePlugin } from "waymark";
import { z } from "zod";
import preset from "../../plugins/preset.ts";
import { draw, seed } from "../_draw.ts";
import { useSite } from "./_browser.ts";

const HOSTILE = `<img src=x onerror=alert(1)>"'</script><b>{{7*7}}`;
/** Browsers report every refused request; here some are refused on purpose. */
const REFUSED = /the server responded with a status of (4|5)\d\d/;
const PAGE = "/developers";
const OPERATIONS = 20;

/** The playground has to show its texts exactly as they are written. */
const hostile = definePlugin({
  id: "hostile",
  summary: HOSTILE,
  routes: {
    showHostile: {
      method: "GET",
      path: "/api/hostile",
      summary: HOSTILE,
      description: HOSTILE,
      query: z.object({
        q: z
          .string()
          .optional()
          .describe(HOSTILE)
          .meta({ examples: [HOSTILE] }),
      }),
      returns: z.object({ echo: z.string(), home: z.string(), script: z.string() }),
      cache: "no-store",
    },
    showLarge: {
      method: "GET",
      path: "/api/large",
      summary: "Read a lot.",
      returns: z.object({ text: z.string() }),
      cache: "no-store",
    },
  },
  handlers: () => ({
    showHostile: ({ query }) => ({
      echo: query.q ?? HOSTILE,
      home: "/api",
      script: "javascript:alert(1)",
    }),
    showLarge: () => ({ text: "waymark ".repeat(200_000) }),
  }),
});

const site = useSite({ plugins: [...preset, hostile] });

describe("the playground", () => {
  // Every one takes half a second; each run draws others.
  it(`sends operations that read, and shows their status, with SEED=${seed}`, async () => {
    const page = await open(PAGE, { tolerates: REFUSED });
    const all = site.server.registry.routes.filter((one) => !one.site && one.method === "GET");
    const reads = draw(all, OPERATIONS);
    const seen: Record<string, number> = {};
    for (const { ref, kind, pattern } of reads) {
      await choose(page, ref);
      if (pattern.params.length > 0)
        await expectSoon(() => field(page, "Path and query").inputValue(), /^[^{}]+$/);
      await press(page, "form.request [type=submit]");
      if (kind === "stream") {
        await expectSoon(() => liveStatus(page), /Listening/);
        await press(page, "[data-stop]");
        await expectSoon(() => liveStatus(page), /Stopped/);
      } else await expectSoon(() => liveStatus(page), /^Answered/);
      const { status, request, target, meanings } = await factsOf(page);
      seen[ref] = status;
      expect({ ref, request }).toEqual({ ref, request: `GET ${target} HTTP` });
      expect(meanings.filter((text) => !/\w{3}/.test(text) || text.startsWith("Not from"))).toEqual(
        [],
      );
    }
    const fine = Object.fromEntries(
      reads.map(({ ref, declaration: { alwaysFails } }) => [
        ref,
        site.server.registry.errors.find(({ code }) => code === alwaysFails?.code)?.status ?? 200,
      ]),
    );
    expect(seen).toEqual(fine);
  }, 120_000);

  it("leads on by the links of answers, and back through the history", async () => {
    const page = await open(PAGE);
    await field(page, "Operation").selectOption("root.showRoot");
    await send(page);
    await answered(page, "GET /api HTTP");
    await page.locator('[data-body] a[href*="versions"]').first().click();
    await answered(page, "GET /api/versions HTTP");
    await page
      .locator("[data-body] a", { hasText: /^\/api$/ })
      .first()
      .click();
    await answered(page, "GET /api HTTP");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goBack();
    await answered(page, "GET /api/versions HTTP");
    expect(await field(page, "Path and query").inputValue()).toBe("/api/versions");
    expect(decodeURIComponent(page.url())).toContain("#call=GET /api/versions");
    await page.goForward();
    await answered(page, "GET /api HTTP");
    // The page shows the earlier answer again without another request.
    expect(asked.filter((url) => url.includes("/api"))).toEqual([]);

    const shared = await open(page.url().replace(site.server.origin, ""));
    await answered(shared, "GET /api HTTP");
    expect(await statusOf(shared)).toBe(200);
  });

  it("makes fields of parameters, and parameters of addresses", async () => {
    const page = await open(
      `${PAGE}#call=GET%20/api/offices?filter[name][contains]=a%26limit=2%26sort=-id`,
    );
    await answered(page, "GET /api/offices?filter[name][contains]=a&limit=2&sort=-id HTTP");
    expect(await field(page, "limit").inputValue()).toBe("2");
    expect(await field(page, "Operator").inputValue()).toBe("contains");
    await field(page, "limit").fill("0");
    await field(page, "Value").fill("é & ü");
    await page.getByRole("button", { name: "Remove" }).click();
    expect(await field(page, "Path and query").inputValue()).toBe("/api/offices?sort=-id&limit=0");
  });

  it("asks again with the ETag that it was given, and says what errors mean", async () => {
    const page = await open(`${PAGE}#call=GET%20/api/brains`, { tolerates: REFUSED });
    await answered(page, "GET /api/brains HTTP");
    await page.getByRole("link", { name: "Send again with this ETag" }).click();
    await expectSoon(() => statusOf(page), 304);
    await field(page, "Path and query").fill("/api/brains?limit=0");
    await send(page);
    await expectSoon(() => statusOf(page), 400);
    expect(await page.locator(".answer").innerText()).toMatch(/RFC 9110, 15\.5\.1/);
    await field(page, "Path and query").fill("//elsewhere.example/");
    await send(page);
    expect(await statusOf(page)).toBe(400);
  });

  it("never writes by itself", async () => {
    const page = await open(`${PAGE}#call=POST%20/api/bulk`, { tolerates: REFUSED });
    expect(await field(page, "Operation").inputValue()).toBe("bulk.runBulk");
    expect(await page.locator(".answer").isVisible()).toBe(false);
    await send(page);
    await expectSoon(() => statusOf(page), 501);
    await page.reload();
    await field(page, "Operation").waitFor();
    expect(await page.locator(".answer").isVisible()).toBe(false);
  });

  it("shows no answer under another request (D)", async () => {
    const page = await open(`${PAGE}#call=GET%20/api/ping`);
    await answered(page, "GET /api/ping HTTP");
    await field(page, "Operation").selectOption("brains.listBrains");
    expect(await page.locator(".answer").isVisible()).toBe(false);
    await send(page);
    await answered(page, "GET /api/brains HTTP");
    await page.getByRole("tab", { name: "GraphQL" }).click();
    expect(await page.locator(".answer").isVisible()).toBe(false);
  });

  it("keeps own headers for the next request, and out of the address (D)", async () => {
    const page = await open(PAGE);
    await page.getByText("Request headers", { exact: true }).first().click();
    await field(page, "Other headers").fill("X-API-Key: wm_secret\nPrefer: return=minimal");
    const keys: (string | undefined)[] = [];
    page.on("request", (one) => {
      if (one.url().includes("/api/")) keys.push(one.headers()["x-api-key"]);
    });
    await send(page);
    await answered(page, "GET /api HTTP");
    await page.locator('[data-body] a[href*="versions"]').first().click();
    await answered(page, "GET /api/versions HTTP");
    await field(page, "Operation").selectOption("ping.getPing");
    expect(await field(page, "Other headers").inputValue()).toBe("X-API-Key: wm_secret");
    await send(page);
    await answered(page, "GET /api/ping HTTP");
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys)).toEqual(new Set(["wm_secret"]));
    expect(page.url()).not.toMatch(/secret/);
    await page.goBack();
    await answered(page, "GET /api/versions HTTP");
    expect(page.url()).not.toMatch(/secret/);
  });

  it("asks for a path parameter that has no value (D)", async () => {
    const page = await open(PAGE);
    await field(page, "Operation").selectOption("schemas.showSchema");
    await expectSoon(() => field(page, "Path and query").inputValue(), /^[^{}]+$/);
    const [parameter = ""] = site.server.registry.route("schemas.showSchema")?.pattern.params ?? [];
    await page
      .locator("#play")
      .getByLabel(new RegExp(`^${parameter}`))
      .fill("");
    await send(page);
    expect(await page.locator(".answer").isVisible()).toBe(false);
    const complaint = await page.evaluate(
      `document.querySelector("#play input.mono").validationMessage`,
    );
    expect(complaint).toBe(`Enter a value for ${parameter}.`);
  });

  it("shows the size of HEAD as nothing, and counts events only (D)", async () => {
    const page = await open(`${PAGE}#call=HEAD%20/api/openapi`);
    await answered(page, "HEAD /api/openapi HTTP");
    expect(await page.locator(".measures").innerText()).not.toContain("as sent");
    await field(page, "Operation").selectOption("events.streamEvents");
    await send(page);
    await expectSoon(() => liveStatus(page), /Listening/);
    await expectSoon(() => page.locator("[data-events] li").count(), expect.any(Number));
    for (const text of await page.locator("[data-events] li").allInnerTexts())
      expect(text).toMatch(/^[a-z.]+ ?#?\S*: [{[]/);
  });

  it("shows every answer as text", async () => {
    const page = await open(PAGE);
    await field(page, "Operation").selectOption("hostile.showHostile");
    await field(page, "q").fill(HOSTILE);
    await send(page);
    await expectSoon(() => statusOf(page), 200);
    const body = page.locator("[data-body]");
    expect(JSON.parse(await body.innerText())).toMatchObject({ echo: HOSTILE });
    expect(await body.locator("a").allInnerTexts()).toContain("/api");
    expect(await body.locator('a[href^="javascript"]').count()).toBe(0);
    expect(await page.locator("main img, main b").count()).toBe(0);
    await field(page, "Operation").selectOption("hostile.showLarge");
    await send(page);
    await expectSoon(() => page.locator(".answer").innerText(), /only its first megabyte/);
  });

  it("reports that no answer comes", async () => {
    const page = await open(PAGE, { tolerates: /ERR_FAILED/ });
    await page.route("**/api/ping", (route) => route.abort());
    await field(page, "Operation").selectOption("ping.getPing");
    await send(page);
    await expectSoon(() => liveStatus(page), "No answer");
  });
});

describe("GraphQL", () => {
  it("runs in an editor, and is shared", async () => {
    const page = await open(PAGE);
    await page.getByRole("tab", { name: "GraphQL" }).click();
    const editor = page.getByRole("textbox", { name: "Query" });
    await page.locator(".editor").waitFor();
    await editor.click();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("{ offices(limit: 1) { id ");
    await page.keyboard.press("Control+Enter");
    await expectSoon(() => page.locator("[data-body]").innerText(), /"offices"|"errors"/);
    expect(decodeURIComponent(page.url())).toContain("#graphql={ offices");

    const shared = await open(`${PAGE}#graphql=%7B%20service%20%7D`);
    await shared.locator(".editor").waitFor();
    expect(await shared.locator(".answer").isVisible()).toBe(false);
    await shared.getByRole("button", { name: "Run" }).click();
    await expectSoon(() => shared.locator("[data-body]").innerText(), /"service": "waymark"/);
  });

  it("does without the editor where it cannot be loaded", async () => {
    const page = await open(PAGE, { tolerates: /ERR_FAILED/ });
    await page.route("**/graphql-editor.js", (route) => route.abort());
    await page.getByRole("tab", { name: "GraphQL" }).click();
    await field(page, "Query").fill("query($n: Int) { offices(limit: $n) { id } }");
    await field(page, "Variables").fill("[]");
    await page.getByRole("button", { name: "Run" }).click();
    expect(await page.locator(".answer").isVisible()).toBe(false);
    await field(page, "Variables").fill('{"n": 1}');
    await page.getByRole("button", { name: "Run" }).click();
    await expectSoon(() => page.locator("[data-body]").innerText(), /"offices": \[/);
  });
});

describe("everybody", () => {
  it("can do it all by keyboard", async () => {
    const page = await open(PAGE);
    await page.getByRole("tab", { name: "HTTP requests" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await focused(page)).toBe("GraphQL");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Tab");
    await page.keyboard.type("GET /api/ping");
    await page.keyboard.press("Control+Enter");
    await answered(page, "GET /api/ping HTTP");
    expect(await focused(page)).toBe("Answer");
  });

  it("finds operations, and tries them", async () => {
    const page = await open(PAGE);
    await page.getByRole("searchbox").fill("offices integrations");
    const shown = page.locator("[data-operation]:visible");
    expect(await shown.count()).toBe(1);
    await shown.locator("summary").click();
    await page.getByRole("link", { name: "Try it in the playground" }).click();
    await expectSoon(
      () => field(page, "Path and query").inputValue(),
      /^\/api\/offices\/[a-z]+\/integrations$/,
    );
    await page.getByRole("searchbox").fill("no such thing");
    expect(await page.getByText("No operation contains all of these words.").isVisible()).toBe(
      true,
    );
  });

  it("reaches an operation by its address while the search hides it (D)", async () => {
    const page = await open(PAGE);
    await page.getByRole("searchbox").fill("no such thing");
    await page.evaluate(`location.hash = "#ping.getPing"`);
    await expectSoon(() => page.locator("[id='ping.getPing'][open]").isVisible(), true);
  });

  it("opens the documents of the API in the playground (D)", async () => {
    const page = await open(PAGE);
    await page.locator(".ways a", { hasText: "Capabilities" }).click();
    await answered(page, "GET /api/capabilities HTTP");
    const plain = await site.open(PAGE, { javaScript: false });
    const link = plain.locator(".ways a", { hasText: "Capabilities" });
    expect(await link.getAttribute("href")).toBe("/api/capabilities");
  });

  it("sees which tab is selected in forced colours (D)", async () => {
    const page = await open(PAGE);
    await page.emulateMedia({ forcedColors: "active" });
    const colours = await page.evaluate(
      `[...document.querySelectorAll("[role=tab]")].map((tab) => getComputedStyle(tab).backgroundColor)`,
    );
    expect(new Set(colours as string[]).size).toBe(2);
  });

  it("is spoken to in Spanish", async () => {
    const page = await open(`${PAGE}#call=GET%20/api/brains`, { language: "es" });
    await expectSoon(() => liveStatus(page), /^Respondido: 200/);
    expect(await page.locator(".answer").innerText()).toMatch(/Identifica esta versión exacta/);
  });

  it("has the commands without scripts", async () => {
    const page = await site.open(PAGE, { javaScript: false });
    const text = await page.locator("main").innerText();
    expect(text).toContain("The playground needs JavaScript.");
    await page.locator("[id='offices.getOffice'] summary").click();
    const inside = await page.locator("[id='offices.getOffice'] .inside").innerText();
    expect(inside).toMatch(/curl '.*\/api\/offices\/.*officeId.*404 resource-not-found/s);
    expect(await page.getByText("Try it in the playground").locator("visible=true").count()).toBe(
      0,
    );
  });
});

async function open(path: string, visit: Parameters<typeof site.open>[1] = {}): Promise<Page> {
  const page = await site.open(path, visit);
  await page.locator("form.request").locator("visible=true").waitFor();
  return page;
}

function field(page: Page, label: string): Locator {
  return page.locator("#play").getByLabel(label, { exact: true }).locator("visible=true").first();
}

async function send(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send" }).click();
}

async function liveStatus(page: Page): Promise<string> {
  return (await page.locator("[data-live]").textContent()) ?? "";
}

async function statusOf(page: Page): Promise<number> {
  return Number(await page.locator("[data-status]").getAttribute("data-status"));
}

async function requestOf(page: Page): Promise<string> {
  const [line = ""] = ((await page.locator("[data-request]").textContent()) ?? "").split("\n");
  return line;
}

/** As somebody who chooses an operation does, without waiting for the page to come to rest each time. */
async function choose(page: Page, ref: string): Promise<void> {
  await page.evaluate(`{
    const select = document.querySelector("#play select");
    select.value = ${JSON.stringify(ref)};
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }`);
}

async function press(page: Page, selector: string): Promise<void> {
  await page.evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`);
}

interface Shown {
  readonly status: number;
  /** Its first line. */
  readonly request: string;
  /** Path and query as the form has them. */
  readonly target: string;
  /** Explanations of the response headers. */
  readonly meanings: readonly string[];
}

/** All of it at once, which is quicker than to ask for each. */
function factsOf(page: Page): Promise<Shown> {
  return page.evaluate<Shown>(`({
    status: Number(document.querySelector("[data-status]").dataset.status),
    request: document.querySelector("[data-request]").textContent.split("\\n")[0],
    target: document.querySelector("#play input.mono").value,
    meanings: [...document.querySelectorAll(".headers tbody td:nth-child(3)")].map((cell) => cell.textContent),
  })`);
}

async function answered(page: Page, line: string): Promise<void> {
  await expectSoon(() => requestOf(page), line);
}

function focused(page: Page): Promise<string> {
  return page.evaluate("document.activeElement?.textContent ?? ''");
}

async function expectSoon(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  await expect
    .poll(read, { timeout: 15_000, interval: 20 })
    .toEqual(expected instanceof RegExp ? expect.stringMatching(expected) : expected);
}
