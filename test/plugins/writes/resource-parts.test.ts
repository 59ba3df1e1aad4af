/** Parts of a resource: texts, links, page sizes, work that follows a write, and a second resource. */
import { describe, expect, it } from "vitest";
import { definePlugin } from "waymark";
import preset from "waymark/preset";
import { combine, perOptions, resource } from "waymark/resources";
import type { Finding } from "waymark/server";
import { createTestServer, pluginChecks, type TestServer } from "waymark/testing";
import { z } from "zod";
import { json, recordingLog, startServer, until } from "../../_setup.ts";
import { sends } from "./_resources.ts";

const committed: string[] = [];

const pier = {
  name: { one: "pier", many: "piers" },
  path: "/api/piers",
  of: z.object({ id: z.string(), berths: z.int().default(0) }),
  key: "id",
  keys: "client",
} as const;
const piers = resource({ ...pier, actions: { close: { summary: "Close.", set: { berths: 0 } } } });

const berths = resource({
  name: { one: "berth", many: "berths" },
  path: "/api/berths",
  of: z.object({ id: z.string(), pierId: z.string(), metres: z.int().default(9) }),
  key: "id",
  description: { get: "With its length.", create: "At a pier that is there." },
  relations: { pier: { to: "getPier", with: { pierId: "pierId" } } },
  maxPageSize: 3,
  errors: { "pier-unknown": { status: 409, message: "There is no such pier." } },
  actions: { lengthen: { summary: "Lengthen.", set: ({ metres }) => ({ metres: metres + 1 }) } },
  async afterWrite({ kind, before, after, store, fail }) {
    const table = store.table("piers");
    const pierId = (after ?? before)?.pierId ?? "";
    const row = await table.find<{ berths: number }>(pierId);
    if (row === undefined) return fail("pier-unknown");
    const more = { create: 1, remove: -1, replace: 0, patch: 0, action: 0 }[kind];
    await table.update(pierId, { berths: row.berths + more });
  },
  async afterCommit({ kind, key, before, after }) {
    committed.push(`${kind} ${before?.metres ?? "-"} ${after?.metres ?? "-"}`);
    await Promise.reject(new Error(`after ${kind} of ${key.length > 0 ? "a berth" : "nothing"}`));
  },
});

const plugin = definePlugin({ id: "harbour", summary: "A harbour.", ...combine(piers, berths) });

async function start() {
  committed.length = 0;
  const { log, lines } = recordingLog();
  const server = await startServer({ log, plugins: [...preset, plugin] });
  await send(server, "POST", "/api/piers", { id: "east" });
  return { server, lines };
}

const send = (server: TestServer, method: string, path: string, body?: object) =>
  server.request(path, sends(method, body));

describe("a resource", () => {
  it("does what follows a write in its transaction, and the rest after its commit", async () => {
    const { server, lines } = await start();
    const made = await send(server, "POST", "/api/berths", { pierId: "east" });
    const path = String(made.headers.get("location"));
    expect(await json(await server.request("/api/piers/east"))).toMatchObject({ berths: 1 });
    expect((await send(server, "POST", `${path}/lengthen`)).status).toBe(200);
    const refused = await send(server, "PUT", path, { pierId: "west" });
    expect(await json(refused)).toMatchObject({ error: { code: "pier-unknown" } });
    expect(await json(await server.request(path))).toMatchObject({ pierId: "east", metres: 10 });
    expect((await send(server, "DELETE", path)).status).toBe(204);
    expect(await json(await server.request("/api/piers/east"))).toMatchObject({ berths: 0 });
    expect(committed).toEqual(["create - 9", "action 9 10", "remove 10 -"]);
    await until(() => JSON.stringify(lines).includes("after remove of a berth"));
  });

  it("has links, descriptions and pages of its own size", async () => {
    const { server } = await start();
    for (let count = 0; count < 5; count++)
      await send(server, "POST", "/api/berths", { pierId: "east" });
    const list = await json<{ berths: { id: string }[] }>(await server.request("/api/berths"));
    expect(list.berths).toHaveLength(3);
    expect((await server.request("/api/berths?limit=3")).status).toBe(200);
    expect((await server.request("/api/berths?limit=4")).status).toBe(400);
    const one = await json(await server.request(`/api/berths/${list.berths[0]?.id}`));
    expect(one).toMatchObject({ _links: { pier: { href: "/api/piers/east" } } });
    const { paths } = await json<{ paths: Record<string, object> }>(
      await server.request("/api/openapi"),
    );
    expect(paths["/api/berths"]).toMatchObject({
      post: { description: expect.stringContaining("At a pier that is there.") },
    });
  });

  it("conforms", async () => {
    const names: string[] = [];
    for await (const { name, run } of pluginChecks(
      definePlugin({ id: "piers", summary: "Piers.", ...piers }),
    )) {
      if (name.startsWith("with the preset")) break;
      await run();
      names.push(name);
    }
    expect(names.join("\n")).toContain("/close");
  });
});

it("a resource depends on the options of its plugin", async () => {
  const Options = z.strictObject({ most: z.int().default(2) });
  const sized = definePlugin({
    id: "harbour",
    summary: "Piers.",
    options: Options,
    ...perOptions(({ most }: z.output<typeof Options>) => resource({ ...pier, maxPageSize: most })),
  });
  const server = await startServer({
    plugins: [...preset, sized],
    config: { plugins: { harbour: { most: 5 } } },
  });
  expect((await send(server, "POST", "/api/piers", { id: "east" })).status).toBe(201);
  expect((await server.request("/api/piers?limit=5")).status).toBe(200);
  expect((await server.request("/api/piers?limit=6")).status).toBe(400);
});

it("two resources of one name refuse the start", async () => {
  const parts = combine(piers, resource({ ...pier, path: "/api/quays" }));
  const twice = definePlugin({ id: "harbour", summary: "A harbour.", ...parts });
  const message = await createTestServer({ plugins: [...preset, twice] }).then(
    async (server) => `started: ${await server.close()}`,
    ({ findings = [] }: { readonly findings?: readonly Finding[] }) =>
      findings.map((finding) => Object.values(finding).join(" ")).join("\n"),
  );
  expect(message).toContain(
    'DECLARATION_INVALID harbour combine tables: both resources have "piers"',
  );
  expect(message).toContain('routes: both resources have "listPiers"');
});
