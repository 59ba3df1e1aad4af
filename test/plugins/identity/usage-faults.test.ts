/** Counts while the store fails, and while memory is short. */
import { expect, it, onTestFinished } from "vitest";
import type { Table } from "waymark/services";
import { UsageCounter } from "../../../plugins/identity/usage/counter.ts";
import { UsageRow } from "../../../plugins/identity/usage/rows.ts";
import { eachRow } from "../../../plugins/shared/rows.ts";
import { openStore } from "../store/_setup.ts";

const ANN = { id: "badge:ann", kind: "badges", name: "Ann", scopes: [] };

/** A counter on a table whose writes and reads fail as `fault` says: before they take effect, or after it. */
async function start() {
  const { store, close } = await openStore(":memory:", { usage: { of: UsageRow, key: "id" } });
  onTestFinished(close);
  const table = store.table("usage");
  const seen = { fault: "none" as "none" | "before" | "after" };
  const failing = async <T>(act: () => Promise<T>): Promise<T> => {
    if (seen.fault === "before") throw new Error("the disk is away");
    const result = await act();
    if (seen.fault === "after") throw new Error("the disk is away");
    return result;
  };
  const faulty: Table = {
    ...table,
    list: (query) => failing(() => table.list(query)),
    find: (key) => failing(() => table.find(key)),
    insert: (rows) => failing(() => table.insert(rows)),
    updateAll: (changes) => failing(() => table.updateAll(changes)),
  };
  const other = (instance: string) =>
    new UsageCounter({
      table: faulty,
      clock: { now: () => 0 },
      log: { debug() {}, info() {}, warn() {}, error() {} },
      instance,
      maxPrincipals: 2,
      keepMonths: 1,
    });
  const counter = other("one");
  const stored = async () => {
    let requests = 0;
    for await (const row of eachRow<UsageRow>(table)) requests += row.requests;
    return requests;
  };
  return { counter, other, seen, stored };
}

it("is exact for more principals than are kept in memory", async () => {
  const { counter } = await start();
  const principals = ["ann", "ben", "pat", "pia"].map((id) => ({ ...ANN, id: `badge:${id}` }));
  for (let round = 1; round <= 3; round++) {
    for (const principal of principals) await counter.take(principal, undefined);
    await counter.flush();
    const used = await Promise.all(
      principals.map(async (principal) => (await counter.used(principal)).requests),
    );
    expect(used).toEqual([round, round, round, round]);
  }
});

it("is exact when writes fail, with or without effect", async () => {
  const { counter, seen, stored } = await start();
  const faults = ["after", "before", "after", "none", "after", "none", "before", "none"] as const;
  for (const fault of faults) {
    seen.fault = fault;
    await counter.take(ANN, undefined);
    const flushing = counter.flush();
    if (fault === "none") await flushing;
    else await expect(flushing).rejects.toThrow("the disk is away");
  }
  expect(await stored()).toBe(faults.length);
  expect((await counter.used(ANN)).requests).toBe(faults.length);
});

it("refuses no caller because the store cannot be read, and those beyond a limit as soon as it can", async () => {
  const { counter, seen } = await start();
  await counter.take(ANN, 2);
  await counter.take(ANN, 2);
  await counter.flush();
  const other = await start();
  seen.fault = "before";
  other.seen.fault = "before";
  expect(await counter.take(ANN, 2)).toBeUndefined(); // known already
  expect(await other.counter.take(ANN, 1)).toBeDefined();
  expect(await other.counter.take(ANN, 1)).toBeUndefined();
});

it("takes over what other instances count, also what it could not read at first", async () => {
  const { counter: one, other, seen } = await start();
  const two = other("two");
  await one.take(ANN, 9);
  await two.take(ANN, 9);
  for (let sent = 0; sent < 3; sent++) await one.take(ANN, 9);
  await one.flush();
  await two.flush();
  for (let sent = 0; sent < 4; sent++) expect(await two.take(ANN, 9)).toBeDefined();
  expect(await two.take(ANN, 9)).toBeUndefined();
  await two.flush();
  await one.flush();
  expect(await one.take(ANN, 9)).toBeUndefined();

  const three = other("three");
  seen.fault = "before";
  expect(await three.take(ANN, 9)).toBeDefined();
  seen.fault = "none";
  await three.flush();
  expect(await three.take(ANN, 9)).toBeUndefined();
});
