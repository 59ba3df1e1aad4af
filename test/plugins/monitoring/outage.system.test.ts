/** The log of a service whose database is gone: one line for each thing that fails, however many requests meet it. */
import type { Plugin } from "waymark";
import preset from "waymark/preset";
import { expect, it, onTestFinished } from "vitest";
import { jsonRequest, recordingLog, startServer } from "../../_setup.ts";
import { needs } from "../../_programs.ts";
import { startPostgres } from "../../engines/postgres.ts";
import { badges } from "../identity/_setup.ts";
import { local, put, receiver, rooms, SECRET } from "../writes/_receiver.ts";

needs("postgres");

it("O6: each thing that fails in an outage is one line, and one when it works again", async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const hooks = await receiver();
  const { log, lines } = recordingLog();
  const server = await startServer({
    log,
    plugins: [...preset, rooms, badges as Plugin],
    config: {
      plugins: {
        "rate-limit": { limit: 1_000_000 },
        store: { url: postgres.url },
        access: { require: { brains: "authenticated" } },
        audit: true,
        events: { dataInterval: "100ms", healthInterval: "100ms" },
        history: { interval: "1s" },
        webhooks: { ...local, subscriptions: { hooks: { url: hooks.url, secret: SECRET } } },
      },
    },
  });
  const end = new AbortController();
  onTestFinished(() => end.abort());
  await server.request("/api/events", { signal: end.signal });
  await put(server, "a");
  await expect.poll(() => hooks.all.length).toBe(1);
  const failing = () => lines.filter(({ level }) => level === "warn" || level === "error");
  expect(failing()).toEqual([]);

  await postgres.kill();
  const query = { query: "{ offices { id } }" };
  const statuses = new Set<number>();
  for (let round = 0; round < 30; round++)
    for (const [path, init] of [
      ["/api/offices?sort=-name", {}],
      ["/status", {}],
      ["/api/health", {}],
      ["/api/metrics", { headers: { accept: "text/plain" } }],
      ["/api/graphql", jsonRequest("POST", query)],
      ["/api/rooms/a", jsonRequest("PUT", { id: "a", name: `${round}` })],
    ] as const)
      statuses.add((await server.fetch(path, init)).status);
  expect([...statuses]).toContain(503);
  // Background work comes round several times meanwhile.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const said = failing().map(({ message, fields }) => {
    const { reason: _r, error: _e, requestId: _q, traceId: _t, spanId: _s, ...about } = fields;
    return JSON.stringify([message, about]);
  });
  expect(said.length).toBeGreaterThan(0);
  expect(said.toSorted()).toEqual([...new Set(said)].toSorted());

  await postgres.restart();
  const recovered = () => lines.filter(({ message }) => message.endsWith("again")).length;
  await expect.poll(recovered).toBeGreaterThan(1);
});
