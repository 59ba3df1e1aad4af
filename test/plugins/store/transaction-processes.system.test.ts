/** Transactions of several processes on one file, and of processes that are killed. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { lasting } from "./_engines.ts";
import { openStore, type StoreOptions } from "./_setup.ts";

const Row = z.object({ id: z.string(), count: z.int() });
type Row = z.output<typeof Row>;
const tables = { rows: { of: Row, key: "id" }, others: { of: Row, key: "id" } };

const KILLS = 4;

/** Runs a program on a store, in a process of its own. */
function run(program: string, options: StoreOptions): ChildProcess {
  const text = `
    const { openStore } = await import(${JSON.stringify(import.meta.resolve("./_open-store.ts"))});
    const { z } = await import("zod");
    const table = { of: z.object({ id: z.string(), count: z.int() }), key: "id" };
    const { store, close } = await openStore(JSON.parse(process.argv[1]), { rows: table, others: table });
    const [rows, others] = [store.table("rows"), store.table("others")];
    ${program}`;
  const child = spawn(
    process.execPath,
    ["--input-type=module", "-e", text, JSON.stringify(options)],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

describe.each(lasting)("several processes on $name", ({ database }) => {
  async function openFile() {
    const file = await database();
    const { store, close } = await openStore(file, tables);
    onTestFinished(close);
    return { file, store, rows: store.table("rows"), others: store.table("others") };
  }

  it("makes 200 of 200 increments in two processes", async () => {
    const { file, rows } = await openFile();
    await rows.insert([{ id: "a", count: 0 }]);
    const program = `
    await Promise.all(Array.from({ length: 100 }, () =>
      store.transaction(async () => {
        const { count } = await rows.find("a");
        await new Promise(setImmediate);
        await rows.update("a", { count: count + 1 });
      })));
    await close();`;
    const children = [run(program, file), run(program, file)];
    const codes = await Promise.all(children.map((child) => once(child, "exit")));
    expect(codes).toEqual([
      [0, null],
      [0, null],
    ]);
    expect(await rows.find("a")).toEqual({ id: "a", count: 200 });
  });

  it("lets one of two processes have a row that both make when it is not there", async () => {
    const { file, rows } = await openFile();
    const program = `
    let made = 0;
    for (let n = 0; n < 50; n++)
      await store.transaction(async () => {
        if ((await rows.find("n" + n)) !== undefined) return;
        await rows.insert([{ id: "n" + n, count: process.pid }]);
        made++;
      });
    process.stdout.write(String(made));
    await close();`;
    const children = [run(program, file), run(program, file)];
    const made = children.map(async ({ stdout }) => {
      let text = "";
      for await (const chunk of stdout!) text += String(chunk);
      return Number(text);
    });
    const [first = 0, second = 0] = await Promise.all(made);
    expect(first + second).toBe(50);
    expect((await rows.list()).items).toHaveLength(50);
  });

  it("keeps all of an acknowledged transaction and nothing of another when its process is killed", async () => {
    const { file, rows, others } = await openFile();
    // Each transaction writes two rows of each table, with a turn of the loop in between, and says so when it is kept.
    const program = `
    for (let n = 0; ; n++) {
      const id = process.pid + "-" + n;
      await store.transaction(async () => {
        await rows.insert([{ id, count: n }]);
        await new Promise(setImmediate);
        await store.transaction(() => others.insert([{ id, count: n }, { id: id + "-b", count: n }]));
        await new Promise(setImmediate);
        await rows.insert([{ id: id + "-b", count: n }]);
      });
      process.stdout.write(id + "\\n");
    }`;
    const acknowledged: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const child = run(program, file);
      const begun = Promise.withResolvers<void>();
      const lines = createInterface({ input: child.stdout! });
      lines.on("line", (id) => {
        acknowledged.push(id);
        begun.resolve();
      });
      const read = once(lines, "close");
      await begun.promise;
      await sleep(Math.random() * 20);
      child.kill("SIGKILL");
      await read;
    }
    const idsOf = async (table: typeof rows) =>
      (await table.list<Row>()).items.map(({ id }) => id).toSorted();
    const [kept, matching] = [await idsOf(rows), await idsOf(others)];
    expect(kept).toEqual(matching);
    const expected = acknowledged.flatMap((id) => [id, `${id}-b`]);
    expect(expected.length).toBeGreaterThanOrEqual(2 * KILLS);
    const missing = expected.filter((id) => !kept.includes(id));
    expect(missing).toEqual([]);
    const whole = kept.filter((id) => !id.endsWith("-b"));
    expect(kept).toEqual(whole.flatMap((id) => [id, `${id}-b`]).toSorted());
  });
});
