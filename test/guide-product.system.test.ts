/** The whole product of the author guide, on each database; `npm test` of the guide's package runs its own test. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Plugin } from "waymark";
import { createTestServer } from "waymark/testing";
import { folderOf } from "./_folder.ts";
import { jsonRequest, tally, times } from "./_setup.ts";
import { blocksOf, guideForAuthors } from "./_shell.ts";
import { engines } from "./plugins/store/_engines.ts";

const root = join(import.meta.dirname, "..");
const product = ["// src/tours.ts\n", "// src/tours.test.ts\n"].map(
  (path) => blocksOf(guideForAuthors()).find(({ text }) => text.startsWith(path))?.text ?? "",
);

/** Imports the plugin from a folder in which the packages of the guide are installed. */
async function importProduct(): Promise<Plugin> {
  const folder = folderOf({ "tours.ts": product[0] ?? "", "package.json": '{"type":"module"}' });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/waymark"));
  symlinkSync(join(root, "node_modules/zod"), join(folder, "node_modules/zod"));
  const url = pathToFileURL(join(folder, "tours.ts")).href;
  const { default: plugin } = (await import(url)) as { readonly default: Plugin };
  return plugin;
}

it("has at most 120 lines with its test", () => {
  const lines = product.flatMap((text) => text.split("\n").slice(1));
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.filter((line) => line.trim() !== "").length).toBeLessThanOrEqual(120);
});

describe.each(engines)("on $name", ({ database }) => {
  it("books each boat once a day, also for callers at the same moment", async () => {
    const tours = await importProduct();
    const server = await createTestServer({
      config: {
        plugins: { access: true, idempotency: { enabled: true }, store: await database(), tours },
      },
      signIn: true,
    });
    onTestFinished(() => server.close());
    const as = (id: string) => server.as({ id, scopes: ["tours:book"] }).fetch;
    const tour = { boat: "gull", day: "2026-12-01" };
    const answers = await times(12, (index) =>
      as(index % 2 === 0 ? "ann" : "ben")("/api/tours", jsonRequest("POST", tour)),
    );
    expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 1, 409: 11 });
    const held = answers.find(({ status }) => status === 201);
    const path = held?.headers.get("location") ?? "";
    const [owner, other] =
      (await as("ann")(path)).status === 200 ? [as("ann"), as("ben")] : [as("ben"), as("ann")];
    expect((await other(`${path}/book`, { method: "POST" })).status).toBe(404);

    const stale = { "if-match": '"another"' };
    const book = (headers = {}) => owner(`${path}/book`, { method: "POST", headers });
    expect((await book(stale)).status).toBe(412);
    const booked = await book({ "if-match": held?.headers.get("etag") ?? "" });
    expect([booked.status, await booked.json()]).toMatchObject([200, { status: "booked" }]);
    expect((await book()).status).toBe(409);

    const photo = { method: "PUT", headers: { "content-type": "image/png" }, body: "picture" };
    expect((await owner(`${path}/photo`, photo)).status).toBe(201);
    expect(await (await owner(`${path}/photo`)).text()).toBe("picture");
    expect((await other(`${path}/photo`)).status).toBe(404);
    expect((await owner(path, { method: "DELETE" })).status).toBe(204);
    expect((await owner(`${path}/photo`)).status).toBe(404);
  });
});
