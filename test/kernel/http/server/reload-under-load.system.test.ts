/** Many reloads under load: no request fails, none sees two revisions, and nothing stays behind. */
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { definePlugin, definePolicy, type Registry } from "waymark";
import { createTestServer } from "waymark/testing";
import { z } from "zod";
import { json } from "../../../_setup.ts";

const RELOADS = 50;
/** Requests that are under way at any time. */
const CLIENTS = 8;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const Options = z.strictObject({ turn: z.int().default(0) });

/** Says its option in a header, in a body that is made per request and in a document. */
const witness = definePlugin({
  id: "witness",
  summary: "Says in three places which revision this is.",
  options: Options,
  policies: [
    definePolicy({
      id: "witness",
      options: Options,
      writes: { "X-Turn": "The turn." },
      compile: (_route, { options }) => ({ fields: () => ({ "X-Turn": String(options.turn) }) }),
    }),
  ],
  routes: {
    show: {
      method: "GET",
      path: "/witness",
      summary: "Show the turn.",
      cache: "no-store",
      returns: z.object({ turn: z.int() }),
    },
    showDocument: {
      method: "GET",
      path: "/witness/document",
      summary: "Show the turn, made once.",
      cache: "no-store",
      document: true,
      returns: z.object({ turn: z.int() }),
    },
  },
  handlers: (_use, { options }) => ({
    show: async () => {
      await pause(1);
      return options;
    },
  }),
  documents: { showDocument: (_registry, options) => options },
});

/** Open handles, by kind. Sockets are left out because clients keep some for as long as they like. */
function openHandles(): readonly string[] {
  return process
    .getActiveResourcesInfo()
    .filter((kind) => !/^(?:TCP|Connect|Immediate|Timeout|TickObject|.*Req)/.test(kind))
    .toSorted();
}

it(`${RELOADS} reloads that toggle plugins`, async () => {
  const settings = (turn: number) => ({
    plugins: {
      witness: { turn },
      "rate-limit": { limit: 1_000_000 },
      ...(turn % 2 === 1 ? { cors: false, brains: false, metrics: false, digest: false } : {}),
    },
  });
  const server = await createTestServer({
    config: {
      ...settings(0),
      plugins: { ...settings(0).plugins, witness: [witness, { turn: 0 }] },
    },
  });
  const load = { on: true };
  let answered = 0;
  const failures: unknown[] = [];
  const client = async (path: string) => {
    while (load.on) {
      const answer = await server.request(path);
      const body = await answer.text();
      answered += 1;
      const wrong = answer.status !== 200;
      const mixed =
        path.startsWith("/witness") &&
        (JSON.parse(body) as { turn: number }).turn !== Number(answer.headers.get("x-turn"));
      if (wrong || mixed) failures.push({ path, status: answer.status, body });
    }
  };
  const paths = ["/witness", "/witness/document", "/api/offices", "/api/openapi"];
  const clients = Array.from({ length: CLIENTS }, (_, at) =>
    client(paths[at % paths.length] ?? ""),
  );

  const registries: WeakRef<Registry>[] = [new WeakRef(server.registry)];
  const revisions = new Set<string>();
  let handles: readonly string[] = [];
  for (let turn = 1; turn <= RELOADS; turn++) {
    const next = settings(turn).plugins;
    await server.reload({ plugins: { ...next, witness: [witness, { turn }] } });
    registries.push(new WeakRef(server.registry));
    revisions.add(server.registry.revision);
    const { turn: served } = await json<{ turn: number }>(await server.request("/witness"));
    expect(served).toBe(turn);
    expect((await server.request("/api/brains")).status).toBe(turn % 2 === 1 ? 404 : 200);
    if (turn === 2) handles = openHandles();
  }
  expect(openHandles()).toEqual(handles);
  load.on = false;
  await Promise.all(clients);
  expect(failures).toEqual([]);
  expect(answered).toBeGreaterThan(RELOADS);
  expect(revisions.size).toBe(RELOADS);

  // Of all the revisions only the current one is left.
  await expect
    .poll(
      () => {
        collectGarbage();
        return registries.filter((reference) => reference.deref() !== undefined).length;
      },
      { interval: 100 },
    )
    .toBe(1);
  await server.close();
});
