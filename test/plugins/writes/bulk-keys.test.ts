/** Idempotency keys of operations: a bulk request that is repeated replays those that ran. */
import { expect, it } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import { Store } from "waymark/services";
import { z } from "zod";
import { add, desk, startBulk } from "./_bulk.ts";

const Order = z.object({ id: z.string() });
const shop = definePlugin({
  id: "shop",
  summary: "Takes orders.",
  needs: { store: Store },
  tables: { orders: { of: Order, key: "id" } },
  routes: {
    addOrder: {
      method: "POST",
      path: "/orders",
      summary: "Order.",
      body: Order,
      returns: Order,
      errors: ["resource-exists"],
      idempotency: "key",
    },
  },
  handlers: ({ store }) => ({
    async addOrder({ body }) {
      await store.table("orders").insert([body]);
      return body;
    },
  }),
});

const order = (id: string) => ({
  id,
  method: "POST",
  path: "/orders",
  headers: { "Idempotency-Key": `"key-${id}"` },
  body: { id },
});

it("replays operations by their keys, and forgets those of a request that was undone", async () => {
  const { run } = await startBulk(
    {},
    {
      plugins: [desk() as Plugin, shop as Plugin],
      config: { plugins: { idempotency: { enabled: true } } },
    },
  );
  const twice = [order("a"), order("b")];
  const first = await run(twice);
  const again = await run(twice, { atomic: true });
  expect(first.results.map(({ status }) => status)).toEqual([200, 200]);
  expect(again.results.map(({ body }) => body)).toEqual(first.results.map(({ body }) => body));
  expect(again.results.map(({ headers }) => headers["idempotency-replayed"])).toEqual([
    "true",
    "true",
  ]);
  await run([add("notes", "n")]);
  const undone = await run([order("c"), add("notes", "n")], { atomic: true });
  expect(undone.results.map(({ status }) => status)).toEqual([424, 409]);
  const later = await run([order("c")]);
  expect(later.results[0]).toMatchObject({ status: 200 });
  expect(later.results[0]?.headers).not.toHaveProperty("idempotency-replayed");
});
