/** `waymark check` of nodes in processes of their own, behind a balancer that adds a header. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { needs } from "../_programs.ts";
import { startBalancer } from "../engines/balancer.ts";
import { startNode } from "../engines/node.ts";
import { startPostgres } from "../engines/postgres.ts";
import { startRedis } from "../engines/redis.ts";

const root = join(import.meta.dirname, "../..");
const BIN = join(root, "kernel/cli/bin.ts");

const FEW = join(root, "test/plugins/tools/testing/_few.ts");

needs("haproxy", "postgres", "redis-server");

const execute = promisify(execFile);

test("two nodes on one file conform, through the balancer and between them", async () => {
  const first = await startNode();
  onTestFinished(() => first.stop());
  const config = {
    baseUrl: "https://service.example",
    preset: FEW,
    plugins: {
      [join(root, "plugins/domain/brains/index.ts")]: true,
      store: { file: join(first.folder, "shared.db") },
      "rate-limit": { limit: 100_000 },
    },
  };
  const nodes = await Promise.all([startNode(config), startNode(config)]);
  for (const node of nodes) onTestFinished(() => node.stop());
  const balancer = await startBalancer(
    nodes.map(({ url }) => url),
    { adds: { Via: "1.1 balancer" } },
  );
  onTestFinished(() => balancer.stop());
  const file = join(first.folder, "service.config.json");
  writeFileSync(file, JSON.stringify(config));
  const flags = [
    "--config",
    file,
    "--lb",
    balancer.url,
    ...nodes.flatMap(({ url }) => ["--node", url]),
  ];
  const { stdout } = await execute(process.execPath, [BIN, "check", ...flags], {
    cwd: first.folder,
  });
  const lines = stdout.trimEnd().split("\n");
  expect(lines[0]).toBe("holds       all nodes run one revision  [nodes: revision]");
  expect(lines).toContain("warning  no policy writes via: added on the way, and not compared");
  expect(lines.at(-1)).toMatch(/^conforms: /);
});

/** A collector that takes everything. Returns its URL. */
async function startCollector(): Promise<string> {
  const collector = createServer((request, response) => {
    request.resume().on("end", () => response.end());
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void collector.close());
  await once(collector, "listening");
  return `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
}

test("O1: a healthy service with traces, keys, 100,000 rows and a credential of few scopes conforms", async () => {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  onTestFinished(() => postgres.stop());
  onTestFinished(() => redis.stop());
  const config = {
    baseUrl: "https://service.example",
    preset: FEW,
    plugins: {
      [join(root, "plugins/domain/brains/index.ts")]: true,
      [join(root, "plugins/domain/offices/index.ts")]: true,
      store: { url: postgres.url },
      redis: { url: redis.url },
      "rate-limit": { limit: 100_000 },
      otel: { url: await startCollector() },
      access: {
        require: { brains: { scopes: ["brains:read"] }, "offices.getOffice": "authenticated" },
      },
      "api-keys": true,
    },
  };
  const first = await startNode(config);
  onTestFinished(() => first.stop());
  const second = await startNode(config);
  onTestFinished(() => second.stop());
  await postgres.psql(
    "insert into offices (id, name, hitos) select 'office-' || n, 'Office ' || n, '[]' from generate_series(1, 100000) n",
  );
  const nodes = [first.url, second.url];
  const balancer = await startBalancer(nodes);
  onTestFinished(() => balancer.stop());
  const run = async (...args: readonly string[]) => {
    const { stdout } = await execute(process.execPath, [BIN, ...args], { cwd: first.folder });
    return stdout;
  };
  const created = await run("keys", "create", "--name", "check", "--scopes", "none:read", "--json");
  const { token } = JSON.parse(created) as { readonly token: string };
  const header = ["--header", `Authorization: Bearer ${token}`];
  const named = nodes.flatMap((node) => ["--node", node]);
  const lines = (await run("check", "--url", balancer.url, ...named, ...header)).split("\n");
  expect(lines.find((line) => line.includes("the credential may not"))).toMatch(
    /403 \(insufficient-scope\) \(.*GET \/api\/brains/,
  );
  expect(lines).toContain(
    "holds       a cursor is valid at every node, and a walk over all of them returns each item once  [lists: nodes]",
  );
  expect(lines.at(-2)).toMatch(/^conforms: .*, no failures, \d+ skipped/);
});
