/** Proofs of keys: their cost, the results that are remembered, and many at once or with a store that fails. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, onTestFinished } from "vitest";
import type { AuditEntry } from "waymark/services";
import { fixedClock } from "waymark/testing";
import { times } from "../../_setup.ts";
import { LastUse } from "../../../plugins/identity/api-keys/last-use.ts";
import { KeyManager } from "../../../plugins/identity/api-keys/manager.ts";
import { Proofs } from "../../../plugins/identity/api-keys/proofs.ts";
import { API_KEYS, KeyRow } from "../../../plugins/identity/api-keys/schemas.ts";
import { mint, mintId } from "../../../plugins/identity/api-keys/token.ts";
import { openStore } from "../store/_setup.ts";
import { bearer, createKey, send, startKeys, statusOf } from "./_keys.ts";
import { spiedStore } from "./_spied-store.ts";

const forged = () => mint(mintId()).token;
const header = (token: string) => `Bearer ${token}`;

async function startSpied(access: object = {}) {
  const { spy, plugin } = spiedStore();
  const config = { plugins: { store: false, "spied-store": plugin, "api-keys": true } } as const;
  return { spy, server: await startKeys({ config }, { failures: 1_000_000, ...access }) };
}

/** The parts of the plugin, on a store in memory. */
async function openKeys({ max = 1000 } = {}) {
  const { store, close } = await openStore(":memory:", { [API_KEYS]: { of: KeyRow, key: "id" } });
  onTestFinished(close);
  const clock = fixedClock();
  const lastUse = new LastUse(store.table(API_KEYS));
  const proofs = new Proofs({ store, clock, lastUse, max });
  const recorded: string[] = [];
  const audit = { record: ({ action }: AuditEntry) => void recorded.push(action) };
  const keys = new KeyManager({ store, clock, plans: { of: () => undefined }, audit });
  return { store, clock, lastUse, proofs, keys, recorded };
}

const wanted = { name: "Test", scopes: [] };

it("records the changes of keys that are kept, and no other", async () => {
  const { store, keys, recorded } = await openKeys();
  const failing = store.transaction(async () => {
    await keys.create(wanted);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await store.transaction(async () => {
    const key = await keys.create(wanted);
    await keys.revoke(key.id);
    expect(recorded).toEqual([]);
  });
  expect(recorded).toEqual(["key.created", "key.revoked"]);
});

/** A key of each kind that is refused. */
async function refusedKeys(
  create: (wanted: object) => Promise<{ id: string; token: string }>,
  revoke: (id: string) => Promise<unknown>,
) {
  const revoked = await create({});
  await revoke(revoked.id);
  const expired = await create({ expiresAt: "2026-01-02T03:04:06Z" });
  const good = await create({});
  return {
    revoked: () => revoked.token,
    expired: () => expired.token,
    unknown: forged,
    malformed: () => forged().slice(0, -1),
    "of another secret": () => mint(good.id).token,
  };
}

describe("refusing a key", () => {
  it("takes one find of every kind of key, and none answers unlike another", async () => {
    const clock = fixedClock();
    const { spy, plugin } = spiedStore();
    const config = { plugins: { store: false, "spied-store": plugin } } as const;
    const server = await startKeys({ clock, config });
    const kinds = await refusedKeys(
      (own) => createKey(server, own),
      (id) => send(server, "DELETE", `/api/keys/${id}`),
    );
    clock.advance("1h");
    const answers = new Set<string>();
    for (const token of Object.values(kinds)) {
      const before = spy.finds;
      const answer = await server.request("/api/known", { headers: bearer(token()) });
      expect(spy.finds - before).toBe(1);
      const body = (await answer.text()).replaceAll(answer.headers.get("x-request-id") ?? "-", "");
      const names = [...answer.headers.keys()].filter((name) => name !== "date");
      answers.add([answer.status, answer.headers.get("www-authenticate"), names, body].join("\n"));
    }
    expect([...answers]).toHaveLength(1);
  });

  it("takes about the same time for every kind of key", async () => {
    const { keys, proofs, clock } = await openKeys();
    const kinds = await refusedKeys(
      (own) => keys.create({ ...wanted, ...own }),
      (id) => keys.revoke(id),
    );
    clock.advance("1h");
    const taken = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, [] as number[]]));
    // Interleaved, so that a slow moment of the machine meets all of them.
    for (let round = 0; round < 600; round++) {
      for (const [kind, token] of Object.entries(kinds)) {
        const sent = header(token());
        const start = performance.now();
        expect(await proofs.identify(sent)).toBeUndefined();
        if (round >= 100) taken[kind]?.push(performance.now() - start);
      }
    }
    const medians = Object.values(taken).map((all) => all.toSorted((a, b) => a - b)[250] ?? 0);
    expect(Math.max(...medians)).toBeLessThan(3 * Math.min(...medians));
  });

  it("reads nothing once a network has failed too often, and serves the keys that are known", async () => {
    const { spy, server } = await startSpied({ failures: 1 });
    const { token } = await createKey(server);
    expect(await statusOf(server, token)).toBe(200);
    expect(await statusOf(server, forged())).toBe(401);
    const before = spy.finds;
    expect(await statusOf(server, forged())).toBe(429);
    expect(await statusOf(server, "a".repeat(8000))).toBe(429);
    expect(spy.finds).toBe(before);
    expect(await statusOf(server, token)).toBe(200);
  });

  it("S10: never locks out a key whose secret was right, when others change", async () => {
    const { server } = await startSpied({ failures: 2 });
    const { id, token } = await createKey(server);
    const other = await createKey(server);
    const manager = bearer((await createKey(server, { scopes: ["keys:write"] })).token);
    expect(await statusOf(server, token)).toBe(200);
    expect(await statusOf(server, forged())).toBe(401);
    // A holder of a revoked key does not guess.
    await send(server, "DELETE", `/api/keys/${other.id}`, undefined, manager);
    for (const _ of Array(5)) expect(await statusOf(server, other.token)).toBe(401);
    expect(await statusOf(server, token)).toBe(200);
    expect(await statusOf(server, forged())).toBe(401);
    expect(await statusOf(server, forged())).toBe(429);
    const rotate = `/api/keys/${id}/rotate`;
    for (const grace of ["1h", "0s"]) {
      expect(await statusOf(server, token)).toBe(200);
      expect((await send(server, "POST", rotate, { grace }, manager)).status).toBe(200);
    }
    expect(await statusOf(server, token)).toBe(401);
    expect(await statusOf(server, token)).toBe(429); // the secret is wrong now
  });

  it("keeps nothing of forged keys", async () => {
    const { proofs } = await openKeys();
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void; // the flag makes it a function
    const filler = "x".repeat(2000);
    const prove = async (count: number) => {
      for (let at = 0; at < count; at++) {
        await proofs.identify(header(at % 2 === 0 ? forged() : `${forged()}${filler}${at}`));
      }
      collect();
      return process.memoryUsage().heapUsed;
    };
    const before = await prove(2000);
    expect((await prove(20_000)) - before).toBeLessThan(10 * 1024 * 1024);
  });
});

describe("a proof", () => {
  it("is one find for many first uses at once, and none afterwards", async () => {
    const { spy, server } = await startSpied();
    const { token } = await createKey(server);
    const before = spy.finds;
    spy.delayMs = 1000; // long enough for 50 requests on a busy machine
    expect(new Set(await times(50, () => statusOf(server, token)))).toEqual(new Set([200]));
    spy.delayMs = 0;
    expect(await statusOf(server, token)).toBe(200);
    expect(spy.finds - before).toBe(1);
  });

  it("never outlasts a revocation that came while it was under way", async () => {
    const { spy, server } = await startSpied();
    const { id, token } = await createKey(server);
    spy.delayMs = 50;
    const early = times(10, () => statusOf(server, token));
    const revoked = await send(server, "DELETE", `/api/keys/${id}`);
    expect(revoked.status).toBe(200);
    const late = await times(10, () => statusOf(server, token));
    expect(new Set(late)).toEqual(new Set([401]));
    await early;
    expect(await statusOf(server, token)).toBe(401);
  });

  it("is forgotten when there are too many, and made again", async () => {
    const { keys, proofs } = await openKeys({ max: 2 });
    const made = await times(3, () => keys.create(wanted));
    const sent = made.map(({ token }) => `Bearer ${token}`);
    for (const one of sent) expect(await proofs.identify(one)).toBeDefined();
    expect(sent.map((one) => proofs.isGenuine(one))).toEqual([false, true, true]);
    expect(await proofs.identify(sent[0] ?? "")).toBeDefined();
  });

  it("is worth nothing while the store fails: 503, for good and bad keys alike", async () => {
    const { spy, server } = await startSpied();
    const { token } = await createKey(server);
    expect(await statusOf(server, token)).toBe(200);
    spy.isFailing = true;
    for (const sent of [token, forged(), "malformed"]) {
      const answer = await server.request("/api/known", { headers: bearer(sent) });
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
    }
    spy.isFailing = false;
    expect(await statusOf(server, token)).toBe(200);
    expect(await statusOf(server, forged())).toBe(401);
  });
});

describe("rotations at the same time", () => {
  it("leave one secret, which its holder has received", async () => {
    const server = await startKeys();
    const { id } = await createKey(server);
    const answers = await times(5, () => send(server, "POST", `/api/keys/${id}/rotate`, {}));
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    const good: number[] = [];
    for (const [at, { status }] of answers.entries()) {
      expect([200, 409]).toContain(status);
      const { token } = bodies[at] as { token?: string };
      if (token !== undefined && (await statusOf(server, token)) === 200) good.push(at);
    }
    expect(good).toHaveLength(1);
  });
});

describe("the last use", () => {
  it("is written once a minute, for all keys together, and again after the store failed", async () => {
    const { store, clock, keys, proofs, lastUse } = await openKeys();
    const table = store.table(API_KEYS);
    const tokens = (await times(3, () => keys.create(wanted))).map(({ token }) => token);
    const useAll = async () => {
      for (const token of tokens)
        if (proofs.recall(header(token)) === undefined) await proofs.identify(header(token));
    };
    const writes = async () => {
      const before = await store.changes([API_KEYS]);
      await lastUse.flush();
      return (await store.changes([API_KEYS])) - before;
    };
    await useAll();
    expect(await writes()).toBe(1);
    await useAll();
    clock.advance("30s");
    await useAll();
    expect(await writes()).toBe(0);
    clock.advance("30s");
    await useAll();
    const updateAll = table.updateAll;
    table.updateAll = () => Promise.reject(new Error("the disk is away"));
    await expect(writes()).rejects.toThrow("the disk is away");
    table.updateAll = updateAll;
    expect(await writes()).toBe(1);
    const { items } = await keys.list({
      fields: ["lastUsedAt"],
      filters: [],
      sort: [],
      limit: undefined,
      after: undefined,
    });
    expect(new Set(items.map((key) => key.lastUsedAt))).toEqual(
      new Set(["2026-01-02T03:05:00.000Z"]),
    );
  });
});
