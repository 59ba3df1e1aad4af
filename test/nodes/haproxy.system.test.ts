/** The generated configuration of HAProxy, in front of nodes that hang or stop (O2). */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { fileOf } from "../../plugins/tools/deployment/templates.ts";
import { needs, whereIs } from "../_programs.ts";
import { makeCertificates } from "../engines/certificates.ts";
import { Engine } from "../engines/engine.ts";
import { unprivilegedUser } from "../engines/guard.ts";
import { startNode } from "../engines/node.ts";
import { freePort } from "../engines/ports.ts";
import { startPostgres } from "../engines/postgres.ts";
import { Books } from "../hostile/books.ts";
import { seeded } from "../hostile/kill-writes.ts";

needs("haproxy", "openssl", "postgres");

/** Milliseconds within which a request that waits for a hung node has to end; its time limit is a minute. */
const STUCK_MS = 30_000;

const FACTS = {
  name: "nodes",
  into: ".",
  port: 3000,
  ready: { path: "/api/ready" },
  checkMs: 1000,
  tls: undefined,
  hasProxyProtocol: false,
  metrics: true,
};

function haproxyConfig(nodes: number, isSecure = false): string {
  const nodeNames = Array.from({ length: nodes }, (_, index) => `node-${index + 1}`);
  return fileOf("haproxy.cfg", { ...FACTS, nodeNames, isSecure });
}

async function balance(nodes: readonly string[]): Promise<string> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const engine = new Engine("SIGTERM", unprivilegedUser());
  onTestFinished(() => engine.stop());
  const file = join(engine.folder, "haproxy.cfg");
  const config = haproxyConfig(nodes.length);
  const here = nodes.reduce(
    (text, url, index) => text.replace(`node-${index + 1}:3000`, new URL(url).host),
    config
      .replace("bind :8080", `bind 127.0.0.1:${port}`)
      .replace(":8405", `127.0.0.1:${metricsPort}`),
  );
  writeFileSync(file, here);
  await engine.start({
    program: whereIs("haproxy"),
    args: ["-db", "-V", "-f", file],
    ready: /as the polling mechanism/,
  });
  // It prints its line just before it listens.
  const metrics = async () =>
    (await fetch(`http://127.0.0.1:${metricsPort}/metrics`).catch(() => undefined))?.text();
  await expect.poll(metrics).toContain("haproxy_server_status");
  return `http://127.0.0.1:${port}`;
}

test("O2: where the address of the service is https, the balancer ends TLS", () => {
  const { certificate, key } = makeCertificates();
  const folder = mkdtempSync(join(tmpdir(), "waymark-haproxy-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, "tls.pem"),
    [certificate, key].map((file) => readFileSync(file, "utf8")).join(""),
  );
  const config = haproxyConfig(2, true);
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, config);
  expect(config).toMatch(/bind :8443 ssl crt tls\.pem[^]*X-Forwarded-Proto https/);
  expect(execFileSync(whereIs("haproxy"), ["-c", "-f", file], { encoding: "utf8" })).toContain(
    "valid",
  );
});

test("O2: a node that hangs costs its requests seconds, and its stop an error of ours", async () => {
  const nodes = await Promise.all(
    [1, 2].map(() =>
      startNode({ trustedProxies: ["127.0.0.1"], plugins: { "rate-limit": false } }),
    ),
  );
  for (const node of nodes) onTestFinished(() => node.stop());
  const url = await balance(nodes.map((node) => node.url));
  await expect.poll(async () => (await fetch(`${url}/api/ping`)).status).toBe(200);

  const stranger = "4bf92f3577b34da6a3ce929d0e0e4736";
  const traced = await fetch(`${url}/api/ping`, {
    headers: { traceparent: `00-${stranger}-00f067aa0ba902b7-01`, tracestate: "vendor=1" },
  });
  expect(traced.headers.get("traceparent")).not.toContain(stranger);
  expect(traced.headers.get("tracestate")).toBeNull();

  const [first] = nodes;
  first?.pause();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      fetch(`${url}/api/ping`, { signal: AbortSignal.timeout(STUCK_MS) }).then(
        ({ status }) => status,
      ),
    ),
  );
  first?.resume();
  expect(answers).toEqual(answers.map(() => 200));

  for (const node of nodes) await node.kill();
  // HAProxy closes a client's kept connection without an answer where a node dies under it, so
  // that the client asks again (RFC 9112, section 9.3.1).
  await expect.poll(async () => (await fetch(`${url}/api/ping`)).status).toBe(503);
  const refused = await fetch(`${url}/api/brains`, { method: "POST", body: "{}" });
  expect(refused.headers.get("retry-after")).toBe("2");
  expect(refused.headers.get("content-type")).toBe("application/json");
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { error: { code: "service-unavailable", message: expect.any(String), status: 503 } },
  ]);
});

/** Milliseconds without PostgreSQL. */
const OUTAGE_MS = Number(process.env["OUTAGE_MS"] ?? 4000);

/** Paths that still answer without the database: documents, pages, and resources that were read before. */
const READS = {
  document: ["/api", "/api/openapi", "/api/consistency-policy", "/docs"],
  status: ["/status", "/status/history", "/api/health", "/api/ready"],
  list: ["/api/offices", "/api/brains", "/api/offices?limit=2"],
  resource: ["/api/offices/madrid", "/api/offices/lisboa"],
};

test("S6: PostgreSQL is killed and comes back: reads answer 200 throughout, writes 503 with Retry-After, and none is lost", async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const config = {
    trustedProxies: ["127.0.0.1"],
    plugins: {
      store: { url: postgres.url },
      "rate-limit": false,
      idempotency: { enabled: true },
      brains: { writable: true },
      [join(import.meta.dirname, "../hostile/ledger.ts")]: true,
    },
  };
  const nodes = await Promise.all([1, 2].map(() => startNode(config)));
  for (const node of nodes) onTestFinished(() => node.stop());
  const url = await balance(nodes.map((node) => node.url));
  const paths = Object.entries(READS).flatMap(([kind, some]) =>
    some.map((path) => [kind, path] as const),
  );
  await expect.poll(async () => (await fetch(`${url}/api/ping`)).status).toBe(200);
  for (const node of nodes) for (const [, path] of paths) await read(`${node.url}${path}`);

  const over = new AbortController();
  const counts = new Map<string, number>();
  const bare: string[] = [];
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  const readers = paths.map(async ([kind, path]) => {
    while (!over.signal.aborted) {
      const { status, headers, text } = await read(`${url}${path}`);
      count(`${kind} ${status}${headers.has("age") ? " stale" : ""}`);
      // Errors of a node name their request.
      if (status >= 500) bare.push(`${path} ${status} ${text}`);
      await sleep(5);
    }
  });
  const prober = (async () => {
    while (!over.signal.aborted) {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ nonce: "", amount: 1 });
      const answer = await fetch(`${url}/api/entries/none`, { method: "PUT", headers, body });
      await answer.arrayBuffer();
      count(`write ${answer.status} ${answer.headers.get("retry-after") ?? ""}`.trim());
      await sleep(5);
    }
  })();
  const books = new Books(seeded(25));
  const writers = [1, 2].map(() => books.load(url, over.signal));
  const acknowledged = (more: number) => {
    const before = books.counts.acknowledged;
    return expect.poll(() => books.counts.acknowledged).toBeGreaterThan(before + more);
  };
  await acknowledged(20);
  await postgres.kill();
  await sleep(OUTAGE_MS);
  await postgres.restart();
  await acknowledged(20);
  over.abort();
  await Promise.all([...readers, ...writers, prober]);

  expect(bare).toEqual([]);
  expect([...counts.keys()].toSorted()).toEqual([
    "document 200",
    "list 200",
    "list 200 stale",
    "resource 200",
    "resource 200 stale",
    "status 200",
    "write 404",
    "write 503 1",
  ]);
  // Each refusal is one of a node, in the form of the service.
  const refusal =
    /^a write was answered with 503: \{"error":\{"code":"service-unavailable".*"requestId"/;
  expect(books.faults.length).toBeGreaterThan(0);
  expect(books.faults.filter((fault) => !refusal.test(fault))).toEqual([]);
  expect(books.counts.uncertain).toBe(0);
  const refused = books.faults.splice(0).length;
  for (const node of nodes) await books.verify(node.url);
  expect([refused > 0, books.faults]).toEqual([true, []]);
});

async function read(url: string) {
  const answer = await fetch(url);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
