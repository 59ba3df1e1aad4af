/** Versions of several nodes on one database: which changes they show, until when, and what they survive. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { needs } from "../../../_programs.ts";
import { cut } from "../../../engines/cut.ts";
import { LISTENERS } from "../../../engines/postgres.ts";
import { sharedPostgres } from "../_engines.ts";
import { eventually, newDatabase } from "./_open.ts";

needs("postgres");

const SLOW = { versions: { poll: "1h", lease: "1h" } } as const;
const QUICK = { versions: { poll: "20ms", lease: "400ms" } } as const;

describe("the version of a node", () => {
  it("grows with the changes of another node, soon after they are announced", async () => {
    const { node } = await newDatabase();
    const [one, other] = [await node(SLOW), await node(SLOW)];
    const before = [other.store.version(["rows"]), other.store.version(["others"])] as const;
    await one.add("a");
    await eventually(() => other.store.version(["rows"])! > before[0]!);
    expect(other.store.version(["others"])).toBe(before[1]);
  });

  it("grows by a poll where announcements do not arrive", async () => {
    const { node, psql } = await newDatabase();
    const one = await node(QUICK);
    const before = await eventually(() => one.store.version());
    await psql("insert into rows values ('x', 0); insert into waymark_changes values ('rows')");
    await eventually(() => (one.store.version() ?? 0) > before);
  });

  it("grows once with each own change, as the counts of all nodes do", async () => {
    const { node } = await newDatabase();
    const [one, other] = [await node(SLOW), await node(SLOW)];
    const before = [one.store.version(["rows"])!, await other.store.changes(["rows"])] as const;
    await one.add("a");
    await one.rows.insert(["b", "c"].map((id) => ({ id, count: 0 })));
    await one.store.transaction(async () => {
      await one.add("d");
      await one.rows.update("d", { count: 1 });
      await one.store.table("others").insert([{ id: "d", count: 0 }]);
    });
    expect(one.store.version(["rows"])).toBe(before[0] + 3);
    for (const { store } of [one, other]) expect(await store.changes(["rows"])).toBe(before[1] + 3);
    expect(one.store.version(["rows"])).toBe(before[0] + 3);
  });

  it("does not grow with what another node undoes, and with writes that change nothing", async () => {
    const { node } = await newDatabase();
    const [one, other] = [await node(SLOW), await node(SLOW)];
    const before = await other.store.changes();
    const failing = one.store.transaction(async () => {
      await one.add("a");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await one.rows.remove("nothing");
    expect(await other.store.changes()).toBe(before);
  });

  it("leaves no list in use that lacks a change, whenever it was kept", async () => {
    const { node } = await newDatabase();
    const [one, other] = [await node(QUICK), await node(QUICK)];
    let kept: { readonly version: number | undefined; readonly ids: readonly string[] } | undefined;
    const look = async () => {
      const version = other.store.version(["rows"]);
      if (version === undefined || kept?.version !== version)
        kept = { version, ids: await other.ids() };
      return kept.ids.length;
    };
    const writing = Promise.all(Array.from({ length: 200 }, (_, n) => one.add(`n${n}`)));
    while ((await look()) < 200);
    await writing;
  });
});

describe("the lease", () => {
  it("ends while the server does not answer: the version is unknown, and another one afterwards", async () => {
    const { node, options } = await newDatabase();
    const wire = await cut(options.url ?? "");
    onTestFinished(() => wire.stop());
    const one = await node({ ...QUICK, url: wire.url });
    const before = await eventually(() => one.store.version());
    wire.hold();
    await eventually(() => one.store.version() === undefined);
    await sleep(300);
    expect(one.store.version()).toBeUndefined();
    await wire.restore();
    const after = await eventually(() => one.store.version());
    expect(after).toBeGreaterThan(before);
  });

  it("bounds how old an answer is when the listening connection is ended again and again", async () => {
    const { node } = await newDatabase();
    const [one, other] = [await node(QUICK), await node(QUICK)];
    const { terminateBackends } = await sharedPostgres();
    for (let round = 0; round < 5; round++) {
      const before = await eventually(() => other.store.version(["rows"]));
      const ending = terminateBackends(LISTENERS);
      await one.add(`n${round}`);
      const written = performance.now();
      await eventually(() => other.store.version(["rows"]) !== before);
      expect(performance.now() - written).toBeLessThan(20_000); // a busy machine; the poll is at 20 ms
      await ending;
    }
    await eventually(() => other.store.version() !== undefined);
  });
});

describe("the counts", () => {
  it("stay when rows of changes are moved, however many nodes move them at once", async () => {
    const { node, psql } = await newDatabase();
    const [one, other] = [await node(SLOW), await node(SLOW)];
    await psql("insert into waymark_changes select 'rows' from generate_series(1, 5000)");
    const before = await one.store.changes(["rows"]);
    expect(before).toBeGreaterThanOrEqual(5000);
    await Promise.all([other.store.changes(), one.store.changes(), other.store.changes()]);
    await eventually(async () => (await psql("select count(*) from waymark_changes")) === "0");
    for (const { store } of [one, other]) expect(await store.changes(["rows"])).toBe(before);
  });

  it("that go back, as after a restore, end what every node knows", async () => {
    const { node, psql } = await newDatabase();
    const [one, other] = [await node(SLOW), await node(SLOW)];
    await one.add("a");
    await Promise.all([one.store.changes(), other.store.changes()]);
    const before = [one.store.version(), other.store.version()] as const;
    await psql("delete from waymark_changes");
    await one.store.changes();
    await one.store.changes();
    await other.store.changes();
    expect(one.store.version()).toBeGreaterThan(before[0]!);
    expect(other.store.version()).toBeGreaterThan(before[1]!);
  });
});
