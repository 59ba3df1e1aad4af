/** A node with every plugin that has alerts, and the faults of clients, engines, receivers and collectors. */
import { definePlugin, service, type Plugin, type Queue } from "waymark";
import { Audit, EventBus } from "waymark/services";
import preset from "waymark/preset";
import { expect, onTestFinished } from "vitest";
import { z } from "zod";
import { createLog } from "../../../kernel/host/support/log.ts";
import { startPostgres } from "../../engines/postgres.ts";
import { startRedis } from "../../engines/redis.ts";
import { badges } from "../identity/_setup.ts";
import { local, put, receiver, rooms, SECRET } from "../writes/_receiver.ts";
import { startCollector } from "./otel/_collector.ts";
import { rulesOf } from "./_faulty-nodes.ts";
import { count, HALF_HOUR, scrape, type Fault, type Scrape } from "./_timeline.ts";
import { startServer } from "../../_setup.ts";

const Place = service<Queue>("stagedPlace");

const staged = definePlugin({
  id: "staged",
  summary: "Answers late or not at all, on request.",
  needs: { bus: EventBus, audit: Audit },
  provides: { place: Place },
  setup: (_use, { queue }) => ({ place: queue("place", { places: 1, maxWaitMs: 50 }) }),
  routes: {
    answer: {
      method: "GET",
      path: "/staged",
      summary: "Answer late, or not at all.",
      query: z.object({
        fails: z.stringbool().default(false),
        ms: z.coerce.number().default(0),
        place: z.stringbool().default(false),
        events: z.coerce.number().default(0),
        records: z.coerce.number().default(0),
      }),
      returns: z.object({ ok: z.boolean() }),
      cache: "no-store",
      publish: { rootLink: "staged" },
    },
  },
  handlers: ({ place, bus, audit }, { log }) => ({
    async answer({ query: { fails, ms, place: isShared, events, records } }) {
      log.info("staged");
      for (let version = 0; version < events; version++)
        bus.publish("data.changed", { version, timestamp: new Date(0).toISOString() });
      for (let record = 0; record < records; record++)
        audit.record({ action: "room.written", outcome: "failed", target: String(record) });
      const holder = { owner: "", route: "staged" };
      const release = isShared
        ? await Promise.resolve(place.take(holder)).catch(() => undefined)
        : undefined;
      await new Promise((resolve) => setTimeout(resolve, ms));
      release?.();
      if (fails) throw new Error("the fault of a test");
      return { ok: true };
    },
  }),
}) as Plugin;

const DOWN = 'health_check{check="store:store",status="down"}';
const ALONE = 'health_check{check="redis:redis",status="degraded"}';

export async function faultsOfPlugins() {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  onTestFinished(() => postgres.stop());
  onTestFinished(() => redis.stop());
  let collects = true;
  const collector = await startCollector((response) => {
    response.writeHead(collects ? 200 : 503).end();
  });
  let takes = true;
  const hooks = await receiver(() => (takes ? 204 : 500));
  const subscription = { url: hooks.url, secret: SECRET };
  const server = await startServer({
    log: await createLog({ terminal: false, write: () => {} }), // whose lines the collector gets
    plugins: [...preset, staged, rooms, badges as Plugin],
    config: {
      trustedProxies: ["127.0.0.1"],
      plugins: {
        "rate-limit": { limit: 1_000_000 },
        store: { url: postgres.url },
        redis: { url: redis.url },
        otel: { url: collector.url, timeout: "2s" },
        audit: true,
        slo: { latencyP99: "2s" }, // far beyond what a busy machine does
        access: { require: { offices: "authenticated" } },
        events: { maxStreams: 10 },
        webhooks: { ...local, maxAttempts: 1, subscriptions: { hooks: subscription } },
      },
    },
  });
  const look = () => scrape(`${server.origin}/api/metrics`);
  const seen = async (isThere: (now: Scrape) => boolean): Promise<Scrape> => {
    let now = await look();
    await expect.poll(async () => isThere((now = await look()))).toBe(true);
    return now;
  };
  /** Requests of clients, of which some fail or are late. */
  const ask = async (requests: number, failures = 0, late = 0) => {
    for (let at = 0; at < requests; at++) {
      const { status } = await server.fetch(`/staged?fails=${at < failures}`);
      expect(status).toBe(at < failures ? 500 : 200);
    }
    await Promise.all(Array.from({ length: late }, () => server.fetch("/staged?ms=4000")));
  };
  const isWell = (now: Scrape) =>
    ![...now.values.keys()].some((series) =>
      /^health_check\{.*"(?:down|degraded)"\}$/.test(series),
    ) &&
    now.values.has('redis_limiter_mode{mode="cluster"}') &&
    now.at - count(now, "store_version_verified_timestamp_seconds") < 2;
  const faults: Fault[] = [];
  /** Requests that are served well in a calm minute. They matter to the share of errors alone. */
  let usual = 200;
  /** Half an hour of clients that are served well, and then this. */
  const fault = async (
    name: string,
    firing: readonly string[],
    inject: () => Promise<Scrape>,
    repeats = false,
    load?: string,
  ) => {
    const from = await seen(isWell);
    await ask(usual);
    const calm = await seen(isWell);
    const after = await inject();
    const steps = [
      { after: calm, minutes: HALF_HOUR, repeats: true },
      { after, minutes: HALF_HOUR, repeats },
    ];
    faults.push({ name, firing, timelines: [{ from, steps }], ...(load && { load }) });
  };
  const requests = async (...what: Parameters<typeof ask>) => {
    await ask(...what);
    return seen(isWell);
  };

  const burns = ["3d", "1d", "6h", "1h"].map((window) => `ErrorBudgetBurn${window}`);
  for (const [index, failures] of [1, 3, 6, 20].entries())
    await fault(
      `${failures} errors among 500 answers`,
      [...burns.slice(0, index + 1), ...(failures > 10 ? ["Failing"] : [])].toSorted(),
      () => requests(500, failures),
      true,
    );
  const from = await look();
  await ask(200);
  const calm = { after: await look(), minutes: HALF_HOUR, repeats: true };
  const failing = { after: await requests(500, 20), minutes: HALF_HOUR / 2, repeats: true };
  const again = { after: await requests(200), minutes: HALF_HOUR / 2, repeats: true };
  faults.push({
    name: "errors that have ended",
    firing: burns.filter((name) => name !== "ErrorBudgetBurn1h").toSorted(),
    timelines: [{ from, steps: [calm, failing, again] }],
  });
  const hour = { ...calm, minutes: 2 * HALF_HOUR };
  faults.push({ name: "a calm hour", firing: [], timelines: [{ from, steps: [hour] }] });

  usual = 20;
  const unknown = async () => {
    for (let n = 0; n < 60; n++) await server.fetch("/api/limits", { method: "PROPFIND" });
    return seen(isWell);
  };
  await fault("T0: clients that ask for unknown methods", [], unknown, true);

  const durations = "http_request_duration_seconds_bucket";
  await fault("late answers", ["Slow"], () => requests(100, 0, 5), true, durations);

  const lost = ["spans", "logs"].map((what) => `otel_${what}_lost_total{reason="export_failed"}`);
  const loses = async () => {
    const before = await look();
    collects = false;
    await ask(1);
    return seen((now) => lost.every((name) => count(now, name) > count(before, name)));
  };
  await fault("O5: a collector that takes nothing", ["LogRecordsLost", "SpansLost"], loses, true);
  collects = true;

  await fault("a receiver that takes nothing", ["WebhooksDead"], async () => {
    takes = false;
    await put(server, "a");
    return seen((now) => count(now, 'webhooks_attempts_total{outcome="dead"}') > 0);
  });
  takes = true; // it also receives how the status changes in the faults that follow

  await fault(
    "O5: callers that get no place",
    ["QueueRefuses"],
    async () => {
      const both = ["/staged?place=true&ms=150", "/staged?place=true"];
      await Promise.all(both.map((path) => server.fetch(path)));
      return look();
    },
    true,
  );

  await fault("clients that stay", ["StreamsNearlyFull"], async () => {
    const end = new AbortController();
    const streams = Array.from({ length: 9 }, (_, client) =>
      server.request("/api/events", {
        signal: end.signal,
        headers: { "x-forwarded-for": `192.0.2.${client}` },
      }),
    );
    for (const stream of await Promise.all(streams)) expect(stream.status).toBe(200);
    const now = await look();
    end.abort();
    return now;
  });
  await seen((now) => count(now, "events_open_streams") === 0);

  await fault("Redis that is gone", ["Degraded", "LimiterAlone"], async () => {
    await redis.kill();
    return seen(
      ({ values }) => values.has('redis_limiter_mode{mode="local-share"}') && values.has(ALONE),
    );
  });
  await redis.restart();

  await fault("O5: more events than may wait for Redis", ["EventsLost"], async () => {
    await redis.kill();
    await seen(({ values }) => values.has(ALONE));
    await server.fetch("/staged?events=10050");
    await redis.restart();
    return seen((now) => isWell(now) && count(now, "redis_events_lost_total") > 0);
  });

  const away = "HealthInterrupted";
  await fault("O5: PostgreSQL that was gone for seconds", [away], async () => {
    await postgres.kill();
    await seen(({ values }) => values.has(DOWN));
    await postgres.restart();
    return seen(isWell);
  });

  const gone = [away, "Unhealthy", "VersionLeaseLost"];
  await fault("PostgreSQL that is gone", gone, async () => {
    await postgres.kill();
    return seen(
      ({ at, values }) => at - (values.get("store_version_verified_timestamp_seconds") ?? 0) > 6,
    );
  });
  await postgres.restart();

  await fault("O5: more records than may wait", ["AuditRecordsLost", away], async () => {
    await postgres.kill();
    await server.fetch("/staged?records=10050");
    expect(count(await look(), "audit_records_lost_total")).toBeGreaterThan(0);
    await seen(({ values }) => values.has(DOWN));
    await postgres.restart();
    return seen(isWell);
  });
  return { faults, rules: await rulesOf(server) };
}
