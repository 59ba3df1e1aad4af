/** Tasks of an operator in the console, by keyboard alone, each from its first page, with the steps that it takes. */
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { needs } from "../_programs.ts";
import { folderOf } from "../_folder.ts";
import { discard, json, jsonRequest } from "../_setup.ts";
import { freePort } from "../engines/ports.ts";
import { start } from "../kernel/cli/_server.ts";
import { browserAt, FILE } from "../plugins/pages/console/_console.ts";
import { launch } from "./_browser.ts";
import { atMost, Keyboard } from "./_keyboard.ts";

needs("chromium");

const TEXT = `# Of a test.
host: 127.0.0.1
plugins:
  ./disk.mjs: true
  console: true
  listen: { admin: { port: 0 } }
  store: { file: ":memory:" }
  health: { cache: 0s }
  history: { healthInterval: 1s }
  access: true
  brains: { writable: true }
  webhooks:
    enabled: true
    encryptionKeys: ["${Buffer.alloc(32).toString("base64")}"]
    allowHttp: true
    allowNetworks: [127.0.0.0/8]
  webhook-subscriptions: true
`;
/** Plugin whose check fails while there is a file. */
const DISK = `
import { existsSync } from "node:fs";
const full = new URL("./full", import.meta.url);
export default {
  id: "disk",
  summary: "A disk that tests fill.",
  health: () => ({ disk: () => ({ status: existsSync(full) ? "degraded" : "ok" }) }),
};
`;

/** Receives webhooks, and notes their ids. */
async function receive() {
  const ids: string[] = [];
  const receiver = createServer((request, response) => {
    ids.push(String(request.headers["webhook-id"]));
    request.resume();
    response.writeHead(204).end();
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  onTestFinished(() => void receiver.close());
  return { ids, url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook` };
}

it("operators switch and undo, find what was slow, deliver again, and speak to customers", async () => {
  const folder = folderOf({ [FILE]: TEXT, "disk.mjs": DISK });
  const { ids, url: hook } = await receive();
  const server = start(folder);
  const url = await server.url();
  const admin = String((await server.line(/^listening on /))["admin"]);
  const browser = await launch(await freePort());
  onTestFinished(() => browser.close());
  const page = await (await browser.newContext({ baseURL: admin })).newPage();
  page.setDefaultTimeout(60_000);
  const keys = new Keyboard(page);
  const takes: Record<string, { steps: number; tabs: number }> = {};
  const main = () => page.locator("main").innerText();
  /** Follows what has the focus, and resolves once the next page is there. */
  const follow = async (path: RegExp) => {
    await keys.press("Enter");
    await page.waitForURL(path, { waitUntil: "load" });
  };
  const skip = async () => {
    await keys.tabTo(/^Skip to content $/, 1);
    await keys.press("Enter");
    await page.locator("#main:focus").waitFor();
  };
  const begin = async () => {
    await page.goto("/console");
    keys.take();
  };

  // Switch off, read what breaks, undo.
  await begin();
  await keys.tabTo(/^Plugins/, 4);
  await follow(/plugins$/);
  await skip();
  await keys.tabTo(/Switch off … locales/, 16);
  await follow(/on=false#preview$/);
  expect(await main()).toMatch(/Breaking[^]*GET \/api\/locales[^]*the operation is gone/);
  await keys.tabTo(/^Apply/, 30);
  await follow(/done=applied$/);
  expect(await main()).toContain("and the server serves the change");
  expect((await fetch(`${url}/api/locales`)).status).toBe(404);
  await skip();
  await keys.tabTo(/^Undo/, 1);
  await follow(/done=undone$/);
  expect((await fetch(`${url}/api/locales`)).status).toBe(200);
  expect(readFileSync(join(folder, FILE), "utf8")).toBe(TEXT);
  takes["switch and undo"] = keys.take();

  // Find the slowest request, and what made it slow.
  const query = jsonRequest(
    "POST",
    { query: "{ brains { id } }" },
    { "x-request-id": "slow-0001" },
  );
  await discard(await fetch(`${url}/api/graphql`, query));
  await begin();
  await keys.tabTo(/^Requests/, 6);
  await follow(/requests$/);
  await skip();
  await keys.tabTo(/^slow-0001 $/, 12);
  await follow(/id=slow-0001$/);
  expect(await main()).toMatch(/handler graphql\.postGraphql[^]*read brains\.listBrains/);
  takes["slow request"] = keys.take();

  // Deliver a webhook again.
  const operator = browserAt(admin);
  const write = async (method: string, target: string, body: object) => {
    await operator.open("/console/data");
    const answer = await operator.act("/console/data", { method, target, body });
    expect(await json(answer)).toEqual(expect.objectContaining({ text: expect.anything() }));
  };
  await write("POST", "/api/webhook-subscriptions", { url: hook });
  const brain = { name: "Mine", description: "Of an operator." };
  await write("PUT", "/api/brains/mine", brain);
  await expect.poll(() => ids.length, { timeout: 20_000 }).toBeGreaterThan(0);
  await begin();
  await keys.tabTo(/^Data/, 7);
  await follow(/data$/);
  await skip();
  await keys.tabTo(/^List your subscriptions/, 14);
  await follow(/webhook-subscriptions$/);
  await skip();
  await keys.tabTo(/^wh_[\da-f]+ $/, 14);
  await follow(/wh_[\da-f]+$/);
  await skip();
  await keys.tabTo(/^[\w ]*deliveries $/i, 14);
  await follow(/deliveries$/);
  await skip();
  await keys.tabTo(/^\d{12,} $/, 20);
  await follow(/deliveries\/|deliveries%2F/);
  await skip();
  await keys.tabTo(/^POST/, 14);
  await keys.press("Enter");
  await keys.press("Tab");
  const earlier = ids.length;
  await keys.press("Enter");
  await expect.poll(() => ids.length, { timeout: 20_000 }).toBeGreaterThan(earlier);
  takes["deliver again"] = keys.take();

  // Tell customers of an incident.
  writeFileSync(join(folder, "full"), "");
  const incidents = async () => (await fetch(`${url}/status/api/v2/incidents.json`)).text();
  await expect.poll(incidents, { timeout: 30_000 }).toContain("investigating");
  await begin();
  await keys.tabTo(/^Status page/, 8);
  await follow(/status$/);
  await skip();
  await keys.tabTo(/^Add an update/, 1);
  await keys.press("Enter");
  await keys.tabTo(/^State/, 1);
  await keys.type("Iden");
  await keys.tabTo(/^Text /, 1);
  await keys.type("A disk is full; we make room.");
  await keys.tabTo(/^Publish|^Send/, 2);
  await keys.press("Enter");
  await expect.poll(main).toMatch(/Identified[^]*A disk is full/);
  takes["incident"] = keys.take();
  expect(await (await fetch(`${url}/status`)).text()).toContain("A disk is full; we make room.");

  const most: Readonly<Record<string, { steps: number; tabs: number }>> = {
    "switch and undo": { steps: 6, tabs: 20 },
    "slow request": { steps: 3, tabs: 14 },
    "deliver again": { steps: 13, tabs: 50 },
    incident: { steps: 7, tabs: 16 },
  };
  expect(Object.keys(takes)).toEqual(Object.keys(most));
  for (const [task, { steps, tabs }] of Object.entries(takes))
    expect({ task, steps, tabs }).toEqual({
      task,
      steps: atMost(most[task]?.steps),
      tabs: atMost(most[task]?.tabs),
    });
});
