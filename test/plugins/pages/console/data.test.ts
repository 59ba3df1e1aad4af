/** The data of the API in the console: what is shown and done is what the API answers the operator, and nothing else. */
import { afterAll, expect, it } from "vitest";
import { unescapeHtml } from "waymark/tools";
import { json } from "../../../_setup.ts";
import { serveConsole } from "./_console.ts";

const KEY = Buffer.alloc(32).toString("base64");

/** Console with everything that asks for a credential. */
const served = await serveConsole(
  [
    "access: { require: { offices: authenticated }, plans: { partner: { limit: 9000 } } }",
    "api-keys: true",
    "audit: { keep: 90d }",
    "usage: true",
    "brains: { writable: true }",
    `webhooks: { enabled: true, encryptionKeys: ["${KEY}"] }`,
    "webhook-subscriptions: true",
  ],
  afterAll,
);

const at = (target: string) => `/console/data/at?target=${encodeURIComponent(target)}`;

interface Outcome {
  readonly text: string;
  readonly href?: string;
  readonly secret?: string;
}

async function act(method: string, target: string, more: object = {}) {
  const { browser } = served;
  await browser.open("/console/data");
  const response = await browser.act("/console/data", { method, target, ...more });
  const body = await json<Outcome & { error?: { detail: string } }>(response);
  return { status: response.status, detail: body.error?.detail ?? "", ...body };
}

/** Returns a function that reads the records of the audit, the latest first. */
async function auditor(): Promise<() => Promise<readonly unknown[]>> {
  const body = { name: "auditor", scopes: ["audit:read"] };
  const { secret = "" } = await act("POST", "/api/keys", { body });
  const { server } = served;
  const headers = { authorization: `Bearer ${secret}` };
  return async () =>
    (
      await json<{ events: unknown[] }>(
        await fetch(`${server.url}/api/audit?limit=200`, { headers }),
      )
    ).events;
}

it("lists every read of the API, guarded ones with what they ask for", async () => {
  const { browser, server } = served;
  const { text } = await browser.open("/console/data");
  for (const { path, kind, site, pattern } of server.registry.routes)
    if (kind === "list" && !site && pattern.params.length === 0) expect(text).toContain(at(path));
  expect(text).toContain('<span class="tag info">keys:read</span>');
  expect((await browser.open("/console/data", "es")).text).toContain("Todos los datos de la API");
});

it.each([
  ["a list", "/api/brains", "field-notes"],
  ["a condition and an order", "/api/brains?filter%5Bid%5D=field-notes&sort=-id", "Remove all"],
  ["a page of a list", "/api/brains?limit=1", "cursor%3D"],
  ["a guarded list", "/api/offices", "<table>"],
  ["a resource", "/api/brains/field-notes", "<dt>id</dt>"],
  ["a refusal", "/api/brains/nope", "404 resource-not-found"],
  ["a mistake", "/api/brains?sort=%3Cb%3E", "400 bad-request"],
  ["a document", "/api/capabilities", "<dt>"],
  ["a document without fields", "/api/openapi", "&quot;openapi&quot;"],
  ["a guarded resource", "/api/usage", "requestsUsed"],
])("shows %s, with links to pages of the console alone", async (_what, target, part) => {
  const { browser } = served;
  const { status, text } = await browser.open(at(target));
  expect(status).toBe(200);
  expect(text).toContain(part);
  const hrefs = Array.from(text.matchAll(/ href="([^"]*)"/g), ([, href = ""]) => href);
  expect(hrefs.filter((href) => !/^(\/console|#main|data:,)/.test(href))).toEqual([]);
});

it.each([
  "/api/brains/%zz",
  "/console/data",
  "/health",
  "/",
  "/developers",
  "/api/nope",
  "//evil.example/",
  "x",
])("shows reads of the API alone, and so no page of %s", async (target) => {
  const { browser } = served;
  expect((await browser.open(at(target))).status).toBeGreaterThanOrEqual(400);
});

it("creates, rotates and revokes an API key, shows its secret once, and records the operator", async () => {
  const { browser, server } = served;
  const name = "<script>alert(1)</script>";
  const created = await act("POST", "/api/keys", {
    body: { name, plan: "partner", scopes: ["keys:read"] },
  });
  expect(created).toMatchObject({ status: 200, secret: expect.stringMatching(/^wm_/) });
  const list = await browser.open(at("/api/keys"));
  expect(list.text).toContain("&lt;script&gt;alert(1)");
  expect(list.text).not.toContain("<script>alert");
  expect(list.text).not.toContain(created.secret);

  const id = created.secret?.split("_")[1] ?? "";
  const page = `/api/keys/${id}`;
  const { text } = await browser.open(at(page));
  expect(text).toMatch(/name="target" value="\/api\/keys\/\w+\/rotate"/);
  expect(text).toContain(`data-ask="Send DELETE ${page}?`);
  const rotated = await act("POST", `${page}/rotate`, { body: { grace: "0s" } });
  expect(rotated.secret).toMatch(/^wm_/);
  expect(rotated.secret).not.toBe(created.secret);
  expect(await act("DELETE", page)).toMatchObject({ status: 200, href: at(page) });
  const headers = { authorization: `Bearer ${rotated.secret}` };
  expect((await fetch(`${server.url}/api/keys`, { headers })).status).toBe(401);

  const read = await auditor();
  for (const action of ["key.created", "key.rotated", "key.revoked"])
    await expect
      .poll(read)
      .toContainEqual(
        expect.objectContaining({ action, target: id, principal: "console:operator" }),
      );
});

it("changes a resource as it was shown, and not what another has changed meanwhile", async () => {
  const { browser, server } = served;
  const target = "/api/brains/field-notes";
  const { text } = await browser.open(at(target));
  const ifMatch = unescapeHtml(/name="ifMatch" value="([^"]*)"/.exec(text)?.[1] ?? "");
  expect(text).toMatch(/name="body\.name"[^>]* data-was="[^"]+"/);
  const body = { description: "Changed." };
  expect(await act("PATCH", target, { body, ifMatch })).toMatchObject({ status: 200 });
  expect(await act("PATCH", target, { body: { description: "Late." }, ifMatch })).toMatchObject({
    status: 422,
    detail: expect.stringContaining("412 precondition-failed"),
  });
  expect(await json(await fetch(`${server.url}${target}`))).toMatchObject(body);
});

it("has the form of a webhook subscription, of its deliveries and of sending one again", async () => {
  const { browser } = served;
  const { secret, status } = await act("POST", "/api/webhook-subscriptions", {
    body: { url: "https://receiver.example/hook" },
  });
  expect({ secret, status }).toEqual({ status: 200, secret: expect.stringMatching(/^whsec_/) });
  const { text } = await browser.open(at("/api/webhook-subscriptions"));
  const [, path = ""] = /target=([^"]*wh_[0-9a-f]+)"/.exec(text) ?? [];
  const target = decodeURIComponent(path);
  const one = await browser.open(at(target));
  expect(one.text).toContain(at(`${target}/deliveries`));
  expect(one.text).toContain(`value="${target}/rotate"`);
  expect(one.text).not.toContain(secret);
});

it.each([
  ["a route of the console", "POST", "/console/plugins"],
  ["a route of the listener for operators", "PUT", "/debug/log"],
  ["a page", "POST", "/developers"],
  ["nothing", "DELETE", "/api/nope"],
  ["another origin", "POST", "//evil.example/api/keys"],
  ["a path that leaves the API", "POST", "/api/../console/plugins"],
  ["a method that reads", "GET", "/api/keys"],
])("sends no write to %s", async (_what, method, target) => {
  expect(await act(method, target, { body: {} })).toMatchObject({ status: 422 });
});

it("changes nothing without the token of a page", async () => {
  const { browser, server } = served;
  await browser.open("/console/data");
  const write = { method: "POST", target: "/api/keys", body: { name: "Mallory" } };
  for (const token of ["", "x".repeat(43)])
    expect((await browser.act("/console/data", write, token)).status).toBe(400);
  expect((await browser.open(at("/api/keys"))).text).not.toContain("Mallory");
  for (const path of ["/console/data", at("/api/keys")])
    expect((await fetch(`${server.url}${path}`)).status).toBe(404);
});

it("verifies the record of actions as the command does", async () => {
  const { browser } = served;
  await browser.open("/console/data");
  const done = await json<Outcome>(await browser.act("/console/data/at"));
  expect(done.text).toMatch(/^All is as it was written: \d+ records in 1 chains/);
});

it("offers no verification where nothing is recorded", async () => {
  const { browser } = await serveConsole();
  expect((await browser.open("/console/data")).text).not.toContain("audit/verify");
  expect((await browser.act("/console/data/at")).status).toBe(404);
});
