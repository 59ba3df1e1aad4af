/** Laws of versions, by which answers are kept and made again. */
import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import type { Store } from "waymark/services";
import { z } from "zod";
import type { Law } from "./law.ts";

const of = z.object({ id: z.string() });
const tables = {
  rows: { of, key: "id" },
  others: { of, key: "id" },
  records: { of, key: "id", internal: true },
  owned: { of: of.extend({ owner: z.string() }), key: "id", owner: "owner" },
};

/** Returns the version of a table, or of all that clients read. */
async function versionOf(store: Store, table?: string): Promise<number> {
  await turn(); // the next callback may see another version
  const version = store.version(table === undefined ? undefined : [table]);
  assert.ok(version !== undefined, "a version that is known, as only this process writes");
  return version;
}

export const VERSIONS: readonly Law[] = [
  {
    name: "versions: grow with each change of their tables",
    tables,
    async run(store) {
      const rows = store.table("rows");
      const changes = [
        () => rows.insert([{ id: "a" }]),
        () => rows.update("a", { id: "b" }),
        () => rows.upsert({ id: "c" }),
        () => rows.remove("b"),
        () => store.transaction(() => rows.removeAll(["c"])),
      ];
      for (const change of changes) {
        const before = [await versionOf(store, "rows"), await versionOf(store)] as const;
        const others = await versionOf(store, "others");
        const counted = await store.changes(["rows"]);
        await change();
        assert.ok((await versionOf(store, "rows")) > before[0], "a greater version of the table");
        assert.ok((await versionOf(store)) > before[1], "a greater version of all tables");
        assert.equal(await versionOf(store, "others"), others, "the version of another table");
        assert.ok((await store.changes(["rows"])) > counted, "a greater number of changes");
      }
    },
  },
  {
    name: "versions: stay with what changes nothing or is undone",
    tables,
    async run(store) {
      const rows = store.table("rows");
      await rows.insert([{ id: "a" }]);
      const before = await versionOf(store, "rows");
      const counted = await store.changes(["rows"]);
      await rows.insert([]);
      await rows.find("a");
      await rows.remove("missing");
      await assert.rejects(rows.insert([{ id: "b" }, { id: "a" }]));
      const undone = store.transaction(async () => {
        await rows.remove("a");
        throw new Error("undo");
      });
      await assert.rejects(undone);
      assert.equal(await versionOf(store, "rows"), before);
      assert.equal(await store.changes(["rows"]), counted);
    },
  },
  {
    name: "versions: of all tables leave out internal ones and those with an owner",
    tables,
    async run(store) {
      const before = [await versionOf(store), await store.changes()];
      const own = [await versionOf(store, "records"), await versionOf(store, "owned")] as const;
      await store.table("records").insert([{ id: "a" }]);
      await store
        .table("owned")
        .of({ id: "ann" })
        .insert([{ id: "a" }]);
      assert.deepEqual([await versionOf(store), await store.changes()], before);
      assert.ok((await versionOf(store, "records")) > own[0], "a version of the internal table");
      assert.ok((await versionOf(store, "owned")) > own[1], "a version of the owned table");
    },
  },
  {
    name: "versions: differ at each look within a transaction, from all others",
    tables,
    async run(store) {
      const looks = () => [store.version(), store.version(["rows"])];
      const before = looks();
      const within = await store.transaction(async () => {
        const first = looks();
        await store.table("rows").insert([{ id: "a" }]);
        return [...first, ...looks()];
      });
      const outside = new Set([...before, ...looks()]);
      assert.equal(new Set(within).size, within.length, "a number of its own for each look");
      assert.deepEqual(
        within.filter((version) => outside.has(version)),
        [],
      );
    },
  },
];
