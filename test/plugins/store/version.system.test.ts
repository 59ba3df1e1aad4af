import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Store } from "waymark/services";
import { z } from "zod";
import { openStore, seedFile } from "./_setup.ts";
import { folderOf } from "../../_folder.ts";

const tables = { rows: { of: z.object({ id: z.string() }), key: "id" } };

/** Opens the store of a file in a process of its own: the file, and the seed, are its arguments. */
const setup = `
  const { default: plugin } = await import(${JSON.stringify(import.meta.resolve("../../../plugins/store/index.ts"))});
  const { z } = await import("zod");
  const [, file, seed] = process.argv;
  const rows = { name: "rows", plugin: "p", of: z.object({ id: z.string() }), key: "id", ...(seed && { seed: new URL(seed) }) };
  const { store } = await plugin.setup({}, {
    options: { file, migrate: "auto" },
    registry: { of: () => [rows] },
    log: { info() {} }, signal: new AbortController().signal, async checked() {}, defer() {}, queue: () => ({}),
  });`;

async function openShared() {
  const file = join(folderOf(), "waymark.db");
  const { store, close } = await openStore(file, tables);
  onTestFinished(close);
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  return { file, store, table: store.table("rows"), other };
}

describe("the data version", () => {
  it("grows with own writes that change something, at once", async () => {
    const { store, table } = await openShared();
    const seen = [store.version()];
    const note = () => seen.push(store.version());
    await table.insert([{ id: "a" }, { id: "b" }]);
    note();
    await table.update("a", { id: "c" });
    note();
    await table.remove("b");
    note();
    for (const [index, version] of seen.slice(1).entries())
      expect(version).toBeGreaterThan(seen[index]!);

    const last = store.version();
    await table.insert([]);
    await table.remove("missing");
    await expect(table.insert([{ id: "d" }, { id: "c" }])).rejects.toThrow("exists already");
    await table.find("c");
    await turn();
    expect(store.version()).toBe(last);
  });

  it("costs no query in memory, where no other process writes (T6)", async () => {
    const { store, close } = await openStore(":memory:", tables);
    onTestFinished(close);
    const queries = [
      vi.spyOn(StatementSync.prototype, "all"),
      vi.spyOn(StatementSync.prototype, "get"),
    ];
    onTestFinished(() => void vi.restoreAllMocks());
    store.version();
    await turn();
    store.version();
    for (const query of queries) expect(query).not.toHaveBeenCalled();
  });

  it("grows with writes of others, from the next callback on, also in the phase of a timer (B7)", async () => {
    const { store, other } = await openShared();
    const seen: (number | undefined)[] = [];
    // Both timers run in one phase of the loop, before any `setImmediate`.
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    setTimeout(() => {
      seen.push(store.version());
      other.exec("insert into rows values ('x')");
      seen.push(store.version()); // one callback sees one version
      first.resolve();
    }, 5);
    setTimeout(() => {
      seen.push(store.version());
      second.resolve();
    }, 5);
    await Promise.all([first.promise, second.promise]);
    expect(seen[1]).toBe(seen[0]);
    expect(seen[2]).toBeGreaterThan(seen[0]!);
  });

  it("is that of some tables: others do not count (B10)", async () => {
    const file = join(folderOf(), "waymark.db");
    const { store, close } = await openStore(file, {
      ...tables,
      records: { ...tables.rows, internal: true },
    });
    onTestFinished(close);
    const versions = () => [store.version(["rows"]), store.version(["records"]), store.version()];
    const before = versions();
    await store.table("records").insert([{ id: "a" }]);
    const recorded = versions();
    expect(recorded).toEqual([before[0], before[1]! + 1, before[2]]); // internal tables make no news
    await store.table("rows").insert([{ id: "a" }]);
    expect(versions()).toEqual([before[0]! + 1, recorded[1], before[2]! + 1]);
  });

  it("does not grow with what others undo", async () => {
    const { store, other } = await openShared();
    const before = store.version();
    other.exec("begin; insert into rows values ('x'); rollback");
    await turn();
    expect(store.version()).toBe(before);
  });

  it("is read again for the event that ends a wait, however the wait began", async () => {
    const { file, other } = await openShared();
    // A process without other events: it reads the version in a timer, waits for its input, and reads again.
    const program = `
      ${setup}
      setTimeout(() => {
        const before = store.version();
        process.stdin.once("data", () => process.exit(store.version() > before ? 0 : 1));
        setTimeout(() => { store.version(); process.stdout.write("waiting"); }, 50);
      }, 50);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program, file], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    await sleep(500); // for the child to wait even on a busy machine: until then its turn is the same
    other.exec("insert into rows values ('x')");
    child.stdin.write("go");
    expect(await once(child, "exit")).toStrictEqual([0, null]);
  });

  it("is read by the service's token for the tables that a plugin has reached (B10)", async () => {
    const { store, table } = await openShared();
    const tracked = Store.track!(store, { plugin: "rows", of: () => [] as never });
    const before = tracked.version();
    await table.insert([{ id: "a" }]);
    expect(tracked.version()).toBe(before);
    tracked.instance.table("rows");
    const reached = tracked.version();
    expect(reached).toBeGreaterThan(Number(before));
    await table.insert([{ id: "b" }]);
    expect(tracked.version()).toBeGreaterThan(Number(reached));
  });
});

describe("several processes", () => {
  it("may start at once on a new file: one of them makes and seeds it", async () => {
    const file = join(folderOf(), "waymark.db");
    const rows = Array.from({ length: 200 }, (_, index) => ({ id: `row-${index}` }));
    const program = `
      ${setup}
      await store.table("rows").insert([{ id: "from " + process.pid }]);`;
    const seed = seedFile(rows).href;
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ["--input-type=module", "-e", program, file, seed], {
        stdio: "inherit",
      }),
    );
    const codes = await Promise.all(
      children.map(async (child) => (await once(child, "exit"))[0] as unknown),
    );
    expect(codes).toStrictEqual([0, 0, 0, 0]);

    const { store, close } = await openStore(file, tables);
    onTestFinished(close);
    const page = await store
      .table("rows")
      .list({ fields: [], filters: [], sort: [], limit: undefined, after: undefined });
    expect(page.items).toHaveLength(rows.length + children.length);
  });
});
