import { expect, it } from "vitest";
import type { Plugin } from "waymark";
import { z } from "zod";
import { json, startServer } from "../../_setup.ts";

const addOrder = {
  method: "POST",
  path: "/api/orders",
  summary: "Order.",
  returns: z.object({ effects: z.int() }),
  idempotency: "key",
} as const;

/** @param route what differs from the route above; undefined for none. */
async function serve(idempotency: object, route?: object) {
  const orders = {
    id: "orders",
    summary: "Takes orders.",
    ...(route === undefined ? {} : { routes: { addOrder: { ...addOrder, ...route } } }),
    handlers: () => (route === undefined ? {} : { addOrder: () => ({ effects: 1 }) }),
  } as Plugin; // as an author without types may write it
  const server = await startServer({
    config: { plugins: { idempotency: { ...idempotency }, orders } },
  });
  return json(await server.fetch("/api/idempotency"));
}

it("says that no key is supported while none is evaluated (A5)", async () => {
  expect(await serve({ enabled: false })).toMatchObject({
    supported: false,
    supportedEndpoints: [],
    headerName: "Idempotency-Key",
    ttlSeconds: 86_400,
  });
});

it("states what is enforced once it is on", async () => {
  expect(await serve({ enabled: true, ttl: "1h", required: true }, {})).toMatchObject({
    supported: true,
    supportedEndpoints: ["/api/orders"],
    methods: ["POST"],
    ttlSeconds: 3600,
    required: true,
    replayedHeaderName: "Idempotency-Replayed",
  });
  expect(await serve({ enabled: true })).toMatchObject({ supported: false, methods: [] });
});

it("refuses a route that takes a key while none is evaluated, and says how to change that", async () => {
  await expect(serve({ enabled: false }, {})).rejects.toThrow(
    /ROUTE_KEY_UNENFORCED[^]*route addOrder[^]*plugins: \{ idempotency: \{ enabled: true \} \}/,
  );
});

it.each([
  [{ transaction: false }, /needs the transaction that transaction: false leaves out/],
  [
    { returns: undefined, alwaysFails: { code: "not-implemented" } },
    /is for routes with returns, text, page or empty/,
  ],
] as const)("refuses a key where nothing of it can be kept: %o", async (route, message) => {
  const refused = serve({ enabled: true }, route);
  await expect(refused).rejects.toThrow("IDEMPOTENCY_IMPOSSIBLE");
  await expect(refused).rejects.toThrow(message);
});
