/** The history of several nodes on one PostgreSQL. */
import { expect, it, onTestFinished } from "vitest";
import { definePlugin } from "waymark";
import preset from "waymark/preset";
import { History, type History as Past, type Store as Data } from "waymark/services";
import { fixedClock } from "waymark/testing";
import { needs } from "../../_programs.ts";
import { startPostgres } from "../../engines/postgres.ts";
import { startServer } from "../../_setup.ts";
import { RawStore } from "../../_raw-store.ts";

const HOUR_MS = 3_600_000;
const ON = new Set([
  "rate-limit",
  "digest",
  "server-timing",
  "store",
  "event-bus",
  "ids",
  "health",
  "history",
  "jobs",
]);

needs("postgres");

it("sums up each hour once, of the samples of all nodes", async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const clock = fixedClock("2026-01-02T03:10:00Z");
  const start = async (instance: string) => {
    let uses: { readonly history: Past; readonly store: Data } | undefined;
    const part = definePlugin({
      id: "part",
      summary: "A part that a test pulls at.",
      needs: { history: History, store: RawStore },
      setup(use) {
        uses = use;
      },
    });
    await startServer({
      plugins: [...preset.filter(({ id }) => ON.has(id)), part],
      clock,
      config: {
        instance,
        plugins: {
          store: { url: postgres.url },
          history: { interval: "5m", healthInterval: "1h", keep: "1d" },
        },
      },
    });
    if (uses === undefined) throw new Error("the part did not start");
    return uses;
  };
  const nodes = [await start("one"), await start("two")] as const;
  const [{ store }] = nodes;
  const sample = (instance: string, at: number) => ({
    id: `${String(at).padStart(15, "0")} ${instance}`,
    instance,
    at,
    status: "ok",
    requests: 10,
    failures: 1,
    latencies: { 40: 10 },
    checks: {},
    coveredMs: 60_000,
  });
  const old = clock.now() - 48 * HOUR_MS;
  await store
    .table("statusSamples")
    .insert([sample("one", old), sample("two", old), sample("two", old + HOUR_MS)]);
  await Promise.all(nodes.map(({ history }) => history.sample()));
  clock.advance("1m");
  await Promise.all(nodes.map(({ history }) => history.sample()));
  const hours = await store.table("statusHours").list<{ at: number; requests: number }>();
  expect(hours.items.map(({ requests }) => requests)).toEqual([20, 10]);
  for (const { history } of nodes)
    expect((await history.over(24 * HOUR_MS, 90)).total).toMatchObject({
      requests: 30,
      failures: 3,
    });
});
