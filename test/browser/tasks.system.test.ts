/** Ten tasks in the playground, by keyboard alone, with the steps and Tab stops that they take. One load of the page. */
import { describe, expect, it } from "vitest";
import { useSite } from "./_browser.ts";
import { atMost, Keyboard } from "./_keyboard.ts";
import { answered, expectSoon, liveStatus, shown, statusOf } from "./_playground.ts";

const site = useSite();

describe("by keyboard alone", () => {
  it("people find, send, follow, explain, copy, page, condition, filter, query and listen", async () => {
    const page = await site.open("/developers");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.locator("form.request").first().waitFor();
    await page.getByRole("tab", { name: "HTTP requests" }).focus();
    const keys = new Keyboard(page);
    const takes: Record<string, { steps: number; tabs: number }> = {};

    // Find: the first hit is chosen. Then send.
    await keys.tabTo(/^Operation/, 1);
    await keys.type("offices");
    await keys.press("Enter");
    expect(await shown(page, "[role=combobox]").inputValue()).toBe("GET /api/offices");
    await keys.press("Control+Enter");
    await answered(page, "GET /api/offices");
    takes["find and send"] = keys.take();

    // Copy, from Send, before and after sending.
    await keys.press("Escape");
    await keys.tabTo(/^Send/, 3);
    keys.take();
    await keys.tabTo(/^Copy $/, 3);
    await keys.press("Enter");
    await expectSoon(
      () => page.evaluate("navigator.clipboard.readText()"),
      /^curl '.*\/api\/offices'$/,
    );
    takes["copy"] = keys.take();

    // Filter: fields, operators and values.
    await keys.tabTo(/^Add a condition/, 6);
    await keys.press("Enter");
    await keys.type("n");
    await keys.tabTo(/^Operator/, 1);
    await keys.type("contains");
    await keys.tabTo(/^Value/, 1);
    await keys.type("a");
    await keys.press("Control+Enter");
    await answered(page, "GET /api/offices?filter[name][contains]=a");
    takes["filter"] = keys.take();

    // Page: the limit makes a second page.
    await keys.press("Escape");
    await keys.press("Control+Enter");
    await page.evaluate(`location.hash = "#call=GET%20/api/offices%3Flimit%3D1"`);
    await answered(page, "GET /api/offices?limit=1");
    await shown(page, ".answer h3").focus();
    keys.take();
    await keys.tabTo(/^Next page/, 3);
    await keys.press("Enter");
    await expectSoon(() => shown(page, ".answer h3 code").textContent(), /cursor=/);
    takes["page"] = keys.take();

    // Follow: a link of the body, the first of which leads to this page itself.
    await keys.tabTo(/^\/api\/offices\/\w+ /, 8);
    await keys.press("Enter");
    await expectSoon(
      () => shown(page, ".answer h3 code").textContent(),
      /^GET \/api\/offices\/\w+$/,
    );
    takes["follow"] = keys.take();

    // Explain: what the headers mean.
    await keys.tabTo(/^Body/, 2);
    await keys.press("ArrowRight");
    expect(await shown(page, ".headers").innerText()).toMatch(/Caching\s+cache-control/);
    takes["explain"] = keys.take();

    // Condition: with the ETag of the answer.
    await keys.tabTo(/^Send again with this ETag/, 8);
    await keys.press("Enter");
    await expectSoon(() => statusOf(page), 304);
    takes["condition"] = keys.take();

    // Stream, until it is stopped: found as any operation is, and sent by the keys that choose the first hit.
    await page.getByRole("tab", { name: "HTTP requests" }).focus();
    await keys.tabTo(/^Operation/, 1);
    await keys.type("stream events");
    await keys.press("Control+Enter");
    await expectSoon(() => liveStatus(page), /Listening/);
    await keys.tabTo(/^Stop/, 4);
    await keys.press("Enter");
    await expectSoon(() => liveStatus(page), "Stopped.");
    takes["stream"] = keys.take();

    // GraphQL.
    await page.getByRole("tab", { name: "HTTP requests" }).focus();
    await keys.press("ArrowRight");
    await keys.press("Control+Enter");
    await keys.tabTo(/^Run/, 6);
    await keys.press("Enter");
    await answered(page, "POST /api/graphql");
    takes["GraphQL"] = keys.take();

    const most: Readonly<Record<string, { steps: number; tabs: number }>> = {
      "find and send": { steps: 4, tabs: 1 },
      copy: { steps: 4, tabs: 3 },
      filter: { steps: 6, tabs: 9 },
      page: { steps: 1, tabs: 3 },
      follow: { steps: 2, tabs: 8 },
      explain: { steps: 2, tabs: 2 },
      condition: { steps: 2, tabs: 8 },
      stream: { steps: 3, tabs: 6 },
      GraphQL: { steps: 3, tabs: 6 },
    };
    expect(Object.keys(takes)).toEqual(Object.keys(most));
    for (const [task, took] of Object.entries(takes)) {
      expect({ task, steps: took.steps }).toEqual({ task, steps: atMost(most[task]?.steps) });
      expect({ task, tabs: took.tabs }).toEqual({ task, tabs: atMost(most[task]?.tabs) });
    }

    // The keys are explained where they are used.
    await page.getByRole("tab", { name: "GraphQL" }).focus();
    await keys.press("?");
    expect(await page.getByRole("dialog").innerText()).toContain("Sends the request");
    await keys.press("Escape");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });
});
