/** Transactions of the store: which changes are kept, who sees them, and when they end. */
import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Unavailable } from "waymark";
import { Store } from "waymark/services";
import { z } from "zod";
import { engines } from "./_engines.ts";

const Row = z.object({ id: z.string(), count: z.int() });
const tables = { rows: { of: Row, key: "id" }, others: { of: Row, key: "id" } };
type Row = z.output<typeof Row>;

const LATE = "in a transaction that has ended";

describe.each(engines)("a transaction on $name", ({ name, open }) => {
  async function start() {
    const opened = await open(tables);
    const { store } = opened;
    const [rows, others] = [store.table("rows"), store.table("others")];
    await rows.insert([{ id: "a", count: 0 }]);
    const countOf = async (id = "a") => (await rows.find<Row>(id))?.count;
    const all = async () => {
      const lists = [await rows.list<Row>(), await others.list<Row>()];
      return lists.map(({ items }) => items.map(({ id, count }) => `${id}${count}`).join(" "));
    };
    return { ...opened, rows, others, countOf, all };
  }

  it("makes 200 of 200 increments that read, wait and write", async () => {
    const { store, rows, countOf } = await start();
    const increment = () =>
      store.transaction(async () => {
        const count = (await countOf()) ?? 0;
        await turn();
        await rows.update("a", { count: count + 1 });
      });
    await Promise.all(Array.from({ length: 200 }, increment));
    expect(await countOf()).toBe(200);
  });

  it("has its turn among other writes in the order of their first use", async () => {
    const { store, rows, countOf } = await start();
    const seen: string[] = [];
    const write = (id: string) => rows.insert([{ id, count: 0 }]);
    const writeAndLook = (id: string) => async () => {
      await write(id);
      const { items } = await rows.list<Row>();
      seen.push(items.map((row) => row.id).join(""));
    };
    const first = Promise.withResolvers<void>();
    const running = [
      store.transaction(async () => {
        await write("1");
        await first.promise;
        await writeAndLook("2")();
      }),
    ];
    await turn();
    for (const begin of [
      () => write("3"),
      () => store.transaction(writeAndLook("4")),
      () => write("5"),
      () => store.transaction(writeAndLook("6")),
    ]) {
      running.push(begin());
      await turn();
    }
    first.resolve();
    await Promise.all(running);
    // PostgreSQL lets writes of other rows pass.
    if (name === "PostgreSQL") expect(await countOf("5")).toBe(0);
    else expect(seen).toEqual(["12a", "1234a", "123456a"]);
  });

  it("shows its changes to no read outside of it until its end", async () => {
    const { store, rows, countOf } = await start();
    const [changed, checked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const seen: unknown[] = [];
    const running = store.transaction(async () => {
      await rows.update("a", { count: 1 });
      seen.push(await countOf());
      changed.resolve();
      await checked.promise;
    });
    await changed.promise;
    const outside = Promise.all([countOf(), rows.list<Row>()]);
    // In memory, where there is only one connection, a read waits; in a file it does not.
    if (name === "SQLite in memory") checked.resolve();
    const [found, listed] = await outside;
    seen.push(found, listed.items[0]?.count);
    checked.resolve();
    await running;
    seen.push(await countOf());
    expect(seen).toEqual(name === "SQLite in memory" ? [1, 1, 1, 1] : [1, 0, 0, 1]);
  });

  describe("a part of it", () => {
    it("takes turns with others that begin at the same time, and with the whole", async () => {
      const { store, rows, all } = await start();
      await store.transaction(async () => {
        const parts = [1, 2, 3, 4].map((count) =>
          store.transaction(async () => {
            await rows.insert([{ id: `${count}`, count }]);
            await turn();
            await rows.update("a", { count });
            await turn();
            if (count % 2 === 1) throw new Error("odd");
          }),
        );
        const beside = rows.insert([{ id: "w", count: 9 }]);
        const results = await Promise.allSettled([...parts, beside]);
        expect(results.map(({ status }) => status[0])).toEqual(["r", "f", "r", "f", "f"]);
      });
      expect(await all()).toEqual(["22 44 a4 w9", ""]);
    });

    it("that goes on after the whole has ended changes nothing", async () => {
      const { store, rows, all } = await start();
      let late: Promise<unknown> = Promise.resolve();
      const begun = Promise.withResolvers<void>();
      await store.transaction(async () => {
        await rows.update("a", { count: 1 });
        late = store
          .transaction(async () => {
            await rows.update("a", { count: 2 });
            begun.resolve();
            await turn();
            await rows.insert([{ id: "b", count: 2 }]);
          })
          .catch((error: unknown) => error);
        await begun.promise;
      });
      expect(String(await late)).toContain(LATE);
      expect(await all()).toEqual(["a1", ""]);
    });
  });

  it("refuses work that was not awaited, once it has ended", async () => {
    const { store, rows, all } = await start();
    for (const end of [async () => {}, () => Promise.reject(new Error("no"))]) {
      let late: Promise<unknown> = Promise.resolve();
      const running = store.transaction(async () => {
        await rows.find("a");
        late = sleep(5).then(() => rows.insert([{ id: "b", count: 0 }]));
        late.catch(() => {});
        await end();
      });
      await running.catch(() => {});
      await expect(late).rejects.toThrow(LATE);
    }
    expect(await all()).toEqual(["a0", ""]);
  });

  it("is undone when it lasts longer than its time, and holds up no other write", async () => {
    const { store, rows, all } = await start();
    const forever = Promise.withResolvers<void>();
    let late: Promise<unknown> = Promise.resolve();
    const running = store.transaction(
      async () => {
        await rows.update("a", { count: 1 });
        late = forever.promise.then(() => rows.update("a", { count: 3 }));
        await late;
      },
      { timeoutMs: 20 },
    );
    const [outcome] = await Promise.allSettled([running, rows.insert([{ id: "b", count: 2 }])]);
    expect(outcome).toMatchObject({ status: "rejected", reason: expect.any(Unavailable) });
    forever.resolve();
    await expect(late).rejects.toThrow("still open after 0.02 s");
    expect(await all()).toEqual(["a0 b2", ""]);
  });

  it("is undone when the database is closed", async () => {
    const { store, rows, close } = await start();
    const closed = Promise.withResolvers<void>();
    const running = store.transaction(async () => {
      await rows.update("a", { count: 1 });
      await closed.promise;
      await rows.update("a", { count: 2 });
    });
    running.catch(() => {});
    await turn();
    await close();
    closed.resolve();
    await expect(running).rejects.toThrow(Unavailable);
  });

  it("that uses no table does not begin", async () => {
    const { store, rows } = await start();
    const other = Promise.withResolvers<void>();
    const waiting = store.transaction(async () => {
      await rows.find("a");
      await other.promise;
    });
    // It would wait for the open one.
    expect(await store.transaction(() => store.transaction(async () => 5))).toBe(5);
    other.resolve();
    await waiting;
  });

  describe("the version", () => {
    it("grows with the commit, for the tables that were changed", async () => {
      const { store, rows } = await start();
      const versions = () => [["rows"], ["others"]].map((names) => store.version(names));
      const before = versions();
      const changed = Promise.withResolvers<void>();
      const committing = Promise.withResolvers<void>();
      const running = store.transaction(async () => {
        await rows.update("a", { count: 1 });
        changed.resolve();
        await committing.promise;
      });
      await changed.promise;
      await turn();
      expect(versions()).toEqual(before);
      committing.resolve();
      await running;
      await turn();
      expect(versions()).toEqual([before[0]! + 1, before[1]]);
    });

    it("is another one at each look within, which no other has", async () => {
      const { store, rows } = await start();
      const tracked = Store.track!(store, { plugin: "rows", of: () => [] as never });
      tracked.instance.table("rows");
      const looks = () => [store.version(), store.version(["rows"]), tracked.version()];
      const before = looks();
      const within = await store.transaction(async () => {
        const unused = looks();
        await rows.update("a", { count: 1 });
        return [...unused, ...looks()];
      });
      const all = [...before, ...within, ...looks()];
      expect(new Set(within).size).toBe(within.length);
      expect(within.filter((one) => all.filter((other) => other === one).length > 1)).toEqual([]);
    });
  });

  describe("work after the commit", () => {
    it("that fails is logged, and keeps no other from running", async () => {
      const { store, logged } = await start();
      const ran: string[] = [];
      const fail = () => {
        throw new Error("broken listener");
      };
      store.afterCommit(fail);
      await store.transaction(async () => {
        store.afterCommit(fail);
        store.afterCommit(() => ran.push("second"));
      });
      expect(ran).toEqual(["second"]);
      const about = logged.filter(([message]) => message === "work after a commit failed");
      expect(about.map(([, fields]) => fields)).toEqual([
        { reason: "broken listener" },
        { reason: "broken listener" },
      ]);
    });

    it("that comes late runs at once after a commit, and never after a rollback", async () => {
      const { store } = await start();
      const ran: string[] = [];
      const late = async (text: string, end: () => Promise<void>) => {
        let done: Promise<unknown> = Promise.resolve();
        const whole = store.transaction(async () => {
          done = sleep(5).then(() => store.afterCommit(() => ran.push(text)));
          await end();
        });
        await whole.catch(() => {});
        await done;
      };
      await late("kept", async () => {});
      await late("undone", () => Promise.reject(new Error("no")));
      expect(ran).toEqual(["kept"]);
    });
  });
});
