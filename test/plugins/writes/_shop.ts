/** A shop that counts the effects of requests, in a table and outside of it. */
import { definePlugin, type Plugin } from "waymark";
import type { Store } from "waymark/services";
import { RawStore } from "../../_raw-store.ts";
import { z } from "zod";

const Order = z.object({ id: z.string(), item: z.string() });

/** Runs of handlers, and the store that they use. */
export interface Runs {
  count: number;
  store?: Store;
}

/** Requests whose handlers wait until they are let go. */
export interface Gate {
  open: Promise<unknown>;
  entered(): void;
}

/** An item says what becomes of its order: `refuse`, `twice`, `fail`, `slow`, `busy`. */
export function ordersPlugin(runs: Runs = { count: 0 }, gate?: Gate): Plugin {
  return definePlugin({
    id: "orders",
    summary: "Takes orders.",
    needs: { store: RawStore },
    tables: { orders: { of: Order, key: "id" } },
    errors: {
      "out-of-stock": { status: 409, message: "The item is out of stock." },
      "too-early": { status: 425, message: "It is too early." },
      "shop-closed": { status: 503, message: "The shop is closed." },
    },
    routes: {
      listOrders: {
        method: "GET",
        path: "/api/orders",
        summary: "List orders.",
        list: { of: Order, as: "orders", name: "OrdersList" },
        cache: { scope: "private", maxAge: "0s" },
        publish: { rootLink: "orders" },
      },
      getOrder: {
        method: "GET",
        path: "/api/orders/{id}",
        summary: "Read an order.",
        returns: Order,
        cache: { scope: "private", maxAge: "0s" },
        errors: ["resource-not-found"],
      },
      addOrder: {
        method: "POST",
        path: "/api/orders",
        summary: "Order.",
        body: z.strictObject({ item: z.string() }),
        returns: Order,
        creates: "getOrder",
        errors: ["out-of-stock", "resource-exists", "too-early", "shop-closed"],
        idempotency: "key",
        timeout: "300ms",
      },
      changeOrder: {
        method: "PATCH",
        path: "/api/orders/{id}",
        summary: "Change an order.",
        body: z.strictObject({ item: z.string() }),
        returns: Order,
        errors: ["resource-not-found"],
        idempotency: "key",
      },
      drawLot: {
        method: "POST",
        path: "/api/lots",
        summary: "Draw a lot.",
        text: { mediaType: "text/plain" },
        idempotency: "key",
      },
      addNote: {
        method: "POST",
        path: "/api/notes",
        summary: "Add a note.",
        returns: z.object({ run: z.int() }),
        statuses: [409],
        idempotency: "key",
      },
    },
    setup({ store }) {
      runs.store = store;
    },
    handlers: ({ store }) => ({
      listOrders: ({ query }) => store.table("orders").list(query),
      getOrder: async ({ params: { id }, fail }) =>
        (await store.table("orders").find<z.output<typeof Order>>(id)) ??
        fail("resource-not-found"),
      async addOrder({ body: { item }, fail }) {
        runs.count += 1;
        const order = { id: crypto.randomUUID(), item };
        await store.table("orders").insert([order]);
        gate?.entered();
        await gate?.open;
        if (item === "twice") await store.table("orders").insert([order]);
        if (item === "refuse") fail("out-of-stock", { detail: `Run ${runs.count}.` });
        if (item === "early") fail("too-early");
        if (item === "busy") fail("shop-closed");
        if (item === "fail") throw new Error("a bug");
        return order;
      },
      async changeOrder({ params: { id }, body: { item }, fail }) {
        runs.count += 1;
        if (!(await store.table("orders").update(id, { item }))) fail("resource-not-found");
        return { id, item };
      },
      drawLot: () => `lot ${++runs.count}\u{1F9ED}`,
      addNote(call) {
        call.status(409);
        return { run: ++runs.count };
      },
    }),
  });
}
