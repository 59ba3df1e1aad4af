/** Records of writes: committed with the change, or gone with it. */
import { expect, it, onTestFinished } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import type { Store, Table } from "waymark/services";
import { MARKS, RECORDS, type AuditRecord } from "../../../plugins/identity/audit/records.ts";
import { verify } from "../../../plugins/identity/audit/verify.ts";
import { WAITING } from "../../../plugins/identity/audit/waiting.ts";
import type { Writer } from "../../../plugins/identity/audit/writer.ts";
import { add, desk, get, startBulk } from "../writes/_bulk.ts";
import { openChains, type Chains } from "./_chains.ts";
import { as, badges, notes } from "./_setup.ts";
import { jsonRequest } from "../../_setup.ts";
import { RawStore } from "../../_raw-store.ts";

async function rowsOf<T extends object>(store: Store, table: string): Promise<readonly T[]> {
  return (await store.table(table).list<T>()).items;
}

/** Starts a service with bulk requests and the audit, and hands its store to the test. */
async function startAudited() {
  let store: Store | undefined;
  const peek = definePlugin({
    id: "peek",
    summary: "Hands its store to the test.",
    needs: { store: RawStore },
    setup: (use) => void ({ store } = use),
  });
  const plugins = [desk() as Plugin, badges as Plugin, notes as Plugin, peek as Plugin];
  const started = await startBulk({}, { plugins, config: { plugins: { access: {} } } });
  if (store === undefined) throw new Error("the plugin has not started");
  const records = async () => (await rowsOf<AuditRecord>(store!, RECORDS)).map(({ path }) => path);
  const waiting = async () =>
    (await rowsOf<{ entry: string }>(store!, WAITING)).map(
      ({ entry }) => (JSON.parse(entry) as { path: string }).path,
    );
  return { ...started, store, records, waiting };
}

it("are in the store when a write is answered, and one record each soon after", async () => {
  const { server, store, records, waiting } = await startAudited();
  const paths = ["/notes/a", "/notes/b", "/notes/c"];
  for (const path of paths) {
    const write = jsonRequest("PUT", { id: path.at(-1), text: "x" });
    const { status } = await server.request(path, write);
    expect(status).toBe(200);
    expect([...(await waiting()), ...(await records())]).toContain(path);
  }
  await expect.poll(waiting).toEqual([]);
  const found = (await records()).filter((path) => path?.startsWith("/notes"));
  expect(found).toEqual(paths);
  expect(await verify(store)).toMatchObject({ violation: undefined });
});

it("are undone with the operations of a bulk request, but for refusals", async () => {
  const { run, server, records, waiting } = await startAudited();
  const refused = await run(
    [add("notes", "a"), add("notes", "b"), get("/api/scoped")],
    { atomic: true },
    as("ben"),
  );
  expect(refused.answer.status).toBe(424);
  const kept = await run([add("notes", "c")], { atomic: true }, as("ben"));
  expect(kept.answer.status).toBe(200);
  expect((await server.request("/notes/a")).status).toBe(404);
  await expect.poll(records).toContain("/notes");
  await expect.poll(waiting).toEqual([]);
  const paths = (await records()).filter((path) => path !== undefined);
  expect(paths.toSorted()).toEqual(["/api/bulk", "/api/bulk", "/api/scoped", "/notes"]);
});

async function chains(): Promise<Chains> {
  const opened = await openChains();
  onTestFinished(opened.close);
  return opened;
}

const ENTRY = { action: "request.answered", outcome: "ok" } as const;

/** Commits an entry with a change, as a write does. */
function commit(store: Store, writer: Writer, target: string): Promise<boolean> {
  return store.transaction(async () => {
    await store.table("things").upsert({ id: target });
    return writer.recordWithin({ ...ENTRY, target });
  });
}

async function targets(store: Store): Promise<readonly (string | undefined)[]> {
  const records = await rowsOf<AuditRecord>(store, RECORDS);
  return records.filter(({ action }) => action === ENTRY.action).map(({ target }) => target);
}

it("of a process that is gone are recorded by others, each once", async () => {
  const { store, clock, writer } = await chains();
  const gone = writer();
  await gone.close();
  for (let n = 0; n < 250; n++) await commit(store, gone, `w${n}`);
  const others = [writer(), writer(), writer()];
  const look = () =>
    Promise.all(others.map((other) => other.recordStrays().then(() => other.flush())));
  await look();
  expect(await targets(store)).toEqual([]); // for it may yet do so itself
  clock.advance("61s");
  await look();
  await look();
  expect((await targets(store)).length).toBe(250);
  expect(new Set(await targets(store)).size).toBe(250);
  expect(await rowsOf(store, WAITING)).toEqual([]);
  expect(await verify(store)).toMatchObject({ violation: undefined });
});

it("are recorded once if strays of others come between a failure and its retry", async () => {
  const { store, clock, writer } = await chains();
  const gone = writer();
  await gone.close();
  await commit(store, gone, "stray");
  clock.advance("61s");
  let failures = 0;
  const update: Table["update"] = (...args) =>
    failures-- > 0 ? Promise.reject(new Error("busy")) : store.table(MARKS).update(...args);
  const chain = writer({
    store: withMember(store, "table", (name: string) =>
      name === MARKS ? withMember(store.table(name), "update", update) : store.table(name),
    ),
  });
  await chain.flush();
  failures = 1;
  chain.record({ ...ENTRY, target: "own" });
  await chain.flush();
  await chain.recordStrays();
  await chain.flush();
  expect((await targets(store)).toSorted()).toEqual(["own", "stray"]);
  expect(await verify(store)).toMatchObject({ violation: undefined });
});

/** The same object with another member. */
function withMember<T extends object, K extends keyof T>(object: T, name: K, member: T[K]): T {
  return new Proxy(object, {
    get(target, key) {
      const value: unknown = key === name ? member : Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

it("are gone with a transaction that is undone, and queued where there is none", async () => {
  const { store, writer } = await chains();
  const chain = writer();
  const undone = store.transaction(async () => {
    await store.table("things").upsert({ id: "a" });
    expect(await chain.recordWithin({ ...ENTRY, target: "a" })).toBe(true);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await chain.recordWithin({ ...ENTRY, target: "b" })).toBe(false);
  expect(await store.transaction(() => chain.recordWithin(ENTRY))).toBe(false);
  await commit(store, chain, "c");
  await chain.close();
  expect(await targets(store)).toEqual(["c"]);
});

it("are recorded though somebody has removed them before", async () => {
  const { store, writer } = await chains();
  const chain = writer();
  await commit(store, chain, "a");
  const [row] = await rowsOf<{ id: string }>(store, WAITING);
  await store.table(WAITING).remove(row!.id);
  await chain.close();
  expect(await targets(store)).toEqual(["a"]);
});
