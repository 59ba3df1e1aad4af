/** Bounds of the audit: equal refusals are counted, and records beyond a number are removed. */
import type { Store } from "waymark/services";
import { expect, it, onTestFinished } from "vitest";
import type { Entry } from "../../../plugins/identity/audit/chain.ts";
import { prune } from "../../../plugins/identity/audit/prune.ts";
import { hashOf, RECORDS, type AuditRecord } from "../../../plugins/identity/audit/records.ts";
import { verify } from "../../../plugins/identity/audit/verify.ts";
import { createDesk, eventually } from "./_audit.ts";
import { openChains, type Chains } from "./_chains.ts";
import { startNotes } from "./_setup.ts";
import { jsonRequest } from "../../_setup.ts";

const DAY_MS = 86_400_000;

const REFUSED: Entry = {
  action: "request.refused",
  outcome: "refused",
  network: "192.0.2.1",
  method: "GET",
  route: "notes.listKnown",
  path: "/api/known",
  status: 401,
  errorCode: "authentication-required",
};

async function chains(): Promise<Chains> {
  const opened = await openChains();
  onTestFinished(opened.close);
  return opened;
}

/** All records but those that open chains. */
async function recordsIn(store: Store): Promise<readonly AuditRecord[]> {
  const { items } = await store.table(RECORDS).list<AuditRecord>();
  return items.filter(({ action }) => action !== "audit.opened");
}

it("S11: equal refusals within a minute are one record, and one with their count", async () => {
  const { store, writer } = await chains();
  const chain = writer();
  for (let n = 0; n < 100; n++) chain.record({ ...REFUSED, requestId: `r${n}` });
  await chain.flush();
  expect(await recordsIn(store)).toMatchObject([{ ...REFUSED, requestId: "r0" }]);
  chain.recordRepeats();
  for (let n = 100; n < 103; n++) chain.record({ ...REFUSED, requestId: `r${n}`, detail: "why" });
  chain.recordRepeats();
  chain.recordRepeats();
  chain.record({ ...REFUSED, requestId: "later" });
  await chain.flush();
  const later = (await recordsIn(store)).slice(1);
  expect(later.map(({ requestId, detail }) => [requestId, detail])).toEqual([
    ["r99", "99 more like the first within a minute, this the last"],
    ["r102", "why; 3 more like the first within a minute, this the last"],
    ["later", undefined],
  ]);
  expect(await verify(store)).toMatchObject({ records: 5, violation: undefined });
});

it("S11: a stop records what was counted", async () => {
  const { store, writer } = await chains();
  const chain = writer();
  for (let n = 0; n < 3; n++) chain.record(REFUSED);
  await chain.close();
  expect(await recordsIn(store)).toMatchObject([
    REFUSED,
    { detail: expect.stringMatching(/^2 more/) },
  ]);
});

it.each<[string, Partial<Entry>]>([
  ["networks", { network: "192.0.2.2" }],
  ["principals", { principal: { id: "p", name: "P" } }],
  ["actions", { action: "read.refused" }],
  ["methods", { method: "DELETE" }],
  ["routes", { route: "notes.listScoped" }],
  ["targets", { target: "k1" }],
  ["statuses", { status: 403 }],
  ["error codes", { errorCode: "credentials-invalid" }],
])("S11: refusals of two %s have a record each", async (_name, other) => {
  const { store, writer } = await chains();
  const chain = writer();
  for (const entry of [REFUSED, { ...REFUSED, ...other }, REFUSED]) chain.record(entry);
  await chain.flush();
  expect(await recordsIn(store)).toHaveLength(2);
});

it("S11: what was done or failed has a record each time", async () => {
  const { store, writer } = await chains();
  const chain = writer();
  for (const outcome of ["ok", "failed", "ok", "failed"] as const)
    chain.record({ ...REFUSED, outcome });
  await chain.close();
  expect(await recordsIn(store)).toHaveLength(4);
});

it("S11: refusals of more networks than are kept apart are counted together", async () => {
  const { store, writer } = await chains();
  const chain = writer();
  for (let n = 0; n < 5000; n++)
    chain.record({ ...REFUSED, network: `2001:db8:${n.toString(16)}::/64` });
  chain.recordRepeats();
  await chain.flush();
  const found = await recordsIn(store);
  expect(found).toHaveLength(1002);
  expect(found.slice(1000).map(({ network, detail }) => [network, detail])).toEqual([
    [undefined, undefined],
    [undefined, "3999 more like the first within a minute, this the last"],
  ]);
});

it("S11: refusals that stay different, however coarse they have a record each, are not remembered", async () => {
  const { store, writer } = await chains();
  const chain = writer();
  for (let round = 0; round < 2; round++)
    for (let n = 0; n < 2500; n++)
      chain.record({ ...REFUSED, principal: { id: `p${n}`, name: "P" } });
  await chain.flush();
  // 2000 are remembered, 500 have a record each time.
  expect(await recordsIn(store)).toHaveLength(3000);
});

it("S11: a flood of refused requests is one record for any number of paths; writes have one each", async () => {
  const desk = createDesk();
  const server = await startNotes({
    plugins: [desk.plugin],
    config: { plugins: { "rate-limit": { limit: 10_000 } } },
  });
  for (let n = 0; n < 30; n++) {
    await server.request(`/api/known?n=${n}`);
    await server.request("/api/desk", jsonRequest("POST", { id: String(n) }));
  }
  await eventually(server, (records) => {
    expect(records.filter(({ route }) => route === "desk.addEntry")).toHaveLength(30);
    expect(records.filter(({ route }) => route === "notes.listKnown")).toHaveLength(1);
  });
});

it("S11: the oldest records beyond a number are removed, and the chains verify", async () => {
  const { store, clock, write } = await chains();
  for (const size of [300, 5, 300]) await write(size);
  const before = (await store.table(RECORDS).list<AuditRecord>()).items;
  const removed = await prune(store, clock.now(), DAY_MS, { maxRecords: 303 });
  expect(removed).toBe(before.length - 303);
  expect((await store.table(RECORDS).list<AuditRecord>()).items).toEqual(before.slice(-303));
  expect(await verify(store)).toMatchObject({ records: 303, violation: undefined });
  expect(await prune(store, clock.now(), DAY_MS, { maxRecords: 303 })).toBe(0);
  await write(1);
  expect(await prune(store, clock.now(), DAY_MS, { maxRecords: 303 })).toBe(2);
  expect(await verify(store)).toMatchObject({ records: 303, violation: undefined });
});

it("S11: records have the form and the hash that they had before", () => {
  const record = {
    id: "000001700000000-00112233445566aa-0000000001",
    timestamp: "2026-11-01T00:00:00.000Z",
    action: "request.refused",
    outcome: "refused",
    network: "192.0.2.1",
    status: 401,
    instance: "00112233445566aa",
    sequence: 1,
    previous: "",
  } as const;
  expect(hashOf(record)).toBe("1a18716d1bcf0903ead72f517f236f05ee56ff6feb5ae864e049d29587ab9d68");
});
