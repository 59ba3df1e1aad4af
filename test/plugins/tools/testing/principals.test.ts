/** `server.as(…)`: requests of a caller that a test signs in, without a plugin of its own that identifies. */
import { expect, it, onTestFinished } from "vitest";
import { definePlugin } from "waymark";
import { resource } from "waymark/resources";
import preset from "waymark/preset";
import { boot } from "waymark/server";
import { createTestServer, type TestServerOptions } from "waymark/testing";
import { z } from "zod";
import { json } from "../../../_setup.ts";

const notes = definePlugin({
  id: "notes",
  summary: "Keeps notes.",
  ...resource({
    name: { one: "note", many: "notes" },
    path: "/api/notes",
    of: z.object({ id: z.string(), text: z.string() }),
    key: "id",
    owner: "owner",
    access: { read: "authenticated", write: { scopes: ["notes:write"] } },
    idempotency: "none",
  }),
});

async function start(options: TestServerOptions = { signIn: true }) {
  const server = await createTestServer({
    config: { plugins: { access: true, notes } },
    ...options,
  });
  onTestFinished(() => server.close());
  return server;
}

const note = (text: string): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ text }),
});

it("sends requests as a principal, in memory and over the socket", async () => {
  const server = await start();
  const ann = server.as({ id: "ann", scopes: ["notes:write"] });
  const ben = server.as({ id: "ben" });
  expect((await ann.fetch("/api/notes", note("Ink"))).status).toBe(201);
  expect(await json(await ann.request("/api/notes"))).toMatchObject({
    notes: [{ text: "Ink" }],
  });
  expect(await json(await ben.fetch("/api/notes"))).toMatchObject({ notes: [] });
  expect((await ben.fetch("/api/notes", note("Tea"))).status).toBe(403);
});

it("leaves the requests of the server itself without a principal", async () => {
  const server = await start();
  server.as({ id: "ann" });
  expect((await server.fetch("/api/notes")).status).toBe(401);
  const guessed = { "x-test-principal": "ann" };
  expect((await server.fetch("/api/notes", { headers: guessed })).status).toBe(401);
});

it("keeps a principal signed in over a reload, with the limits of its plan", async () => {
  const server = await start();
  const pat = server.as({ id: "pat", plan: "pro" });
  const limits = { plans: { pro: { limit: 7 } } };
  await server.reload({ plugins: { notes, access: limits } });
  const { headers } = await pat.fetch("/api/notes");
  expect(headers.get("x-ratelimit-limit")).toBe("7");
});

it("is refused by a server that does not sign in", async () => {
  const server = await createTestServer();
  onTestFinished(() => server.close());
  expect(() => server.as({ id: "ann" })).toThrow(
    'server.as({ id: "ann" }) needs a server that signs in\n  hint: createTestServer({ signIn: true })',
  );
});

it("does not exist in a server that is not a test's", async () => {
  expect(preset.map(({ id }) => id)).not.toContain("test-principals");
  const { registry } = await boot({ cwd: process.cwd(), env: {}, file: false });
  expect(registry.identifiers.map(({ policy }) => policy)).not.toContain("test-principals");
  expect(Object.keys(await import("waymark/testing"))).not.toContainEqual(
    expect.stringMatching(/principal/i),
  );
});
