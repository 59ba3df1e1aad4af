/** Tasks of visitors and of holders of keys, by keyboard alone, each from its first page, with the steps that it takes. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { json, jsonRequest } from "../_setup.ts";
import { useSite } from "./_browser.ts";
import { atMost, Keyboard } from "./_keyboard.ts";
import { answered, statusOf } from "./_playground.ts";

const OBTAIN = "Write to keys@example.org for a key.";
/** Requests per minute of a key's plan, and of visitors without a key. */
const [OF_KEY, OF_VISITOR] = [400, 20];

const site = useSite({
  signIn: true,
  config: {
    plugins: {
      "api-keys": true,
      access: {
        obtain: OBTAIN,
        require: { "offices.listOffices": "authenticated" },
        plans: { trial: { limit: OF_KEY } },
        defaultPlan: "trial",
      },
      "rate-limit": { limit: OF_VISITOR, pages: 100_000 },
      brains: { writable: true },
    },
  },
});

const textOf = (page: Page) => page.locator("main").innerText();

/** A person with a keyboard at a page of the service. */
async function visit(path: string, status = 200) {
  const page = await site.open(path, { status, tolerates: /status of 4\d\d/ });
  const keys = new Keyboard(page);
  return {
    page,
    keys,
    async follow(target: RegExp): Promise<void> {
      await keys.press("Enter");
      await page.waitForURL(target, { waitUntil: "load" });
    },
    /** Types an address. */
    async goTo(address: string): Promise<void> {
      keys.steps += 1;
      await page.goto(address);
    },
    async skip(): Promise<void> {
      await keys.tabTo(/^Skip to content $/, 1);
      await keys.press("Enter");
      await page.locator("#main:focus").waitFor();
    },
  };
}

type Visitor = Awaited<ReturnType<typeof visit>>;

/** The operator answers the mail. */
async function mailKey(): Promise<string> {
  const operator = site.server.as({ id: "kim", scopes: ["keys:write", "brains:write"] });
  const wanted = jsonRequest("POST", { name: "Ann", scopes: ["brains:write"] });
  return (await json<{ token: string }>(await operator.request("/api/keys", wanted))).token;
}

/** Enters a key that the tab keeps, on the page for holders. */
async function enterKey({ page, keys }: Visitor): Promise<void> {
  const token = await mailKey();
  await keys.tabTo(/^API key/, 12);
  await keys.type(token);
  await keys.tabTo(/^Keep it until this tab is closed/, 1);
  await keys.press("Space");
  await keys.tabTo(/^Show/, 1);
  await keys.press("Enter");
  await page.locator("#account .facts").waitFor();
}

function expectWithin({ keys }: Visitor, most: { readonly steps: number; readonly tabs: number }) {
  const took = keys.take();
  expect(took).toEqual({ steps: atMost(most.steps), tabs: atMost(most.tabs) });
}

it("holders get a key and use it on three pages", async () => {
  const holder = await visit("/developers");
  const { page, keys } = holder;
  await keys.tabTo(/^Account $/, 6);
  await holder.follow(/\/account$/);
  expect(await textOf(page)).toContain(OBTAIN);
  await enterKey(holder);
  // The first page says what the key may and has used.
  expect(await textOf(page)).toContain("brains:write");
  // The guarded list in the playground, on the second.
  await keys.tabTo(/^waymark $/, 30);
  await holder.follow(/\/developers$/);
  await keys.tabTo(/^Try it here/, 24);
  await keys.press("Enter");
  await keys.tabTo(/^Operation/, 14);
  await keys.type("list offices");
  await keys.press("Control+Enter");
  await answered(page, "GET /api/offices");
  expect(await statusOf(page)).toBe(200);
  // And what it may change on the third.
  await holder.goTo("/api/brains");
  await page.getByRole("button", { name: "Edit ledger" }).waitFor();
  expectWithin(holder, { steps: 9, tabs: 70 });
});

it("visitors find the fields of an office", async () => {
  const visitor = await visit("/developers");
  const { page, keys } = visitor;
  await keys.press("Control+k");
  await page.locator("input[type=search]:focus, [role=combobox]:focus").first().waitFor();
  await keys.type("office fields");
  await page.locator("[role=option]").first().waitFor();
  await visitor.follow(/offices\.getOffice/);
  expect(await textOf(page)).toMatch(/\bid\b[^]*\bname\b[^]*\bhitos\b/);
  expectWithin(visitor, { steps: 3, tabs: 0 });
});

it("holders create, change and remove a brain", async () => {
  const holder = await visit("/account");
  const { page, keys } = holder;
  await enterKey(holder);
  keys.take();
  await holder.goTo("/api/brains");
  await holder.skip();
  await keys.tabTo(/^Create a brain/, 4);
  await holder.follow(/createBrain/);
  await page.locator("form.request").first().waitFor();
  await holder.skip();
  await keys.tabTo(/^id \(required\)/, 20);
  await keys.type("mine");
  await keys.tabTo(/^name \(required\)/, 2);
  await keys.type("Mine");
  await keys.tabTo(/^description \(required\)/, 2);
  await keys.type("Of a holder.");
  await keys.press("Control+Enter");
  await answered(page, "POST /api/brains");
  expect(await statusOf(page)).toBe(201);

  await holder.goTo("/api/brains/mine");
  await holder.skip();
  await page.getByRole("button", { name: "Edit", exact: true }).waitFor();
  await keys.tabTo(/^Edit/, 8);
  await keys.press("Enter");
  await page.locator("form.edit-form :focus").waitFor();
  await keys.tabTo(/^name/, 2);
  await keys.type(", too");
  await keys.press("Enter");
  await page.getByText("This will be sent:").waitFor();
  await keys.press("Enter");
  await page.getByText("Saved.").waitFor();
  expect(await json(await site.server.request("/api/brains/mine"))).toMatchObject({
    name: "Mine, too",
  });

  await page.getByRole("button", { name: "Edit", exact: true }).press("Enter");
  await page.locator("form.edit-form :focus").waitFor();
  await keys.tabTo(/^Remove/, 6);
  await keys.press("Enter");
  await page.getByText("cannot be brought back").waitFor();
  await page.keyboard.press("Shift+Tab");
  await keys.tabTo(/^Remove it/, 0);
  await keys.press("Enter");
  await page.getByText("Removed.", { exact: true }).waitFor();
  expect((await site.server.fetch("/api/brains/mine")).status).toBe(404);
  expectWithin(holder, { steps: 18, tabs: 60 });
});

// Last, as all tests come from one address.
it("visitors find why they got 429", async () => {
  for (let asked = 0; asked <= OF_VISITOR; asked++) await site.server.request("/api/brains");
  const visitor = await visit("/api/brains", 429);
  expect(await textOf(visitor.page)).toMatch(/try again in \d+ s/);
  await visitor.skip();
  await visitor.keys.tabTo(/^See the limits of the service/, 2);
  await visitor.follow(/\/developers\/limits/);
  expect(await textOf(visitor.page)).toMatch(new RegExp(`limit\\s+${OF_VISITOR}\\b`));
  expectWithin(visitor, { steps: 2, tabs: 3 });
});
