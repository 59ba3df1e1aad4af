import { expect, it } from "vitest";
import { definePlugin } from "waymark";
import preset from "waymark/preset";
import { Store } from "waymark/services";
import { createTestServer } from "waymark/testing";

/** The document of a server with these plugins instead of our store and what needs it. */
async function policyWith(
  isOurs: boolean,
  guarantees?: { readonly store: unknown },
): Promise<Record<string, unknown>> {
  const rows = {
    list: async () => ({ items: [] }),
    find: async () => undefined,
    insert: async () => {},
    upsert: async () => false,
    update: async () => false,
    updateAll: async () => 0,
    remove: async () => false,
    removeAll: async () => 0,
  };
  const other = definePlugin({
    id: "other-store",
    summary: "Keeps data elsewhere.",
    provides: { store: Store },
    ...(guarantees === undefined ? {} : { guarantees }),
    setup: () => ({
      store: {
        table: () => ({ ...rows, of: () => rows, acrossOwners: () => rows }),
        version: () => 1,
        changes: () => 1,
        transaction: (work) => work(),
        changed: () => undefined,
        afterCommit: (work) => work(),
      },
    }),
  });
  const plugins = isOurs ? preset : [...preset.filter(({ id }) => id !== "store"), other];
  const server = await createTestServer({ plugins });
  try {
    const answer = await server.fetch("/api/consistency-policy");
    expect(answer.status).toBe(200);
    return (await answer.json()) as Record<string, unknown>;
  } finally {
    await server.close();
  }
}

it("states the guarantee of the store", async () => {
  expect((await policyWith(true))["service"]).toEqual({
    model: "strong",
    visibility: expect.stringContaining("another process"),
  });
});

it("is there with another store, of which it promises nothing (B7)", async () => {
  const policy = await policyWith(false);
  expect(policy["service"]).toBeUndefined();
  expect(policy["cachingInteraction"]).toBeDefined();
});

it("states the guarantee of another store that has one", async () => {
  const store = { model: "strong", visibility: "At once." };
  expect((await policyWith(false, { store }))["service"]).toEqual(store);
});
