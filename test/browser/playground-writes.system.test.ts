/** The playground's form for writes: fields made from schemas, safeguards, and problems shown at their fields. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { definePlugin, definePolicy } from "waymark";
import { rooms } from "../fixtures/rooms.ts";
import { barriers } from "./_axe.ts";
import { useSite } from "./_browser.ts";
import { choose, field, send as press, shown } from "./_playground.ts";

const REFUSED = /the server responded with a status of 4\d\d/;

/** Stands in for a plugin that evaluates keys. */
const keys = definePlugin({
  id: "keys",
  summary: "Reads keys.",
  policies: [
    definePolicy({
      id: "keys",
      reads: { "idempotency-key": { description: "Which request it is." } },
      compile: ({ method }) => ({ reads: method === "POST" ? ["idempotency-key"] : [] }),
    }),
  ],
});

const site = useSite({ config: { plugins: { rooms: rooms("required"), keys } } });

describe("the form for writes", () => {
  it("writes JSON from fields of each type, and fields from JSON", async () => {
    const page = await open();
    await choose(page, "rooms.createRoom");
    // Examples are not values: Send on a new form changes nothing, but asks for what is missing.
    expect(await field(page, "name (required)").inputValue()).toBe("");
    expect(await field(page, "name (required)").getAttribute("placeholder")).not.toMatch(
      /^(text)?$/,
    );
    await press(page);
    expect(await problem(field(page, "name (required)"))).toMatch(/^!/);
    expect(await shown(page, "[data-status]").count()).toBe(0);
    await field(page, "name (required)").fill('An "Elm"');
    await field(page, "seats (required)").fill("12");
    await field(page, "accessible").selectOption("true");
    await field(page, "equipment").fill('["screen"]');
    await field(page, "status").selectOption("closed");
    const written = { name: 'An "Elm"', seats: 12, status: "closed", accessible: true };
    expect(await body(page)).toEqual({ ...written, equipment: ["screen"] });
    await field(page, "accessible").selectOption("");
    expect(await body(page)).not.toHaveProperty("accessible");
    await field(page, "Body").fill('{"name":"Fir","seats":3,"more":1}');
    await field(page, "Body").blur();
    expect(await field(page, "name (required)").inputValue()).toBe("Fir");
    expect(await field(page, "status").inputValue()).toBe("");
    await field(page, "seats (required)").fill("4");
    expect(await body(page)).toEqual({ name: "Fir", seats: 4, more: 1 });
    await field(page, "seats (required)").fill("many");
    expect(await body(page)).toMatchObject({ seats: "many" });
  });

  it("removes members with null in a merge patch, and takes other media types", async () => {
    const page = await open();
    await choose(page, "rooms.patchRoom");
    await page.getByLabel("null").last().check();
    expect(await body(page)).toEqual({ equipment: null });
    await field(page, "Media type of the body").selectOption("application/json-patch+json");
    await page.getByRole("button", { name: "Use the example" }).click();
    const patch = { op: "replace", path: "/name", value: expect.any(String) };
    expect(await body(page)).toEqual([patch]);
    await path(page, "/api/rooms/oak");
    expect(await shown(page, "[data-members]").isVisible()).toBe(false);
    await field(page, "If-Match (required)").fill("*");
    expect(await send(page)).toBe(409);
    expect(await shown(page, "[data-request]").textContent()).toContain(
      "Content-Type: application/json-patch+json",
    );
    expect(await problem(field(page, "Body"))).toBe("! /0 does not hold");
  });

  it("sends a condition with the ETag that was read, and shows when it does not hold", async () => {
    const page = await open();
    await choose(page, "rooms.replaceRoom");
    await path(page, "/api/rooms/oak");
    expect(await field(page, "If-Match").inputValue()).toBe("");
    await choose(page, "rooms.getRoom");
    await path(page, "/api/rooms/oak");
    expect(await send(page)).toBe(200);
    await choose(page, "rooms.replaceRoom");
    await path(page, "/api/rooms/oak");
    // It is the rule for what was read, and can be taken away.
    const read = await field(page, "If-Match").inputValue();
    expect(read).toMatch(/^".+"$/);
    await field(page, "If-Match").fill("");
    await field(page, "If-Match").fill(read);
    await field(page, "name (required)").fill("Holm oak");
    await field(page, "seats (required)").fill("4");
    expect(await send(page)).toBe(200);
    const changes = await shown(page, "[data-changes]").innerText();
    expect(changes).toMatch(/^name\s+Oak → Holm oak$/m);
    // The answer has the next ETag, which the condition follows.
    expect(await field(page, "If-Match").inputValue()).not.toBe(read);
    expect(await send(page)).toBe(200);
    await site.server.request("/api/rooms/oak", {
      method: "PUT",
      headers: { "content-type": "application/json", "if-match": "*" },
      body: '{"name":"Cork oak","seats":1}',
    });
    expect(await send(page)).toBe(412);
    expect(await problem(field(page, "If-Match"))).toContain("If-Match does not hold");
    expect(await barriers(page)).toEqual([]);
  });

  it("offers keys, and keeps them to the request", async () => {
    const page = await open();
    await choose(page, "rooms.createRoom");
    const key = await field(page, "Idempotency-Key").evaluate(
      (control) => (control as HTMLInputElement).list?.options[0]?.value ?? "",
    );
    expect(key).toMatch(/^"[0-9a-f]{32}"$/);
    await field(page, "Idempotency-Key").fill(key);
    await field(page, "name (required)").fill("Kiri");
    await field(page, "seats (required)").fill("4");
    expect(await send(page)).toBe(201);
    await choose(page, "rooms.listRooms");
    expect(await send(page)).toBe(200);
    expect(await shown(page, "[data-request]").textContent()).not.toContain("Idempotency-Key");
  });

  it("shows problems at the members that they are about, until they are gone", async () => {
    const page = await open();
    await choose(page, "rooms.createRoom");
    await field(page, "name (required)").fill("Elm");
    await field(page, "seats (required)").fill("900");
    await field(page, "equipment").fill("[1]");
    expect(await send(page)).toBe(422);
    expect(await problem(field(page, "seats (required)"))).toMatch(/^! expected at most 500/);
    expect(await problem(field(page, "equipment"))).toMatch(/^! \/0 expected a string/);
    expect(await problem(field(page, "name (required)"))).toBe("");
    expect(await barriers(page)).toEqual([]);
    await field(page, "seats (required)").fill("9");
    await field(page, "equipment").fill("");
    await field(page, "name (required)").fill("Oak again");
    expect(await send(page)).toBe(201);
    expect(await problem(field(page, "seats (required)"))).toBe("");
    expect(await send(page)).toBe(409);
    expect(await problem(field(page, "name (required)"))).toBe("! is taken");
  });

  it.each([1440, 375])("fits a window of %i pixels", async (width) => {
    const page = await open({ width });
    await choose(page, "rooms.patchRoom");
    const overflow = await page.evaluate<number>(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });

  it("speaks Spanish", async () => {
    const page = await open({ language: "es" });
    await choose(page, "rooms.patchRoom");
    const text = await page.locator("form.request").first().innerText();
    expect(text).toContain("Campos del cuerpo");
  });
});

async function open(visit: { readonly width?: number; readonly language?: string } = {}) {
  const page = await site.open("/developers", { ...visit, tolerates: REFUSED });
  await page.locator("form.request").locator("visible=true").waitFor();
  return page;
}

async function path(page: Page, target: string): Promise<void> {
  await field(page, "roomId (required)").fill(target.slice(target.lastIndexOf("/") + 1));
}

async function body(page: Page): Promise<unknown> {
  return JSON.parse(await field(page, "Body").inputValue());
}

/** Sends the request and returns the status of its answer. */
async function send(page: Page): Promise<number> {
  await shown(page, "[data-live]").evaluate((one) => (one.textContent = ""));
  await press(page);
  await expect.poll(() => shown(page, "[data-live]").textContent()).toMatch(/^Answered/);
  return Number(await shown(page, "[data-status]").getAttribute("data-status"));
}

/** The text of the problem that is shown at a control; empty for none. */
async function problem(control: Locator): Promise<string> {
  const id = `${await control.getAttribute("id")}-problem`;
  const invalid = (await control.getAttribute("aria-invalid")) === "true";
  const described = (await control.getAttribute("aria-describedby"))?.split(" ").includes(id);
  expect(invalid).toBe(described === true);
  if (!invalid) return "";
  return (await control.page().locator(`#${id}`).innerText()).trim();
}
