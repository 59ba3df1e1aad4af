/** Chains of records: every change, gap and cut is found, and pruning is accepted. */
import { setImmediate as nextTurn } from "node:timers/promises";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Store } from "waymark/services";
import { prune } from "../../../plugins/identity/audit/prune.ts";
import {
  AuditEvent,
  hashOf,
  MARKS,
  RECORDS,
  type AuditRecord,
  type Mark,
} from "../../../plugins/identity/audit/records.ts";
import { verify } from "../../../plugins/identity/audit/verify.ts";
import { openChains, type Chains } from "./_chains.ts";

const DAY_MS = 86_400_000;

async function chains(...args: Parameters<typeof openChains>): Promise<Chains> {
  const opened = await openChains(...args);
  onTestFinished(opened.close);
  return opened;
}

async function rows<T extends object>(store: Store, table: string): Promise<readonly T[]> {
  const query = { fields: undefined, filters: [], sort: [], limit: undefined, after: undefined };
  return (await store.table(table).list<T>(query)).items;
}

async function remove(store: Store, records: readonly AuditRecord[]): Promise<void> {
  await store.table(RECORDS).removeAll(records.map(({ id }) => id));
}

/** Puts a row in the place of another. */
async function replace(store: Store, { id }: AuditRecord, by: object): Promise<void> {
  await store.table(RECORDS).remove(id);
  await store.table(RECORDS).insert([by]);
}

function other(field: string, value: unknown): unknown {
  if (field === "status") return 418;
  if (typeof value === "number") return value + 1;
  if (value === "ok") return "failed";
  if (value === "refused" || value === "failed") return "ok";
  return value === undefined ? "" : `${String(value)}x`;
}

/** Ways to tamper with the record at `at` of a chain, which must find every one of them. */
const TAMPERINGS: Readonly<
  Record<string, (store: Store, chain: readonly AuditRecord[], at: number) => Promise<void>>
> = {
  ...Object.fromEntries(
    Object.keys(AuditEvent.shape).map((field) => [
      `changes ${field}`,
      (store: Store, chain: readonly AuditRecord[], at: number) => {
        const record = chain[at]!;
        const value = Reflect.get(record, field) as unknown;
        return replace(store, record, { ...record, [field]: other(field, value) });
      },
    ]),
  ),
  "takes the detail away": async (store, chain, at) => {
    const record = chain.slice(at).find(({ detail }) => detail !== undefined) ?? chain[0]!;
    await store.table(RECORDS).update(record.id, { detail: undefined });
  },
  "changes one and hashes it again": async (store, chain, at) => {
    const changed = { ...chain[at]!, action: "key.revoked" };
    await replace(store, changed, { ...changed, hash: hashOf(changed) });
  },
  "removes one": (store, chain, at) => remove(store, [chain[at]!]),
  "cuts the beginning": (store, chain, at) => remove(store, chain.slice(0, at + 1)),
  "cuts the end": (store, chain, at) => remove(store, chain.slice(at)),
  "removes the chain and its mark": async (store, chain) => {
    await remove(store, chain);
    await store.table(MARKS).remove(`${chain[0]!.instance} head`);
  },
  "removes the mark": async (store, chain) => {
    await store.table(MARKS).remove(`${chain[0]!.instance} head`);
  },
  "swaps two": async (store, chain, at) => {
    const [one, two] = [chain[at]!, chain[(at + 1) % chain.length]!];
    await remove(store, [one, two]);
    const { id, sequence, previous, hash } = one;
    await store.table(RECORDS).insert([
      { ...two, id, sequence, previous, hash },
      { ...one, id: two.id, sequence: two.sequence, previous: two.previous, hash: two.hash },
    ]);
  },
  "inserts one": async (store, chain, at) => {
    const record = { ...chain[at]!, id: `${chain[at]!.id}x`, target: "other" };
    await store.table(RECORDS).insert([{ ...record, hash: hashOf(record) }]);
  },
  "adds one to the end that does not follow": async (store, chain) => {
    const last = chain.at(-1)!;
    const record = { ...last, id: `${last.id}x`, sequence: last.sequence + 1 };
    await store.table(RECORDS).insert([{ ...record, hash: hashOf(record) }]);
  },
};

describe("verification", () => {
  it.each(Object.entries(TAMPERINGS))("finds who %s", async (_name, tamper) => {
    const seed = Date.now() % 1e9;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 4 }),
        fc.nat(),
        fc.nat(),
        async (sizes, which, where) => {
          const opened = await openChains();
          try {
            for (const size of sizes) await opened.write(size);
            const all = await rows<AuditRecord>(opened.store, RECORDS);
            expect(await verify(opened.store)).toEqual({
              records: all.length,
              chains: sizes.length,
              violation: undefined,
            });
            const instances = [...new Set(all.map(({ instance }) => instance))];
            // The last chain may be cut with its mark: nothing names its end.
            const instance = instances[which % (instances.length - 1)];
            const chain = all.filter((one) => one.instance === instance);
            await tamper(opened.store, chain, where % chain.length);
            const { violation } = await verify(opened.store);
            expect(violation).toMatch(/^chain [\da-fx]{16,}, record \d+: /);
          } finally {
            await opened.close();
          }
        },
      ),
      { seed, numRuns: 5 },
    );
  });

  it.each<[string, (chain: readonly AuditRecord[], store: Store) => Promise<unknown>, string]>([
    [
      "a change",
      (chain, store) => store.table(RECORDS).update(chain[2]!.id, { target: "x" }),
      "record 3: it was changed after it was written",
    ],
    [
      "a gap",
      (chain, store) => remove(store, chain.slice(2, 4)),
      "record 3: records 3 to 4 are missing",
    ],
    [
      "a cut of the beginning",
      (chain, store) => remove(store, chain.slice(0, 1)),
      "record 1: record 1 is missing",
    ],
    [
      "a cut of the end",
      (chain, store) => remove(store, chain.slice(4)),
      "record 6: it is missing, and so may be those before and after it",
    ],
  ])("names %s by chain and sequence", async (_name, tamper, message) => {
    const { store, write } = await chains();
    await write(5);
    const all = await rows<AuditRecord>(store, RECORDS);
    await tamper(all, store);
    expect((await verify(store)).violation).toBe(`chain ${all[0]!.instance}, ${message}`);
  });

  it("knows a prune from a cut", async () => {
    const { store, clock, write } = await chains();
    await write(3);
    await write(2);
    clock.advance("2d");
    await write(4);
    const before = await rows<AuditRecord>(store, RECORDS);
    await prune(store, clock.now(), DAY_MS);
    expect(await rows(store, RECORDS)).toEqual(before.slice(7));
    expect(await verify(store)).toEqual({ records: 5, chains: 1, violation: undefined });
    await prune(store, clock.now(), DAY_MS);
    expect(await verify(store)).toMatchObject({ violation: undefined });

    const [first] = before.slice(7);
    await remove(store, [first!]);
    expect((await verify(store)).violation).toContain("record 1: record 1 is missing");
  });

  it("continues after the middle of a chain was pruned, in small steps", async () => {
    const { store, clock, write, writer } = await chains();
    const chain = writer();
    for (let day = 0; day < 10; day++) {
      chain.record({ action: "key.created", outcome: "ok", target: String(day) });
      await chain.flush();
      clock.advance("1d");
      await prune(store, clock.now(), 3 * DAY_MS);
      expect(await verify(store)).toMatchObject({ chains: 1, violation: undefined });
    }
    await chain.close();
    expect(await rows(store, RECORDS)).toHaveLength(3);
    expect(await rows<Mark>(store, MARKS)).toMatchObject([{ kind: "cut" }, { kind: "head" }]);
    clock.advance("4d");
    await write(1);
    await prune(store, clock.now(), 3 * DAY_MS);
    expect(await verify(store)).toMatchObject({ records: 2, chains: 1, violation: undefined });
    clock.advance("8d");
    await write(1);
    await prune(store, clock.now(), 3 * DAY_MS);
    await prune(store, clock.now(), 3 * DAY_MS);
    // The marks of the first chain are forgotten, those of the others are not.
    expect(new Set((await rows<Mark>(store, MARKS)).map(({ instance }) => instance)).size).toBe(2);
    expect(await verify(store)).toMatchObject({ records: 2, chains: 1, violation: undefined });
  });

  it("holds while records are written and pruned", async () => {
    const { store, clock, writer } = await chains();
    const writers = [writer(), writer(), writer()];
    const state = { running: true };
    const writing = (async () => {
      for (let round = 0; round < 40; round++) {
        for (const one of writers)
          for (let n = 0; n < 25; n++) one.record({ action: "a", outcome: "ok" });
        await Promise.all(writers.map((one) => one.flush()));
        clock.advance("1m");
        await prune(store, clock.now(), 300_000);
      }
    })().finally(() => (state.running = false));
    let verified = 0;
    while (state.running) {
      expect((await verify(store)).violation).toBeUndefined();
      verified++;
      await nextTurn();
    }
    await writing;
    expect(verified).toBeGreaterThan(0);
  });
});

it("takes entries within a transaction, also of one that is undone", async () => {
  const { store, writer, logged } = await chains();
  const chain = writer();
  const failing = store.transaction(async () => {
    await store.table(MARKS).find("none");
    chain.record({ action: "key.created", outcome: "refused" });
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await vi.waitFor(
    async () =>
      expect(await rows<AuditRecord>(store, RECORDS)).toMatchObject([
        { sequence: 1 },
        { action: "key.created" },
      ]),
    10_000,
  );
  expect(logged).toEqual([]);
  await chain.close();
});

describe("a store that fails", () => {
  /** The store, whose inserts can fail before or after they are done. */
  function frail(store: Store) {
    const state = { fails: undefined as "before" | "after" | undefined };
    const table: Store["table"] = (name) => {
      const real = store.table(name);
      return {
        ...real,
        async insert(added) {
          if (state.fails === "before") throw new Error("the disk is full");
          await real.insert(added);
          if (state.fails === "after") throw new Error("the answer was lost");
        },
      };
    };
    return { state, store: { ...store, table } };
  }

  it("is waited for, within bounds, and the loss is recorded", async () => {
    const { store, logged, writer } = await chains();
    const broken = frail(store);
    const chain = writer({ store: broken.store, maxWaiting: 10 });
    chain.record({ action: "first", outcome: "ok" });
    await chain.flush();
    broken.state.fails = "before";
    for (let n = 0; n < 13; n++) chain.record({ action: "second", outcome: "ok" });
    await chain.flush();
    await chain.flush();
    expect(chain.lost).toBe(3);
    expect(logged).toEqual(["the audit cannot be recorded"]);
    broken.state.fails = undefined;
    chain.record({ action: "third", outcome: "ok" });
    await chain.close();
    const actions = (await rows<AuditRecord>(store, RECORDS)).map(({ action, detail }) =>
      action === "audit.gap" ? detail : action,
    );
    expect(actions.toSorted()).toEqual(
      [
        "audit.opened",
        "first",
        ...Array<string>(10).fill("second"),
        "third",
        "3 entries were lost, because the store did not take them in time",
      ].toSorted(),
    );
    expect(logged).toEqual(["the audit cannot be recorded", "the audit can be recorded again"]);
    expect(await verify(store)).toMatchObject({ records: 14, violation: undefined });
  });

  it("may have written what it says it did not", async () => {
    const { store, writer } = await chains();
    const broken = frail(store);
    const chain = writer({ store: broken.store });
    chain.record({ action: "first", outcome: "ok" });
    broken.state.fails = "after";
    await chain.flush();
    await chain.flush();
    broken.state.fails = undefined;
    await chain.close();
    expect(await verify(store)).toMatchObject({ records: 2, violation: undefined });
  });

  it("loses at the stop what it did not take, and says how much", async () => {
    const { store, logged, writer } = await chains();
    const broken = frail(store);
    broken.state.fails = "before";
    const chain = writer({ store: broken.store });
    chain.record({ action: "first", outcome: "ok" });
    await chain.close();
    expect(chain.lost).toBe(1);
    expect(logged).toContain("entries of the audit were lost at the stop");
  });
});
