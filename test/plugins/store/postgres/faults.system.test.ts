/** The store while its server fails: no error but Unavailable, nothing acknowledged lost, recovery by itself. */
import { Client } from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { Unavailable } from "waymark";
import { draw, seed } from "../../../_draw.ts";
import { needs } from "../../../_programs.ts";
import { cut } from "../../../engines/cut.ts";
import { LISTENERS, startPostgres } from "../../../engines/postgres.ts";
import { openStore, seedFile } from "../_setup.ts";
import { eventually, newDatabase, TABLES } from "./_open.ts";

needs("postgres");

/** A store with a server of its own. */
async function withServer() {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const { store, close, ...opened } = await openStore(
    { url: server.url, versions: { poll: "50ms", lease: "500ms" } },
    TABLES,
  );
  onTestFinished(close);
  const rows = store.table("rows");
  const ids = async () => (await rows.list<{ id: string }>()).items.map(({ id }) => id);
  return { server, store, rows, ids, ...opened };
}

/** Runs writers and readers until `stop`; returns what was acknowledged, and every error. */
function load({
  store,
  rows,
  ids,
}: Pick<Awaited<ReturnType<typeof withServer>>, "store" | "rows" | "ids">) {
  const over = new AbortController();
  const acknowledged: string[] = [];
  const errors: unknown[] = [];
  const work = async (name: string, write: (id: string) => Promise<unknown>) => {
    for (let n = 0; !over.signal.aborted; n++) {
      const id = `${name}-${n}`;
      try {
        await write(id);
        if (name !== "reader") acknowledged.push(id);
      } catch (error) {
        errors.push(error);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
  };
  const insert = (id: string) => rows.insert([{ id, count: 0 }]);
  const running = Promise.all([
    work("plain", insert),
    work("transaction", (id) =>
      store.transaction(async () => {
        await rows.find(id);
        await insert(id);
      }),
    ),
    work("reader", ids),
  ]);
  return {
    acknowledged,
    async stop() {
      over.abort();
      await running;
      return { acknowledged, errors };
    },
  };
}

describe("a server under load", () => {
  type Server = Awaited<ReturnType<typeof withServer>>["server"];
  const failures: readonly (readonly [string, (server: Server) => Promise<unknown>])[] = [
    ["is restarted", (server) => server.restart()],
    ["is killed, and started again", (server) => server.kill().then(() => server.restart())],
    ["is shut down smartly", (server) => server.kill("SIGINT").then(() => server.restart())],
    ["ends all connections", (server) => server.terminateBackends()],
    ["ends the listening connection", (server) => server.terminateBackends(LISTENERS)],
  ];
  const title = `%s: only Unavailable is thrown, and what was acknowledged is there, with SEED=${seed}`;
  it.each(draw(failures, 2))(title, async (_what, fail) => {
    const opened = await withServer();
    const loading = load(opened);
    await eventually(() => loading.acknowledged.length > 20);
    await fail(opened.server);
    const before = loading.acknowledged.length;
    await eventually(() => loading.acknowledged.length > before + 20);
    const { acknowledged, errors } = await loading.stop();
    expect(errors.filter((error) => !(error instanceof Unavailable))).toEqual([]);
    const kept = new Set(await opened.ids());
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    await eventually(() => opened.store.version());
    await eventually(async () => (await opened.health()) === undefined);
  });

  it("is stopped: health says so, and once it is back all works by itself", async () => {
    const { server, rows, health, logged, store } = await withServer();
    await server.kill("SIGINT");
    await expect(rows.list()).rejects.toThrow(Unavailable);
    await expect(rows.insert([{ id: "a", count: 0 }])).rejects.toThrow(Unavailable);
    await expect(store.transaction(() => rows.find("a"))).rejects.toThrow(Unavailable);
    await expect(store.changes()).rejects.toThrow(Unavailable);
    await expect(health()).rejects.toThrow(Unavailable);
    await server.restart();
    await eventually(() =>
      rows.insert([{ id: "a", count: 0 }]).then(
        () => true,
        () => false,
      ),
    );
    expect(await rows.find("a")).toEqual({ id: "a", count: 0 });
    const said = logged.map(([message]) => message);
    expect(said.filter((one) => one === "data cannot be read or written")).toHaveLength(1);
    expect(said.filter((one) => one === "data can be read and written again")).toHaveLength(1);
  });
});

describe("a network", () => {
  it("that is cut makes the store unavailable, until it is back", async () => {
    const { node, options } = await newDatabase();
    const wire = await cut(options.url ?? "");
    onTestFinished(() => wire.stop());
    const { add, ids } = await node({ url: wire.url });
    await add("a");
    await wire.cut();
    await expect(add("b")).rejects.toThrow(Unavailable);
    await expect(ids()).rejects.toThrow(Unavailable);
    await wire.restore();
    await eventually(() =>
      add("c").then(
        () => true,
        () => false,
      ),
    );
    expect(await ids()).toEqual(["a", "c"]);
  });

  it("that loses everything holds up no query longer than a statement may take", async () => {
    const { node, options } = await newDatabase();
    const wire = await cut(options.url ?? "");
    onTestFinished(() => wire.stop());
    const { add, ids } = await node({
      url: wire.url,
      statementTimeout: "200ms",
      pool: { wait: "1s" },
    });
    await add("a");
    wire.hold();
    const held = [add("b"), ids(), ids()];
    for (const result of await Promise.allSettled(held))
      expect(result).toMatchObject({ status: "rejected", reason: expect.any(Unavailable) });
    await wire.restore();
    await eventually(() =>
      ids().then(
        () => true,
        () => false,
      ),
    );
  });
});

describe("a query", () => {
  it("that takes too long is unavailable, and leaves its connection to others", async () => {
    const { node, psql } = await newDatabase();
    const { rows, ids } = await node({ statementTimeout: "100ms", pool: { max: 2, wait: "30s" } });
    await psql(
      "create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(5); return new; end'; create trigger slow before update on rows for each row execute function slow()",
    );
    await rows.insert([{ id: "a", count: 0 }]);
    for (let round = 0; round < 3; round++)
      await expect(rows.update("a", { count: 1 })).rejects.toThrow(Unavailable);
    await rows.insert([{ id: "b", count: 0 }]);
    expect(await ids()).toEqual(["a", "b"]);
  });

  it("waits for the lock of another client as long as it may, while reads go on", async () => {
    const { node, options } = await newDatabase();
    const { rows, ids, store } = await node({ statementTimeout: "300ms" });
    await rows.insert([{ id: "a", count: 0 }]);
    const other = new Client(options.url);
    await other.connect();
    onTestFinished(() => other.end());
    await other.query("begin; update rows set count = 9");
    await expect(rows.update("a", { count: 1 })).rejects.toThrow(Unavailable);
    const whole = store.transaction(() => rows.update("a", { count: 1 }));
    await expect(whole).rejects.toThrow(Unavailable);
    expect(await ids()).toEqual(["a"]);
    await other.query("rollback");
    expect(await rows.update("a", { count: 1 })).toBe(true);
  });

  it("that finds no free connection in time is unavailable", async () => {
    const { node } = await newDatabase();
    const { store, rows, ids } = await node({ pool: { max: 2, wait: "500ms" } });
    const [begun, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const running = store.transaction(async () => {
      await rows.insert([{ id: "a", count: 0 }]);
      begun.resolve();
      await done.promise;
    });
    await begun.promise;
    await expect(rows.insert([{ id: "b", count: 0 }])).rejects.toThrow(Unavailable);
    expect(await ids()).toEqual([]);
    done.resolve();
    await running;
    await rows.insert([{ id: "c", count: 0 }]);
  });
});

describe("a start", () => {
  const refused = (options: object) =>
    openStore({ url: "postgres://waymark@127.0.0.1:1/x", ...options }, TABLES);

  it("waits for a server that starts as well", async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    await server.kill();
    const opening = openStore({ url: server.url }, TABLES);
    const [opened] = await Promise.all([opening, server.restart()]);
    await opened.close();
  });

  it("of four nodes at once on an empty database makes its tables and seeds once", async () => {
    const rows = Array.from({ length: 50 }, (_, n) => ({ id: `n${n}`, count: n }));
    const { node } = await newDatabase({
      ...TABLES,
      rows: { ...TABLES.rows, seed: seedFile(rows) },
    });
    const nodes = await Promise.all([node(), node(), node(), node()]);
    for (const { ids } of nodes) expect(await ids()).toHaveLength(rows.length);
  });

  it("fails when no server is there, and names neither user nor password", async () => {
    const opening = refused({ url: "postgres://somebody:secret@127.0.0.1:1/x" });
    const error: unknown = await opening.catch((reason: unknown) => reason);
    expect(String(error)).toContain("the database cannot be reached");
    expect(String(error)).not.toMatch(/secret|somebody/);
  });

  it("refuses a database with another encoding", async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    await server.psql(
      "create database latin encoding 'SQL_ASCII' locale 'C' locale_provider libc template template0",
    );
    const opening = refused({ url: server.url.replace(/postgres$/, "latin") });
    await expect(opening).rejects.toThrow("create it with encoding 'UTF8'");
  });
});
