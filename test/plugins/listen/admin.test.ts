/** The admin listener: what lies there is nowhere else, and it answers until the end. */
import { Capabilities } from "waymark/services";
import { tracingChannel } from "node:diagnostics_channel";
import { definePlugin } from "waymark";
import { processLog } from "waymark/advanced";
import { createTestServer, type TestServer } from "waymark/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { violations } from "../../../plugins/tools/shared/closure/index.ts";
import { json, jsonRequest, parseRaw, sendRaw, startServer } from "../../_setup.ts";

async function serve(options: Parameters<typeof createTestServer>[0] = {}): Promise<TestServer> {
  return startServer({
    ...options,
    config: {
      baseUrl: "https://api.example.com",
      ...options.config,
      plugins: {
        listen: { admin: { port: 0, hosts: ["ops.example"] } },
        diagnostics: { debug: true },
        ...options.config?.plugins,
      },
    },
  });
}

const askAdmin = (server: TestServer, path: string, init?: RequestInit) =>
  fetch(`${server.adminOrigin}${path}`, init);

/** All documents for clients, without the name of its revision. */
async function documentsOf({
  registry,
  fetch: ask,
}: TestServer): Promise<ReadonlyMap<string, string>> {
  const routes = registry.routes.filter(
    ({ document, pattern }) => document && pattern.params.length === 0,
  );
  const paths = routes.map(({ path }) => path);
  const texts = paths.map(async (path) => {
    const text = await (await ask(path)).text();
    return [path, text.replaceAll(registry.revision, "")] as const;
  });
  return new Map(await Promise.all(texts));
}

it("serves routes of the admin listener there alone, and mentions them nowhere else", async () => {
  const plain = await startServer({ config: { baseUrl: "https://api.example.com" } });
  expect(plain.adminOrigin).toBeUndefined();
  expect(plain.registry.adminRoutes).toEqual([]);

  const server = await serve();
  expect(server.registry.adminRoutes.map(({ path }) => path)).toEqual([
    "/metrics",
    "/",
    "/health",
    "/revision",
    "/queues",
    "/debug/profile",
    "/debug/heap",
    "/debug/requests",
    "/debug/statements",
    "/debug/members",
    "/debug/log-level",
    "/debug/drain",
  ]);
  const without = await documentsOf(plain);
  expect(await documentsOf(server)).toEqual(without);
  expect(await violations(server.registry)).toEqual([]);
  const statusesOf = (
    asked: (path: string) => Promise<Response>,
    routes: readonly { path: string }[],
  ) => Promise.all(routes.map(async ({ path }) => [path, (await asked(path)).status]));
  const { routes, adminRoutes } = server.registry;
  // Some paths have other routes of their own there.
  const asPlain = await statusesOf(plain.request, adminRoutes);
  expect(await statusesOf(server.request, adminRoutes)).toEqual(asPlain);
  const others = routes.filter(({ path }) => path !== "/").slice(0, 20);
  const asked = (path: string) => askAdmin(server, path);
  expect(await statusesOf(asked, others)).toEqual(others.map(({ path }) => [path, 404]));
});

it("shows operators the routes, what runs, health and metrics", async () => {
  const server = await serve();
  const { registry } = server;
  const root = await askAdmin(server, "/");
  const listed = registry.adminRoutes.map(({ method, path, declaration: { summary } }) => ({
    method,
    path,
    summary,
  }));
  expect(await root.json()).toMatchObject({ routes: listed });
  // No page in an operator's browser may read what is there.
  expect(root.headers.get("access-control-allow-origin")).toBeNull();
  expect(root.headers.get("cache-control")).toBe("no-store");

  const running = await (await askAdmin(server, "/revision")).json();
  expect(running).toMatchObject({
    revision: registry.revision,
    pid: process.pid,
    reloads: { failed: 0 },
  });
  const health = await askAdmin(server, "/health");
  expect(await health.json()).toMatchObject({ status: "ok", ready: true });

  await server.request("/api/ping");
  const metrics = await askAdmin(server, "/metrics", { headers: { accept: "text/plain" } });
  expect(metrics.headers.get("content-type")).toMatch(/^text\/plain; version=0/);
  const text = await metrics.text();
  expect(text).toMatch(/route="ping\.\w+"/);
  expect(text).not.toContain("diagnostics.");
});

it("keeps metrics from clients where they are not public", async () => {
  const plugins = { metrics: { public: false } };
  const server = await serve({ config: { plugins } });
  expect((await server.request("/api/metrics")).status).toBe(404);
  expect(await (await server.request("/api")).text()).not.toContain("metrics");
  expect(server.registry.of(Capabilities)["metrics"]).not.toBe(true);
  for (const path of ["/metrics", "/api/metrics"])
    expect((await askAdmin(server, path)).status).toBe(200);
  const neither = await startServer({
    config: { plugins: { metrics: { public: false, alias: true } } },
  });
  expect((await neither.request("/api/metrics")).status).toBe(404);
  expect((await neither.request("/metrics")).status).toBe(404);
});

it("takes one profile at a time, of bounded length, and stops when its reader leaves", async () => {
  const server = await serve();
  const profile = "/debug/profile?seconds=";
  expect((await askAdmin(server, `${profile}61`)).status).toBe(400);
  expect((await askAdmin(server, profile, { method: "HEAD" })).status).not.toBe(500);
  const leaving = new AbortController();
  const { signal } = leaving;
  const statuses: (number | string)[] = [];
  const asked = [1, 2, 3].map(async () => {
    const answer = await askAdmin(server, `${profile}60`, { signal }).catch(() => "left");
    statuses.push(typeof answer === "string" ? answer : answer.status);
  });
  await expect.poll(() => statuses).toEqual([503, 503]);
  leaving.abort();
  await Promise.all(asked);
  expect(statuses).toEqual([503, 503, "left"]);
  const ask = async () => (await askAdmin(server, `${profile}1`)).status;
  await expect.poll(ask).toBe(200);
  const taken = await askAdmin(server, `${profile}1`);
  expect(taken.headers.get("content-disposition")).toContain(".cpuprofile");
  expect(await taken.json()).toHaveProperty("nodes");
});

it("answers operators while the last requests of clients are finished", async () => {
  const { promise: wait, resolve: go } = Promise.withResolvers<void>();
  const slow = definePlugin({
    id: "slow",
    summary: "Answers late.",
    routes: {
      getSlow: {
        method: "GET",
        path: "/slow",
        summary: "Wait.",
        text: { mediaType: "text/plain" },
        cache: "no-store",
      },
    },
    handlers: () => ({
      getSlow: async () => {
        await wait;
        return "done";
      },
    }),
  });
  const server = await serve({ config: { plugins: { slow } } });
  const asked = server.request("/slow");
  await expect
    .poll(async () => await (await askAdmin(server, "/metrics")).text())
    .toContain("in_flight 1");
  const closed = server.close();
  await expect.poll(() => server.request("/api/ping").catch(() => "closed")).toBe("closed");
  expect(await (await askAdmin(server, "/health")).json()).toMatchObject({ ready: false });
  go();
  expect(await (await asked).text()).toBe("done");
  await closed;
  await expect(askAdmin(server, "/")).rejects.toThrow("fetch failed");
});

it("serves what a reload changes, on both listeners", async () => {
  const server = await serve();
  await server.reload({ plugins: { listen: { admin: { port: 0 } }, metrics: false } });
  expect((await askAdmin(server, "/metrics")).status).toBe(404);
  expect((await askAdmin(server, "/revision")).status).toBe(200);
  await server.reload({});
  expect((await askAdmin(server, "/revision")).status).toBe(404);
});

it("S7: answers addresses, localhost and the names of the config, and no page of another site", async () => {
  const server = await serve();
  const { port } = new URL(server.adminOrigin ?? "");
  const statusOf = async (headers: string) => {
    const text = await sendRaw(
      `http://127.0.0.1:${port}`,
      `GET /health HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`,
    );
    return parseRaw(text).status;
  };
  for (const host of ["127.0.0.1", `localhost:${port}`, "[::1]:1", "10.1.2.3", "OPS.example"])
    expect(await statusOf(`Host: ${host}`)).toBe(200);
  for (const host of ["evil.example", `localhost.evil.example:${port}`, "1.2.3.4.nip.io", ""])
    expect(await statusOf(`Host: ${host}`)).toBe(400);
  for (const site of ["none", "same-origin"])
    expect(await statusOf(`Host: localhost\r\nSec-Fetch-Site: ${site}`)).toBe(200);
  for (const site of ["cross-site", "same-site"])
    expect(await statusOf(`Host: localhost\r\nSec-Fetch-Site: ${site}`)).toBe(400);
});

it("S7: serves the debug routes only where the config asks for them", async () => {
  const server = await serve({ config: { plugins: { diagnostics: true } } });
  expect((await askAdmin(server, "/revision")).status).toBe(200);
  const debug = ["profile?seconds=1", "heap", "requests", "statements", "members", "drain"];
  for (const path of debug) expect((await askAdmin(server, `/debug/${path}`)).status).toBe(404);
  expect(tracingChannel("waymark.statement").start.hasSubscribers).toBe(true); // metrics is on
  await server.close();
  await serve({ config: { plugins: { diagnostics: true, metrics: false } } });
  expect(tracingChannel("waymark.statement").start.hasSubscribers).toBe(false);
});

describe("O8: operators", () => {
  const put = (server: TestServer, path: string, body: unknown) =>
    askAdmin(server, path, jsonRequest("PUT", body));

  it("see which requests are under way", async () => {
    const wait = Promise.withResolvers<void>();
    const slow = definePlugin({
      id: "slow",
      summary: "Answers late.",
      routes: {
        getSlow: {
          method: "GET",
          path: "/slow",
          summary: "Wait.",
          text: { mediaType: "text/plain" },
          cache: "no-store",
        },
      },
      handlers: () => ({
        getSlow: async () => {
          await wait.promise;
          return "done";
        },
      }),
    });
    const server = await serve({ config: { plugins: { slow } } });
    const list = async () => {
      const answer = await askAdmin(server, "/debug/requests");
      return (await json<{ requests: readonly unknown[] }>(answer)).requests;
    };
    expect(await list()).toEqual([]);
    const asked = server.request("/slow?secret=1");
    await expect
      .poll(list)
      .toMatchObject([
        { method: "GET", path: "/slow", route: "slow.getSlow", client: "127.0.0.1", begun: false },
      ]);
    expect(JSON.stringify(await list())).not.toContain("secret");
    wait.resolve();
    await (await asked).text();
    await expect.poll(list).toEqual([]);
  });

  it("see slow statements by their text", async () => {
    const server = await serve();
    await server.request("/api/offices?sort=-name");
    const answer = await askAdmin(server, "/debug/statements");
    expect(await answer.json()).toMatchObject({
      statements: expect.arrayContaining([
        expect.objectContaining({
          table: "offices",
          text: expect.stringContaining("select"),
          count: 1,
          maxMs: expect.any(Number),
        }),
      ]),
    });
  });

  it("see the node that is alone", async () => {
    const server = await serve();
    const { revision } = server.registry;
    expect(await (await askAdmin(server, "/debug/members")).json()).toMatchObject({
      members: [{ revision, ready: true, failing: [] }],
    });
  });

  it("set the level of the log", async () => {
    onTestFinished(() => void (processLog.level = "info"));
    const server = await serve();
    expect((await put(server, "/debug/log-level", { level: "loud" })).status).toBe(422);
    const answer = await put(server, "/debug/log-level", { level: "debug" });
    expect(await answer.json()).toEqual({ level: "debug" });
    expect(processLog.level).toBe("debug");
  });

  it("have balancers turn away from a node that answers all the same, and come back", async () => {
    const server = await serve();
    const look = async () => {
      const ready = await server.request("/api/ready");
      const ping = await server.request("/api/ping");
      return [ready.status, ping.status, ping.headers.get("connection")];
    };
    expect(await look()).toEqual([200, 200, "keep-alive"]);
    expect((await put(server, "/debug/drain", { draining: true })).status).toBe(200);
    expect(await look()).toEqual([503, 200, "close"]);
    await server.reload({
      plugins: { listen: { admin: { port: 0 } }, diagnostics: { debug: true } },
    });
    expect(await look()).toEqual([503, 200, "close"]);
    await put(server, "/debug/drain", { draining: false });
    expect(await look()).toEqual([200, 200, "keep-alive"]);
  });

  it("sample allocations while the node answers", async () => {
    const server = await serve();
    const taken = askAdmin(server, "/debug/heap?seconds=1");
    for (let at = 0; at < 20; at++) await (await server.request("/api/offices")).text();
    const answer = await taken;
    expect(answer.headers.get("content-disposition")).toContain(".heapprofile");
    expect(await answer.json()).toHaveProperty("head.children");
  });
});
