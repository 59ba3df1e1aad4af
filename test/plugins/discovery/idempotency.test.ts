import { expect, it, onTestFinished } from "vitest";
import { definePlugin } from "waymark";
import { createTestServer } from "waymark/testing";
import { z } from "zod";
import { json } from "../../_setup.ts";

it("says that no key is supported while none is evaluated, although a route declares one (A5)", async () => {
  let effects = 0;
  const orders = definePlugin({
    id: "orders",
    summary: "Takes orders.",
    routes: {
      addOrder: {
        method: "POST",
        path: "/api/orders",
        summary: "Order.",
        returns: z.object({ effects: z.int() }),
        idempotency: "key",
      },
    },
    handlers: () => ({ addOrder: () => ({ effects: ++effects }) }),
  });
  const server = await createTestServer({ config: { plugins: { orders } } });
  onTestFinished(() => server.close());
  const order = () =>
    server.request("/api/orders", { method: "POST", headers: { "idempotency-key": '"8e03"' } });
  const [first, second] = [await order(), await order()];
  expect([await json(first), await json(second)]).toMatchObject([{ effects: 1 }, { effects: 2 }]);
  expect(await json(await server.fetch("/api/idempotency"))).toMatchObject({
    supported: false,
    supportedEndpoints: [],
    headerName: "Idempotency-Key",
    ttlSeconds: 86_400,
  });
});
