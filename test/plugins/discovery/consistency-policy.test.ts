import { expect, it } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import preset from "waymark/preset";
import { implemented } from "../../_offered.ts";
import { Store } from "waymark/services";
import { createTestServer } from "waymark/testing";

const rows = {
  list: async () => ({ items: [] }),
  find: async () => undefined,
  count: async () => 0,
  exists: async () => false,
  insert: async () => {},
  upsert: async () => false,
  update: async () => false,
  updateAll: async () => 0,
  remove: async () => false,
  removeAll: async () => 0,
};

/** A plugin that takes the place of our store, with this guarantee. */
const otherStore = (guarantees?: { readonly store: unknown }) =>
  definePlugin({
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
        beforeCommit: (work) => work(),
        afterCommit: (work) => work(),
      },
    }),
  });

/** The document of a server with these plugins. */
async function policyOf(plugins: readonly Plugin[]): Promise<Record<string, unknown>> {
  const server = await createTestServer({ plugins });
  try {
    const answer = await server.fetch("/api/consistency-policy");
    expect(answer.status).toBe(200);
    return (await answer.json()) as Record<string, unknown>;
  } finally {
    await server.close();
  }
}

/** The document where another store takes the place of ours. */
const policyWith = (guarantees?: { readonly store: unknown }) =>
  policyOf([...preset.filter(({ id }) => id !== "store"), otherStore(guarantees)]);

it("states the guarantee of the store", async () => {
  expect((await policyOf(preset))["service"]).toEqual({
    model: "strong",
    visibility: expect.stringContaining("another process"),
  });
});

it("is there with another store, of which it promises nothing (B7)", async () => {
  const policy = await policyWith();
  expect(policy["service"]).toBeUndefined();
  expect(policy["cachingInteraction"]).toBeDefined();
});

it("states the guarantee of another store that has one", async () => {
  const store = { model: "strong", visibility: "At once." };
  expect((await policyWith({ store }))["service"]).toEqual(store);
});

const shared = await implemented("consistency-policy");
const bounded = {
  model: "bounded-staleness",
  visibility: "Within 1s.",
  maxMs: 1000,
  typicalMs: 20,
};
const cluster = { ...bounded, scope: "cluster", engine: "PostgreSQL" };

it.each([
  ["strong", { model: "strong", visibility: "At once." }, "strong", true],
  ["bounded, for which this form has no words", cluster, "bounded-staleness", false],
  ["unknown", { model: "eventual" }, "bounded-staleness", false],
  ["nonsense", "always", "bounded-staleness", false],
  ["none", undefined, "bounded-staleness", false],
])(
  "is true in a list by hand with a store whose guarantee is %s",
  async (_, store, model, says) => {
    const user = definePlugin({ id: "user", summary: "Uses the store.", needs: { store: Store } });
    const consistency = preset.filter(({ id }) => id === "consistency-policy");
    const guarantees = store === undefined ? undefined : { store };
    const policy = await policyOf([...consistency, otherStore(guarantees), user]);
    expect(policy).toMatchObject({ model, staleReadsAllowed: model !== "strong" });
    expect("service" in policy).toBe(says);
  },
);

it("has the bound in the form for several nodes", async () => {
  const form = preset.map((plugin) => (plugin.id === "consistency-policy" ? shared : plugin));
  const plugins = form.filter((plugin): plugin is Plugin => (plugin as Plugin).id !== "store");
  const policy = await policyOf([...plugins, otherStore({ store: cluster })]);
  expect(policy["service"]).toEqual(cluster);
});
