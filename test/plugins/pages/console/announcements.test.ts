/** Operators' announcements in the console: through the actions of the command, and only where the status page is on. */
import { expect, it } from "vitest";
import { json } from "../../../_setup.ts";
import { serveConsole } from "./_console.ts";

type Outcome = { readonly text?: string; readonly error?: { readonly detail: string } };

it("adds, ends and removes announcements, which the status page shows at once", async () => {
  const { browser, server } = await serveConsole(["audit: { keep: 90d }"]);
  const announce = async (body: object) => {
    await browser.open("/console/status");
    return json<Outcome>(await browser.act("/console/status", body));
  };
  const page = async () => (await fetch(`${server.url}/status`)).text();
  await announce({ kind: "note", action: "add", text: "New <disks>", "text-es": "Discos" });
  // The page is of the moment of the latest health check.
  await expect.poll(page).toContain("New &lt;disks&gt;");
  const { text } = await browser.open("/console/status");
  expect(text).toContain("New &lt;disks&gt;");
  const [, id = ""] = /name="id" value="([0-9a-f]+)"/.exec(text) ?? [];
  expect(await announce({ kind: "note", action: "end", id })).toHaveProperty("text");
  await expect.poll(page).not.toContain("New &lt;disks&gt;");
  await announce({ kind: "note", action: "remove", id });
  expect((await browser.open("/console/status")).text).not.toContain(id);
});

it.each([
  [{ kind: "maintenance", action: "add", title: "Disks" }, "maintenance needs an end"],
  [{ kind: "note", action: "end", id: "nope" }, 'there is no notice with the id "nope"'],
  [
    { kind: "update", action: "add", id: "nope", state: "identified", text: "A disk." },
    'no incident has the id "nope"',
  ],
  [{ kind: "note", action: "add", text: "x", until: "tomorrow" }, "--until: write a time"],
])("says why there is nothing to announce: %j", async (body, detail) => {
  const { browser } = await serveConsole();
  await browser.open("/console/status");
  const response = await browser.act("/console/status", body);
  expect(response.status).toBe(422);
  expect((await json<Outcome>(response)).error?.detail).toContain(detail);
});

it("has no page, no entry and no action where the status page is off", async () => {
  const { browser } = await serveConsole(["status-page: false"]);
  expect((await browser.open("/console")).text).not.toContain("/console/status");
  expect((await browser.open("/console/status")).status).toBe(404);
  const body = { kind: "note", action: "add", text: "x" };
  await browser.open("/console");
  expect((await browser.act("/console/status", body)).status).toBe(404);
});
