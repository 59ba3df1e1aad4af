/** The two large programs of other makers, under our policy: the API reference and the editor for GraphQL. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { barriers } from "./_axe.ts";
import { ask, useSite, type Visit } from "./_browser.ts";

const REFERENCE = "/developers/reference";

const site = useSite();

describe("the API reference", { timeout: 60_000 }, () => {
  // The first request in the repository makes the script.
  beforeAll(
    () => site.server.request("/developers/reference.js").then((one) => one.text()),
    60_000,
  );

  it("shows every group of operations, in the page's language", async () => {
    const page = await openReference({ language: "es" });
    const groups = new Set(
      site.server.registry.routes
        .filter((one) => !one.site && one.kind !== "page")
        .map(({ plugin }) => plugin),
    );
    const shown = await page.locator("#reference aside").innerText();
    expect([...groups].filter((group) => !shown.includes(group))).toEqual([]);
    await page.getByRole("heading", { name: "Respuestas" }).first().waitFor();
    await page.getByRole("button", { name: "Abrir búsqueda" }).first().waitFor();
    expect((await ask(page, "facts")).h1).toEqual(["Referencia de la API"]);
  });

  it("finds an operation and leads to it", async () => {
    const page = await openReference();
    await page.getByRole("button", { name: "Search" }).first().click();
    await page.getByRole("combobox").fill("list offices");
    await page
      .getByRole("option", { name: /List offices/ })
      .first()
      .click();
    await page.waitForURL(/#tag\/offices\/GET\/api\/offices$/);
    await page
      .getByRole("heading", { name: /^List offices/ })
      .first()
      .waitFor();
  });

  it("opens what an operation answers, and shows its samples in other languages", async () => {
    const page = await openReference({ path: `${REFERENCE}#tag/brains/GET/api/brains` });
    const operation = page.locator("#reference section").filter({ hasText: "/api/brains" }).last();
    await operation.getByRole("button", { name: /^200/ }).first().click();
    await operation.getByText("_links").first().waitFor();
    await operation.getByRole("button", { name: "Shell Curl" }).first().click();
    await page.getByRole("option", { name: "Fetch" }).first().click();
    await operation.getByText("fetch(").first().waitFor();
  });

  it.each([1280, 320])("can be read by everybody, %i px wide", async (width) => {
    const page = await openReference({ width });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`body.${colorScheme}-mode`).waitFor();
      await ask(page, "settled");
      const found = { wide: await ask(page, "tooWide"), barriers: await barriers(page) };
      expect(found, `in ${colorScheme}`).toEqual({ wide: [], barriers: [] });
    }
  });

  it("leaves the frame of the site as it is", async () => {
    const page = await openReference();
    const plain = await site.open(REFERENCE, { javaScript: false });
    const look = (of: Page) => of.locator(".brand, .bar a, .foot a").evaluateAll(looks);
    expect(await look(page)).toEqual(await look(plain));
  });

  it("says so when the document cannot be read, and keeps the links", async () => {
    const page = await site.open("/sitemap", { tolerates: /status of 503/ });
    await page.route("**/api/openapi", (route) => route.fulfill({ status: 503 }));
    await page.goto(REFERENCE);
    await page.getByText("The reference could not be loaded.").waitFor();
    await page.getByRole("link", { name: "OpenAPI document" }).waitFor();
  });
});

describe("the GraphQL editor", () => {
  it("completes the fields of our schema and marks what is none, at any speed (C9)", async () => {
    const { page, box } = await openEditor("{\n  \n}");
    await box.focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.type("brai");
    await page.getByRole("option", { name: /^brains/ }).waitFor();
    await acceptsKeys(page);
    await page.keyboard.press("Enter");
    expect(await valueOf(page)).toContain("brains");

    await page.keyboard.type(" nonsense ");
    await page.keyboard.press("Escape");
    await expect
      .poll(() => page.locator(".cm-lintRange-error").allInnerTexts())
      .toContain("nonsense");
    expect(await barriers(page)).toEqual([]);
  });

  it("lets the keyboard in, and out again", async () => {
    const { page, box } = await openEditor("{ a }");
    await page.getByRole("button", { name: "before" }).focus();
    await page.keyboard.press("Tab");
    expect(await box.evaluate((element) => element.matches(":focus"))).toBe(true);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("after");
    expect(await valueOf(page)).toBe("{ a }");
  });

  it("runs with Ctrl + Enter, and reports changes", async () => {
    const { page, box } = await openEditor("{ a }");
    await box.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("#");
    await page.keyboard.press("Control+Enter");
    expect(await page.evaluate(() => calls)).toEqual(["change { a }#", "run"]);
    await page.evaluate(() => editor.set("{ b }"));
    expect(await valueOf(page)).toBe("{ b }");
  });

  it("has the colours of the page, light and dark", async () => {
    const { page, box } = await openEditor("query Q { a }");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await ask(page, "settled");
      const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const shown = box.locator("xpath=ancestor::*[contains(@class, 'cm-editor')]");
      await expect
        .poll(() => shown.evaluate((one) => getComputedStyle(one).backgroundColor))
        .toBe(paper);
      expect(await barriers(page)).toEqual([]);
    }
  });
});

/** Globals through which the page under test exposes its editor. */
declare global {
  var editor: { value(): string; set(value: string): void };
  var calls: string[];
}

/** Waits until the open list of completions takes keys: not while it is filled, nor in its first 75 ms (`interactionDelay`). */
async function acceptsKeys(page: Page): Promise<void> {
  const list = ".cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)";
  await page.locator(list).waitFor();
  const seen = await page.evaluate(() => Date.now());
  await page.waitForFunction((since) => Date.now() - since > 75, seen);
}

async function openReference({ path = REFERENCE, ...visit }: Visit & { path?: string } = {}) {
  const page = await site.open(path, visit);
  await page.locator("#reference-status").waitFor({ state: "hidden" });
  await page.locator("#reference section").first().waitFor();
  return page;
}

/** An editor between two buttons, on a page that has none. */
async function openEditor(value: string): Promise<{ page: Page; box: Locator }> {
  const page = await site.open("/sitemap");
  const { getIntrospectionQuery } = await import("graphql");
  await page.evaluate(
    async ({ text, query }) => {
      const answer = await fetch("/api/graphql", {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify({ query }),
      });
      const { data } = await answer.json();
      const script = "/developers/graphql-editor.js";
      const { mountEditor } = await import(script);
      const host = document.createElement("div");
      const [before, after] = ["before", "after"].map((name) => {
        const button = document.createElement("button");
        button.textContent = name;
        return button;
      });
      document.querySelector("main")?.replaceChildren(before ?? "", host, after ?? "");
      globalThis.calls = [];
      globalThis.editor = mountEditor(host, {
        schema: data,
        value: text,
        label: "Query",
        onChange: (changed: string) => calls.push(`change ${changed}`),
        onRun: () => calls.push("run"),
      });
    },
    { text: value, query: getIntrospectionQuery() },
  );
  return { page, box: page.getByRole("textbox", { name: "Query" }) };
}

const valueOf = (page: Page): Promise<string> => page.evaluate(() => editor.value());

/** How elements look, as far as style sheets of others could change it. */
function looks(elements: Element[]): unknown[] {
  return elements.map((element) => {
    const { color, fontFamily, fontSize, textDecorationLine, minHeight } =
      getComputedStyle(element);
    return { color, fontFamily, fontSize, textDecorationLine, minHeight };
  });
}
