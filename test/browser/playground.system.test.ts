/** The playground of the developers page, used as people use it. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { definePlugin } from "waymark";
import { z } from "zod";
import preset from "../../plugins/preset.ts";
import { draw, drawFor, seed } from "../_draw.ts";
import { barriers } from "./_axe.ts";
import { ask, useSite } from "./_browser.ts";
import {
  answered,
  choose,
  expectSoon,
  field,
  liveStatus,
  part,
  send,
  shown,
  statusOf,
} from "./_playground.ts";

const HOSTILE = `<img src=x onerror=alert(1)>"'</script><b>{{7*7}}`;
/** Browsers report every refused request; here some are refused on purpose. */
const REFUSED = /the server responded with a status of (4|5)\d\d/;
const PAGE = "/developers";
const LOOKS = [
  ["en", false, 1440],
  ["es", true, 375],
] as const;
const OPERATIONS = 8;

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
    const all = site.server.registry.routes.filter(
      (one) => !one.site && one.method === "GET" && one.kind !== "stream",
    );
    const reads = draw(all, OPERATIONS);
    const seen: Record<string, number> = {};
    for (const { ref, pattern } of reads) {
      await choose(page, ref);
      if (pattern.params.length > 0)
        await expectSoon(() => field(page, "Path and query").inputValue(), /^[^{}]+$/);
      await press(page, "form.request [type=submit]");
      await expectSoon(() => liveStatus(page), /^Answered/);
      const { status, request, target, meanings } = await factsOf(page);
      seen[ref] = status;
      expect({ ref, request }).toEqual({ ref, request: `GET ${target} HTTP` });
      expect(meanings.filter((text) => !/\w{3}/.test(text) || text.startsWith("Not set"))).toEqual(
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
  });

  it("leads on by the links of answers, and back through the history", async () => {
    const page = await open(PAGE);
    await choose(page, "root.showRoot");
    await send(page);
    await answered(page, "GET /api");
    await page.locator('[data-body] a[href*="versions"]').first().click();
    await answered(page, "GET /api/versions");
    await page
      .locator("[data-body] a", { hasText: /^\/api$/ })
      .first()
      .click();
    await answered(page, "GET /api");
    await page.goBack();
    await answered(page, "GET /api/versions");
    expect(await field(page, "Path and query").inputValue()).toBe("/api/versions");
    expect(decodeURIComponent(page.url())).toContain("#call=GET /api/versions");
    await page.goForward();
    await answered(page, "GET /api");

    const shared = await open(page.url().replace(site.server.origin, ""));
    await answered(shared, "GET /api");
    expect(await statusOf(shared)).toBe(200);
  });

  it("makes fields of parameters, and parameters of addresses", async () => {
    const page = await open(
      `${PAGE}#call=GET%20/api/offices?filter[name][contains]=a%26limit=2%26sort=-id`,
    );
    await answered(page, "GET /api/offices?filter[name][contains]=a&limit=2&sort=-id");
    expect(await field(page, "limit").inputValue()).toBe("2");
    expect(await field(page, "Operator").inputValue()).toBe("contains");
    await field(page, "limit").fill("0");
    await field(page, "Value").fill("é & ü");
    await page.getByRole("button", { name: "Remove" }).click();
    expect(await field(page, "Path and query").inputValue()).toBe("/api/offices?sort=-id&limit=0");
  });

  it("asks again with the ETag that it was given, and says what errors mean", async () => {
    const page = await open(`${PAGE}#call=GET%20/api/brains`, { tolerates: REFUSED });
    await answered(page, "GET /api/brains");
    await part(page, "Headers");
    await page.getByRole("link", { name: "Send again with this ETag" }).click();
    await expectSoon(() => statusOf(page), 304);
    await field(page, "Path and query").fill("/api/brains?limit=0");
    await send(page);
    await expectSoon(() => statusOf(page), 400);
    expect(await shown(page, ".answer").innerText()).toMatch(/RFC 9110, 15\.5\.1/);
    await field(page, "Path and query").fill("//elsewhere.example/");
    await send(page);
    expect(await statusOf(page)).toBe(400);
  });

  it("never writes by itself", async () => {
    const page = await open(`${PAGE}#call=POST%20/api/bulk`, { tolerates: REFUSED });
    expect(await field(page, "Operation").inputValue()).toBe("POST /api/bulk");
    expect(await shown(page, "[data-status]").count()).toBe(0);
    await send(page);
    await expectSoon(() => statusOf(page), 501);
    await page.reload();
    await field(page, "Operation").waitFor();
    expect(await shown(page, "[data-status]").count()).toBe(0);
  });

  it("marks the answer of an earlier request, and has one for each tab (D)", async () => {
    const page = await open(`${PAGE}#call=GET%20/api/ping`);
    await answered(page, "GET /api/ping");
    const isEarlier = () => shown(page, ".answer[data-earlier]").count();
    expect(await isEarlier()).toBe(0);
    await choose(page, "offices.listOffices");
    expect(await isEarlier()).toBe(1);
    expect(await shown(page, ".earlier").innerText()).toContain("earlier request");
    await choose(page, "ping.getPing");
    expect(await isEarlier()).toBe(0);
    await page.getByRole("tab", { name: "GraphQL" }).click();
    expect(await shown(page, "[data-status]").count()).toBe(0);
    await page.getByRole("tab", { name: "HTTP requests" }).click();
    expect(await statusOf(page)).toBe(200);
  });

  it("keeps own headers for all requests, and out of the address (D)", async () => {
    const page = await open(PAGE);
    await page.getByText("Headers for all requests").first().click();
    const own = page.getByLabel("Headers for all requests");
    await own.fill("X-API-Key: wm_secret\nCookie: a=b\nX-Other: wm_other");
    const keys: (string | undefined)[] = [];
    page.on("request", (one) => {
      if (one.url().includes("/api/")) keys.push(one.headers()["x-api-key"]);
    });
    await choose(page, "offices.listOffices");
    await page.getByText("Request headers", { exact: true }).first().click();
    await field(page, "X-Request-ID").fill("wm_tracked");
    await field(page, "If-None-Match").fill('"x"');
    await send(page);
    await answered(page, "GET /api/offices");
    expect(decodeURIComponent(page.url())).toMatch(
      /#call=GET \/api\/offices&header=If-None-Match: "x"$/,
    );
    await shown(page, '[data-body] a[href*="lisboa"]').first().click();
    await answered(page, "GET /api/offices/lisboa");
    await page.getByRole("tab", { name: "GraphQL" }).click();
    await send(page);
    await answered(page, "POST /api/graphql");
    await page.getByRole("tab", { name: "HTTP requests" }).click();
    await choose(page, "events.streamEvents");
    await send(page);
    await expectSoon(() => liveStatus(page), /Listening/);
    expect(keys.length).toBeGreaterThan(3);
    expect(keys.filter((key) => key !== "wm_secret").length).toBeLessThanOrEqual(1); // introspection of the editor
    expect(page.url()).not.toMatch(/wm_/);
    await page.goBack();
    expect(page.url()).not.toMatch(/wm_/);
    // An address cannot make it send others.
    await page.goto(`${PAGE}#call=GET%20/api/ping&header=X-Evil:%201`);
    await answered(page, "GET /api/ping");
    expect(await shown(page, "[data-request]").textContent()).not.toContain("X-Evil");
  });

  it("stops where a required value is missing, and marks what is out of range (D)", async () => {
    const page = await open(PAGE);
    await choose(page, "schemas.showSchema");
    await expectSoon(() => field(page, "Path and query").inputValue(), /^[^{}]+$/);
    const [name = ""] = site.server.registry.route("schemas.showSchema")?.pattern.params ?? [];
    const control = field(page, `${name} (required)`);
    await control.fill("");
    await send(page);
    expect(await shown(page, "[data-status]").count()).toBe(0);
    expect(await control.getAttribute("aria-invalid")).toBe("true");
    expect(await control.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    expect(await shown(page, "form").innerText()).toContain(`Enter a value for ${name}.`);
    await choose(page, "offices.listOffices");
    await field(page, "limit").fill("900");
    expect(await shown(page, "form").innerText()).toContain("The service accepts 1 to 200.");
    await field(page, "limit").fill("90");
    expect(await shown(page, "form").innerText()).not.toContain("The service accepts");
  });

  it("says what HEAD says, counts events only, and keeps one entry for the same request (D)", async () => {
    const page = await open(`${PAGE}#call=HEAD%20/api/openapi`);
    await answered(page, "HEAD /api/openapi");
    expect(await shown(page, ".measures").innerText()).toMatch(
      /no body; that of GET has [\d.]+ KB/,
    );
    const entries = await page.evaluate("history.length");
    await send(page);
    await send(page);
    await expectSoon(() => liveStatus(page), /^Answered/);
    expect(await page.evaluate("history.length")).toBe(entries);
    await choose(page, "events.streamEvents");
    await send(page);
    await expectSoon(() => liveStatus(page), /Listening/);
    for (const text of await page.locator("[data-events] li").allInnerTexts())
      expect(text).toMatch(/^[a-z.]+ ?#?\S*: [{[]/);
    await page.locator("[data-stop]").click();
    await expectSoon(() => liveStatus(page), "Stopped.");
  });

  it("opens an operation by its address", async () => {
    const page = await open(PAGE);
    await page.evaluate(`document.getElementById("brains.listBrains")?.remove()`);
    await page.evaluate(`location.hash = "#brains.listBrains"`);
    await expectSoon(() => field(page, "Operation").inputValue(), "GET /api/brains");
  });

  it("has one operation on the page of that, which loads no other", async () => {
    const page = await open("/developers/operations/hostile.showHostile");
    expect(await page.locator("#play form.request").count()).toBe(1);
    expect(await page.locator("#play [role=combobox]").count()).toBe(0);
    expect(await page.locator("main img, main b").count()).toBe(0);
    await field(page, "q").fill(HOSTILE);
    await send(page);
    await expectSoon(() => statusOf(page), 200);
    const link = shown(page, "[data-body] a").getByText("/api", { exact: true });
    expect(await link.getAttribute("href")).toBe("/developers#call=GET%20%2Fapi");
    const loaded = (await page.requests()).map((one) => new URL(one.url()).pathname);
    expect(loaded).not.toContain("/developers/operations.json");
    await page.goto("/developers/operations/events.streamEvents");
    await tryIt(page);
    await expectSoon(() => field(page, "Path and query").inputValue(), "/api/events");
  });

  it("shows every answer as text", async () => {
    const page = await open(PAGE);
    await choose(page, "hostile.showHostile");
    await field(page, "q").fill(HOSTILE);
    await send(page);
    await expectSoon(() => statusOf(page), 200);
    const body = shown(page, "[data-body]");
    expect(JSON.parse(await body.innerText())).toMatchObject({ echo: HOSTILE });
    expect(await body.locator("a").allInnerTexts()).toContain("/api");
    expect(await body.locator('a[href^="javascript"]').count()).toBe(0);
    expect(await page.locator("main img, main b").count()).toBe(0);
    await choose(page, "hostile.showLarge");
    await send(page);
    await expectSoon(() => shown(page, ".answer").innerText(), /only its first megabyte/);
  });

  it("reports that no answer comes", async () => {
    const page = await open(PAGE, { tolerates: /ERR_FAILED/ });
    await page.route("**/api/ping", (route) => route.abort());
    await choose(page, "ping.getPing");
    await send(page);
    await expectSoon(() => liveStatus(page), "No response");
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
    await expectSoon(() => shown(page, "[data-body]").innerText(), /"offices"|"errors"/);
    expect(decodeURIComponent(page.url())).toContain("#graphql={ offices");

    const shared = await open(`${PAGE}#graphql=%7B%20service%20%7D`);
    await shared.locator(".editor").waitFor();
    expect(await shown(shared, "[data-status]").count()).toBe(0);
    await shared.getByRole("button", { name: "Run" }).click();
    await expectSoon(() => shown(shared, "[data-body]").innerText(), /"service": "waymark"/);
  });

  it("does without the editor where it cannot be loaded", async () => {
    const page = await open(PAGE, { tolerates: /ERR_FAILED/ });
    await page.route("**/graphql-editor.js", (route) => route.abort());
    await page.getByRole("tab", { name: "GraphQL" }).click();
    await field(page, "Query").fill("query($n: Int) { offices(limit: $n) { id } }");
    await field(page, "Variables").fill("[]");
    await page.getByRole("button", { name: "Run" }).click();
    expect(await shown(page, "[data-status]").count()).toBe(0);
    await field(page, "Variables").fill('{"n": 1}');
    await page.getByRole("button", { name: "Run" }).click();
    await expectSoon(() => shown(page, "[data-body]").innerText(), /"offices": \[/);
  });
});

describe("everybody", () => {
  it(`meets no barriers, with SEED=${seed}`, async () => {
    const [language, dark, width] = drawFor("look of the playground", LOOKS);
    const page = await open(`${PAGE}#call=GET%20/api/offices%3Flimit%3D1`, {
      language,
      dark,
      width,
    });
    await answered(page, "GET /api/offices?limit=1");
    await choose(page, "offices.listOffices");
    await page.locator("[role=combobox]").first().click();
    expect(await barriers(page, { advice: true })).toEqual([]);
    expect(await ask(page, "tooWide")).toEqual([]);
    for (const name of language === "es" ? ["Cabeceras", "Petición"] : ["Headers", "Request"]) {
      await part(page, name);
      expect(await barriers(page, { within: ".answer" })).toEqual([]);
    }
  });

  it("reads code in the language that was chosen last, on every page", async () => {
    const page = await site.open("/developers/operations/offices.listOffices");
    const isShown = (text: string) =>
      page.locator("main").getByText(text).locator("visible=true").first().isVisible();
    const tab = (name: string) => page.locator(".tabs > label", { hasText: name });
    await tab("Python").click();
    expect(await isShown("from urllib.request")).toBe(true);
    await page.goto("/developers/operations/brains.listBrains");
    expect(await isShown("from urllib.request")).toBe(true);
    await tryIt(page);
    await page.locator("form.request").waitFor();
    expect(await field(page, "Copy as").inputValue()).toBe("Python");
    await field(page, "Copy as").selectOption("Go");
    await page.getByText("Code", { exact: true }).click();
    expect(await isShown("package main")).toBe(true);
    await tab("openapi-fetch").click();
    await page.reload();
    expect(await isShown("createClient")).toBe(true);
    await tryIt(page);
    await page.locator("form.request").waitFor();
    expect(await field(page, "Copy as").inputValue()).toBe("curl");
    await page.goto("/developers");
    expect(await page.getByText("curl '").first().isVisible()).toBe(true);
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
    expect(await shown(page, ".answer").textContent()).toMatch(/Identifica esta versión exacta/);
  });
});

async function open(path: string, visit: Parameters<typeof site.open>[1] = {}): Promise<Page> {
  const page = await site.open(path, visit);
  if (path.startsWith("/developers/operations/")) await tryIt(page);
  await page.locator("form.request").locator("visible=true").waitFor();
  return page;
}

/** Opens the playground on the page of an operation. */
async function tryIt(page: Page): Promise<void> {
  await page.locator("#playground label").filter({ hasText: "Try it" }).click();
}

async function press(page: Page, selector: string): Promise<void> {
  await page.evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`);
}

interface Shown {
  readonly status: number;
  /** First line of the request. */
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
    target: document.querySelector("#play .line input").value,
    meanings: [...document.querySelectorAll(".headers td:nth-child(3)")].map((cell) => cell.textContent),
  })`);
}
