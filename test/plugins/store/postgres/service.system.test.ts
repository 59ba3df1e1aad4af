/** Services on PostgreSQL: the answers of several nodes, and those while the server fails. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Client } from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { definePlugin } from "waymark";
import { Store } from "waymark/services";
import { z } from "zod";
import { json, jsonRequest, startServer } from "../../../_setup.ts";
import { needs } from "../../../_programs.ts";
import { cut } from "../../../engines/cut.ts";
import { ENV } from "../../../kernel/cli/_run.ts";
import { openStore, type StoreOptions } from "../_setup.ts";
import { postgresOptions } from "../_engines.ts";
import { eventually } from "./_open.ts";

needs("postgres");

const Note = z.object({ id: z.string() });

async function startNode(store: StoreOptions) {
  let made = 0;
  const notes = definePlugin({
    id: "notes",
    summary: "Notes.",
    needs: { store: Store },
    tables: { notes: { of: Note, key: "id" } },
    routes: {
      listNotes: {
        method: "GET",
        path: "/api/notes",
        summary: "List notes.",
        list: { of: Note, as: "notes", name: "NotesList" },
        cache: { scope: "public", maxAge: "1h" },
      },
      addNote: {
        method: "POST",
        path: "/api/notes",
        summary: "Add a note.",
        body: Note,
        returns: Note,
        idempotency: "none",
        errors: ["resource-exists"],
      },
    },
    handlers: ({ store: { table } }) => ({
      listNotes: ({ query }) => {
        made++;
        return table("notes").list(query);
      },
      addNote: async ({ body }) => {
        if ((await table("notes").find(body.id)) === undefined) await table("notes").insert([body]);
        return body;
      },
    }),
  });
  const server = await startServer({ config: { plugins: { store, notes } } });
  return {
    list: () => server.request("/api/notes"),
    ids: async () => {
      const { notes: all } = await json<{ notes: { id: string }[] }>(
        await server.request("/api/notes"),
      );
      return all.map(({ id }) => id).join();
    },
    add: (id: string) => server.request("/api/notes", jsonRequest("POST", { id })),
    metrics: async () => {
      const accept = { headers: { accept: "text/plain" } };
      return (await server.request("/api/metrics", accept)).text();
    },
    policy: async () => json(await server.request("/api/consistency-policy")),
    made: () => made,
    reload: (changed: StoreOptions, more: Readonly<Record<string, false>> = {}) =>
      server.reload({ plugins: { store: changed, notes, ...more } }),
  };
}

it("a reload keeps the store whose options did not change, and replaces it without losing a request", async () => {
  const options = await postgresOptions();
  const node = await startNode(options);
  const kept = await node.reload(options, { "request-info": false });
  expect(kept.carriedOver).toContain("store");

  const load = { isOver: false };
  const added: string[] = [];
  const clients = Array.from({ length: 4 }, async (_, client) => {
    const statuses = new Set<number>();
    for (let n = 0; !load.isOver; n++) {
      const id = `${client}-${n}`;
      statuses.add((await node.add(id)).status).add((await node.list()).status);
      added.push(id);
    }
    return statuses;
  });
  for (const max of [5, 3]) {
    const before = added.length;
    await eventually(() => added.length > before + 8);
    const { stopped, started } = await node.reload({ ...options, pool: { ...options.pool, max } });
    expect([stopped, started].every((ids) => ids.includes("store"))).toBe(true);
  }
  load.isOver = true;
  for (const statuses of await Promise.all(clients)) expect([...statuses]).toEqual([200]);
  const { store, close } = await openStore(options, { notes: { of: Note, key: "id" } });
  const { items } = await store.table("notes").list<z.output<typeof Note>>();
  await close();
  expect(items.map(({ id }) => id).toSorted()).toEqual(added.toSorted());
});

describe("two nodes", () => {
  it("answer from what they keep, until the other one changes it", async () => {
    const options = await postgresOptions();
    const [one, other] = [await startNode(options), await startNode(options)];
    await other.ids(); // the table that the list reaches is known from here on
    await other.ids();
    const made = other.made();
    for (let round = 0; round < 5; round++) expect(await other.ids()).toBe("");
    expect(other.made()).toBe(made);
    expect((await one.add("a")).status).toBe(200);
    expect(await one.ids()).toBe("a");
    await eventually(async () => (await other.ids()) === "a");
  });

  it("show each finished write at once where versions are exact", async () => {
    const options = { ...(await postgresOptions()), versions: { mode: "exact" } } as const;
    const [one, other] = [await startNode(options), await startNode(options)];
    for (let n = 0; n < 20; n++) {
      const [writer, reader] = n % 2 === 0 ? [one, other] : [other, one];
      await writer.add(`n${n}`);
      expect((await reader.ids()).split(",")).toHaveLength(n + 1);
    }
    expect(JSON.stringify(await one.policy())).toContain("A finished write shows in every answer");
  });

  it("state how late they may be", async () => {
    const node = await startNode({ ...(await postgresOptions()), versions: { lease: "2s" } });
    expect(JSON.stringify(await node.policy())).toContain("within 2s");
    const metrics = await node.metrics();
    expect(metrics).toMatch(/^store_connections\{pool="writes",state="waiting"\} 0$/m);
    const [, known] = /^store_version_verified_timestamp_seconds (\S+)$/m.exec(metrics) ?? [];
    expect(Date.now() / 1000 - Number(known)).toBeLessThan(60);
  });

  it("O4: count the connections that wait for a lock", async () => {
    const options = await postgresOptions();
    const node = await startNode(options);
    const waiters = async () =>
      / (\d+)$/.exec((/^store_lock_waiters .*$/m.exec(await node.metrics()) ?? [""])[0])?.[1];
    await eventually(async () => (await waiters()) === "0");
    const other = new Client({ connectionString: options.url });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query("begin; lock table notes in exclusive mode");
    const added = node.add("a");
    await eventually(async () => (await waiters()) === "1");
    await other.query("rollback");
    expect((await added).status).toBe(200);
    await eventually(async () => (await waiters()) === "0");
  });
});

it.each<["cut" | "hold"]>([["cut"], ["hold"]])(
  "a service answers 503 while its server is out of reach by a %s, and recovers",
  async (fault) => {
    const options = await postgresOptions();
    const wire = await cut(options.url ?? "");
    onTestFinished(() => wire.stop());
    const node = await startNode({
      url: wire.url,
      statementTimeout: "200ms",
      versions: { poll: "50ms", lease: "300ms", staleIfError: "0s" },
    });
    await node.add("a");
    await wire[fault]();
    const answers = [
      await node.add("b"),
      await eventually(async () => {
        const answer = await node.list();
        return answer.status === 200 ? undefined : answer; // kept, until the lease ends
      }),
    ];
    for (const { status, headers } of answers)
      expect({ status, retryAfter: headers.get("retry-after") }).toEqual({
        status: 503,
        retryAfter: "1",
      });
    await wire.restore();
    await eventually(async () => (await node.list()).status === 200);
    expect((await node.add("c")).status).toBe(200);
  },
);

describe("the start of a service", () => {
  /** Boots with this environment; prints the option, and the modules of the engine that were loaded. */
  const program = `
    import { registerHooks } from "node:module";
    const loaded = new Set();
    registerHooks({
      load(url, context, next) {
        const engine = /plugins\\/store\\/postgres\\/|node_modules\\/pg[/-]/.exec(url);
        if (engine !== null) loaded.add(engine[0]);
        return next(url, context);
      },
    });
    const { boot } = await import(${JSON.stringify(import.meta.resolve("../../../../kernel/host/boot/boot.ts"))});
    const { createTestServer } = await import("waymark/testing");
    const { default: preset } = await import("waymark/preset");
    const { installed } = await boot({ cwd: "/", env: process.env, file: false, preset });
    const { options } = installed.find(({ plugin }) => plugin.id === "store");
    if (options.url === undefined) await (await createTestServer()).close();
    console.log(JSON.stringify({ url: options.url ?? null, loaded: [...loaded] }));`;
  const run = async (env: Record<string, string>): Promise<unknown> => {
    const ran = await promisify(execFile)(
      process.execPath,
      ["--input-type=module", "-e", program],
      { cwd: import.meta.dirname, env: { ...ENV, ...env } },
    );
    return JSON.parse(ran.stdout);
  };

  it("loads no part of the engine where no database is named", async () => {
    expect(await run({})).toEqual({ url: null, loaded: [] });
  });

  it("takes the database from DATABASE_URL", async () => {
    const url = "postgres://waymark@127.0.0.1:1/none";
    expect(await run({ DATABASE_URL: url })).toMatchObject({ url });
  });
});
