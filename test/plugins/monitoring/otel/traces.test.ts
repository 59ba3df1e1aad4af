import { describe, expect, it, onTestFinished } from "vitest";
import { definePlugin, type WaymarkConfig } from "waymark";
import { createTestServer } from "waymark/testing";
import { z } from "zod";
import { createLog } from "../../../../kernel/host/support/log.ts";
import { startOtherService } from "../../../_other-service.ts";
import { json, until } from "../../../_setup.ts";
import { receiver, SECRET, send, startRooms } from "../../writes/_receiver.ts";
import { startCollector } from "./_collector.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";
const SAMPLED = { traceparent: `00-${TRACE}-${PARENT}-01` };

async function start(
  otel: Readonly<Record<string, unknown>>,
  plugins: WaymarkConfig["plugins"] = {},
  config: WaymarkConfig = {},
) {
  const lines: Readonly<Record<string, unknown>>[] = [];
  const log = await createLog({
    terminal: false,
    write: (line) => void lines.push(JSON.parse(line)),
  });
  const server = await createTestServer({
    log,
    config: { ...config, plugins: { ...plugins, otel } },
  });
  let isOpen = true;
  const stop = async () => {
    if (isOpen) await server.close();
    isOpen = false;
  };
  onTestFinished(stop);
  return { ...server, lines, request: server.request, stop };
}

describe("traces", () => {
  it("have the spans of a request as a tree, with the ids of the header", async () => {
    const collector = await startCollector();
    const { request, stop, registry } = await start({
      url: collector.url,
      headers: { authorization: "Bearer collector" },
    });
    const list = await request("/api/offices?limit=1", { headers: SAMPLED });
    const graph = await request("/api/graphql", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ query: "{ offices { id } brains { id } }" }),
    });
    const missing = await request("/api/offices/none", { headers: SAMPLED });
    await stop();
    expect(collector.headers[0]).toMatchObject({ authorization: "Bearer collector" });
    const sent = (name: string) => collector.spans.filter((span) => span.name === name);
    const [listed] = sent("GET /api/offices");
    expect(list.headers.get("traceresponse")).toBe(`00-${TRACE}-${listed?.spanId}-01`);
    expect(list.headers.get("traceparent")).toBe(SAMPLED.traceparent);
    expect(listed).toMatchObject({
      traceId: TRACE,
      parentId: PARENT,
      kind: 2,
      status: 0,
      attributes: {
        "http.route": "/api/offices",
        "http.response.status_code": 200,
      },
      resource: {
        "service.name": registry.app.name,
        "service.version": registry.app.version,
        "waymark.revision": registry.revision,
      },
    });
    expect(collector.tree(TRACE)).toEqual([
      "GET /api/offices",
      "GET /api/offices > handler offices.listOffices",
      "GET /api/offices > handler offices.listOffices > SELECT offices",
      "GET /api/offices/{officeId}",
      "GET /api/offices/{officeId} > handler offices.getOffice",
      "GET /api/offices/{officeId} > handler offices.getOffice > SELECT offices",
    ]);
    expect(missing.status).toBe(404);
    expect(sent("handler offices.getOffice")).toMatchObject([
      { status: 0, attributes: { "waymark.refusal": "resource-not-found" } },
    ]);
    const [, graphTrace = ""] = graph.headers.get("traceresponse")?.split("-") ?? [];
    const read = "POST /api/graphql > handler graphql.postGraphql > read";
    expect(collector.tree(graphTrace)).toEqual(
      expect.arrayContaining([
        `${read} brains.listBrains > handler brains.listBrains > SELECT brains`,
        `${read} offices.listOffices > handler offices.listOffices > SELECT offices`,
      ]),
    );
  });

  it("go on in other services, with their errors", async () => {
    const collector = await startCollector();
    const { origin, received } = await startOtherService((_request, response) =>
      response.writeHead(500).end(),
    );
    const asking = definePlugin({
      id: "asking",
      summary: "Asks another service.",
      routes: {
        ask: {
          method: "GET",
          path: "/api/ask",
          summary: "Ask.",
          returns: z.object({ status: z.int() }),
          cache: "no-store",
          publish: { rootLink: "ask" },
        },
      },
      handlers: (_use, { log }) => ({
        async ask({ fetch }) {
          const { status } = await fetch(`${origin}/?key=secret`);
          log.info("asked");
          throw new Error(`it answered ${status}`);
        },
      }),
    });
    const { request, stop, lines } = await start({ url: collector.url }, { asking });
    const answer = await request("/api/ask", { headers: SAMPLED });
    await stop();
    const { requestId } = (await json<{ error: { requestId: string } }>(answer)).error;
    const asked = collector.spans.find(({ kind }) => kind === 3);
    expect(asked).toMatchObject({ status: 2, attributes: { "url.full": `${origin}/` } });
    expect(received).toEqual([`00-${TRACE}-${asked?.spanId}-01`]);
    const server = collector.spans.find(({ kind }) => kind === 2);
    expect(server).toMatchObject({ status: 2, attributes: { "error.type": "500" } });
    expect(collector.spans.find(({ name }) => name === "handler asking.ask")).toMatchObject({
      status: 2,
      events: ["exception"],
      attributes: { "error.type": "Error" },
    });
    const failed = { traceId: TRACE, spanId: server?.spanId };
    const line = lines.find(({ message }) => message === "a request failed");
    expect(line).toMatchObject({ requestId, ...failed });
    const handler = collector.spans.find(({ name }) => name === "handler asking.ask");
    expect(collector.lines).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          message: "asked",
          severity: 9,
          attributes: {},
          traceId: TRACE,
          spanId: handler?.spanId,
        }),
        expect.objectContaining({ message: "a request failed", severity: 17, ...failed }),
      ]),
    );
  });

  it("go from a write to the webhooks that deliver it, and through the reload between", async () => {
    const collector = await startCollector();
    const { url, all } = await receiver();
    const otel = { url: collector.url };
    const server = await startRooms({ subscriptions: { own: { url, secret: SECRET } } }, { otel });
    await send(server, "PUT", "/api/rooms/a", { id: "a", name: "A" }, SAMPLED);
    await until(() => all.length === 1);
    await server.reload({ plugins: { otel } });
    await server.close();
    const delivery = collector.spans.find(({ name }) => name === "deliver rooms.created");
    expect(all[0]?.headers["traceparent"]).toBe(`00-${TRACE}-${delivery?.spanId}-01`);
    expect(collector.tree(TRACE)).toEqual(
      expect.arrayContaining([
        "PUT /api/rooms/{id}",
        "PUT /api/rooms/{id} > deliver rooms.created",
        "PUT /api/rooms/{id} > transaction > handler rooms.putRoom > INSERT rooms",
      ]),
    );
    // The rounds that look for deliveries belong to no request, although a write began one of them.
    expect(collector.tree(TRACE)).not.toContain("PUT /api/rooms/{id} > UPDATE webhookDeliveries");
    const round = collector.spans.find(({ name }) => name === "webhooks");
    expect(collector.tree(round?.traceId ?? "")).toContain("webhooks > UPDATE webhookDeliveries");
    expect(collector.spans.some(({ name }) => name === "reload")).toBe(true);
  });

  const UNSAMPLED = { traceparent: `00-${TRACE}-${PARENT}-00` };
  const PROXIES = { trustedProxies: ["127.0.0.1"] };
  it.each<[string, object, WaymarkConfig, Record<string, string>, string, number]>([
    ["all that start here", { sample: 1 }, {}, {}, "03", 1],
    ["none that starts here", { sample: 0 }, {}, {}, "02", 0],
    ["what a proxy samples", { sample: 0 }, PROXIES, SAMPLED, "01", 1],
    ["nothing that a proxy does not sample", { sample: 1 }, PROXIES, UNSAMPLED, "00", 0],
    ["nothing because a stranger samples it", { sample: 0 }, {}, SAMPLED, "00", 0],
    ["what a stranger does not sample", { sample: 1 }, {}, UNSAMPLED, "01", 1],
    ["what everyone samples", { sample: 0, trust: "everyone" }, {}, SAMPLED, "01", 1],
    [
      "nothing that a stranger does not sample, if trusted",
      { sample: 1, trust: "everyone" },
      {},
      UNSAMPLED,
      "00",
      0,
    ],
  ])("are recorded: %s", async (_case, otel, config, headers, flags, count) => {
    const collector = await startCollector();
    const { request, stop } = await start({ url: collector.url, ...otel }, {}, config);
    const answer = await request("/api/ping", { headers });
    await stop();
    const trace = "traceparent" in headers ? TRACE : "\\w{32}";
    expect(answer.headers.get("traceresponse")).toMatch(
      new RegExp(`^00-${trace}-(?!${PARENT})\\w{16}-${flags}$`),
    );
    const spans = collector.spans.filter(({ name }) => name === "GET /api/ping");
    expect(spans).toHaveLength(count);
    if ("traceparent" in headers)
      for (const span of spans) expect(span).toMatchObject({ traceId: TRACE, parentId: PARENT });
  });
});

describe("metrics", () => {
  it("are those that scrapers see, with their names, units and values", async () => {
    const collector = await startCollector();
    const { request, stop } = await start({ url: collector.url, metricsInterval: "1h" });
    for (const path of ["/api/ping", "/api/ping", "/api/none"]) await request(path);
    const text = await (
      await request("/api/metrics", { headers: { Accept: "text/plain" } })
    ).text();
    await stop();
    const names = new Set(
      [...text.matchAll(/^# TYPE (\w+?)(?:_total)? /gm)].map(([, name]) => name),
    );
    expect(new Set(collector.metrics.map(({ name }) => name))).toEqual(names);
    const requests = collector.metrics.find(({ name }) => name === "http_requests");
    expect(requests?.kind).toBe("sum");
    const pings = requests?.points.find(({ labels }) => labels["route"] === "ping.getPing");
    expect(pings).toMatchObject({ asDouble: 2, labels: { code: "200", method: "GET" } });
    const durations = collector.metrics.find(({ kind }) => kind === "histogram");
    expect(durations?.unit).toBe("s");
    for (const { counts = [], bounds = [], count } of durations?.points ?? []) {
      expect(counts).toHaveLength(bounds.length + 1);
      expect(counts.reduce((sum, each) => sum + each, 0)).toBe(count);
    }
  });
});

describe("a collector that", () => {
  it.each([
    ["is down", undefined, "export_failed"],
    ["fails", 500, "export_failed"],
    ["is full", 429, "export_failed"],
    ["hangs", 0, "queue_full"],
  ])("%s costs spans, which are counted, and nothing else", async (_case, status, reason) => {
    const collector = await startCollector((response) => {
      if (status !== 0) response.writeHead(status ?? 200).end();
    });
    if (status === undefined) collector.close();
    const { request, stop } = await start({ url: collector.url, queue: 2, timeout: "200ms" });
    for (let i = 0; i < 20; i++) expect((await request("/api/ping")).status).toBe(200);
    const lost = async () => {
      const text = await (
        await request("/api/metrics", { headers: { Accept: "text/plain" } })
      ).text();
      return new RegExp(`^otel_spans_lost_total{reason="${reason}"} (\\d+)`, "m").exec(text)?.[1];
    };
    await expect.poll(async () => Number(await lost())).toBeGreaterThan(0);
    const began = performance.now();
    await stop();
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
