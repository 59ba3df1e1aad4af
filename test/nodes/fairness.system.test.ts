/** Worst requests of one caller beside those of another one, on a table of a million rows. */
import { createHash } from "node:crypto";
import { Client } from "pg";
import { expect, it } from "vitest";
import { definePlugin } from "waymark";
import { Store } from "waymark/services";
import { z } from "zod";
import { needs } from "../_programs.ts";
import { startServer } from "../_setup.ts";
import { postgresOptions } from "../plugins/store/_engines.ts";

const Ship = z.object({ id: z.string(), name: z.string(), note: z.string() });

const ships = definePlugin({
  id: "ships",
  summary: "Lists ships.",
  needs: { store: Store },
  tables: { ships: { of: Ship, key: "id", indexes: ["note"] } },
  routes: {
    listShips: {
      method: "GET",
      path: "/api/ships",
      summary: "List ships.",
      list: { of: Ship, as: "ships", name: "ShipsList" },
      cache: "no-store",
    },
  },
  handlers: ({ store }) => ({ listShips: ({ query }) => store.table("ships").list(query) }),
});

needs("postgres");

const ROWS = 1_000_000;
const ATTACKS = 100;

it("S4: a hundred searches of one caller refuse no other caller, and use few connections", async () => {
  const options = await postgresOptions();
  const server = await startServer({
    config: {
      trustedProxies: ["127.0.0.1"],
      plugins: { ships, store: { ...options, pool: {}, versions: {} } },
    },
  });
  const client = new Client(options.url);
  await client.connect();
  await client.query(
    `insert into ships select 'ship ' || i, md5(i::text), md5((i * 7)::text) from generate_series(1, ${ROWS}) i`,
  );
  await client.query("analyze ships");
  const ask = async (from: string, path: string) => {
    const began = performance.now();
    const headers = { "x-forwarded-for": from };
    const answer = await server.request(path, { headers });
    await answer.text();
    const remaining = Number(answer.headers.get("x-ratelimit-remaining"));
    return { status: answer.status, ms: performance.now() - began, remaining, answer };
  };
  let page = 0;
  const measure = async () => {
    const answers = [];
    for (let turn = 0; turn < 100; turn++) {
      answers.push(await ask("192.0.2.2", "/api/ping"));
      answers.push(await ask("192.0.2.2", `/api/ships?limit=20&filter[id][gt]=ship%20${++page}`));
    }
    const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
    return { refused: answers.filter(({ status }) => status !== 200).length, p99: times[197] };
  };
  // A search of the few rows to which an index leads counts as any request.
  const note = createHash("md5").update("7").digest("hex");
  const first = await ask("192.0.2.3", "/api/ships?limit=1");
  const few = await ask("192.0.2.3", `/api/ships?filter[note]=${note}&filter[name][contains]=a`);
  expect([few.status, first.remaining - few.remaining]).toEqual([200, 1]);
  await measure();
  const idle = await measure();

  const searches = Array.from({ length: ATTACKS }, (_, index) =>
    ask("192.0.2.1", `/api/ships?filter[note][contains]=x${index}y&sort=name`),
  );
  const busy = await measure();
  const { rows } = await client.query(
    "select count(*)::int as scans from pg_stat_activity where state = 'active' and query like '%position%' and pid <> pg_backend_pid()",
  );
  const answers = await Promise.all(searches);
  await client.end();

  expect(idle.refused).toBe(0);
  expect(busy.refused).toBe(0);
  expect(rows[0].scans).toBeLessThanOrEqual(1);
  const refused = answers.filter(({ status }) => status === 503);
  for (const { answer } of refused)
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  // The searches that ran count for what they cost.
  const { remaining } = await ask("192.0.2.1", "/api/ships?limit=1");
  expect(remaining).toBeLessThan(600 - ATTACKS - 1);
});
