/** Requests that run others share their places by owner. */
import { expect, it } from "vitest";
import { definePlugin } from "waymark";
import { z } from "zod";
import { startServer } from "../_setup.ts";

const Ship = z.object({ id: z.string() });

const asked = (path: string) => ({ operations: [{ id: "a", method: "GET", path }] });

it.each([
  ["queries", "/api/graphql", { query: "{ ships { id } }" }, { query: "{ service }" }, 16],
  ["bulk requests", "/api/bulk", asked("/api/ships"), asked("/api/ping"), 8],
])("S2: one owner has half of the places for %s", async (_name, path, slow, quick, half) => {
  const opened = Promise.withResolvers<void>();
  let begun = 0;
  const harbour = definePlugin({
    id: "harbour",
    summary: "Lists ships once its gate is open.",
    routes: {
      listShips: {
        method: "GET",
        path: "/api/ships",
        summary: "List ships.",
        list: { of: Ship, as: "ships", name: "ShipsList" },
        cache: "no-store",
      },
    },
    handlers: () => ({
      async listShips() {
        begun += 1;
        await opened.promise;
        return [{ id: "a" }];
      },
    }),
  });
  const server = await startServer({
    config: { trustedProxies: ["127.0.0.1"], plugins: { harbour, bulk: { enabled: true } } },
  });
  const post = async (from: string, body: unknown) => {
    const headers = { "content-type": "application/json", "x-forwarded-for": from };
    const answer = await server.request(path, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    await answer.text();
    return answer.status;
  };
  const waiting = Array.from({ length: 2 * half }, () => post("192.0.2.1", slow));
  await expect.poll(() => begun).toBe(half);
  expect(await post("192.0.2.2", quick)).toBe(200);
  expect(begun).toBe(half);
  opened.resolve();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
});
