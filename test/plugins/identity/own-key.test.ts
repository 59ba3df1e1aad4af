/** API keys in the hand of their holders: read, used day by day, replaced, and revoked. */
import { describe, expect, it } from "vitest";
import { json } from "../../_setup.ts";
import { bearer, createKey, send, startKeys, statusOf } from "./_keys.ts";
import { as } from "./_setup.ts";

const plans = { trial: { limit: 60, requestsLimit: 1000 } };

async function start(at = "2026-05-05T10:00:00Z") {
  const clock = { at, now: () => Date.parse(clock.at) };
  const server = await startKeys({ clock }, { plans, defaultPlan: "trial" });
  const key = await createKey(server, { name: "Ann", scopes: ["notes:read"] });
  return { server, clock, key, own: bearer(key.token) };
}

describe("a key in the hand of its holder", () => {
  it("is read without any scope, and without its secret", async () => {
    const { server, key, own } = await start();
    const read = await send(server, "GET", "/api/account", undefined, own);
    expect(read.headers.get("cache-control")).toBe("no-store");
    const { token: _, ...shown } = key;
    expect(await json(read)).toEqual(shown);
  });

  it("is rotated, and revoked", async () => {
    const { server, key, own } = await start();
    const path = `/api/account/${key.id}`;
    const rotated = await send(server, "POST", `${path}/rotate`, { grace: "1h" }, own);
    const { token } = await json<{ token: string }>(rotated);
    expect(await statusOf(server, token)).toBe(200);
    expect(await statusOf(server, key.token)).toBe(200);
    const revoked = await send(server, "DELETE", path, undefined, bearer(token));
    expect(await json(revoked)).toMatchObject({ id: key.id, revokedAt: expect.any(String) });
    expect(await statusOf(server, token)).toBe(401);
  });

  it("changes no other key, and is nothing that other credentials have", async () => {
    const { server, own } = await start();
    const other = await createKey(server);
    for (const [method, path] of [
      ["DELETE", `/api/account/${other.id}`],
      ["POST", `/api/account/${other.id}/rotate`],
    ] as const)
      expect(
        (await send(server, method, path, method === "POST" ? {} : undefined, own)).status,
      ).toBe(404);
    expect(await statusOf(server, other.token)).toBe(200);
    expect((await send(server, "GET", "/api/account", undefined, as("ben"))).status).toBe(404);
    expect((await send(server, "GET", "/api/account", undefined, {})).status).toBe(401);
  });
});

it("usage is shown by day", async () => {
  const { server, clock, own } = await start();
  const known = () => server.request("/api/known", { headers: own });
  await known();
  clock.at = "2026-05-06T10:00:00Z";
  await known();
  await known();
  const { requestsUsed, days } = await json<{ requestsUsed: number; days: object[] }>(
    await server.request("/api/usage", { headers: own }),
  );
  expect(requestsUsed).toBe(3);
  expect(days).toEqual([
    ...["01", "02", "03", "04"].map((day) => ({ date: `2026-05-${day}`, requestsUsed: 0 })),
    { date: "2026-05-05", requestsUsed: 1 },
    { date: "2026-05-06", requestsUsed: 2 },
  ]);
});
