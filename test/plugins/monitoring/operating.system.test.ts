/** The rules and the dashboard that are derived for operators. That the rules fire is the matter of alerts.system.test.ts. */
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { definePlugin, type Registry, type WaymarkConfig } from "waymark";
import { Exports } from "waymark/tools";
import preset from "waymark/preset";
import { Alerts, Metrics, Runtime } from "waymark/services";
import { createTestServer } from "waymark/testing";
import { parse } from "yaml";
import { KERNEL } from "../../../kernel/host/boot/kernel-names.ts";
import { loadPlugins } from "../../../kernel/host/boot/load.ts";
import { loadConfig } from "../../../kernel/host/config/config.ts";
import { seal } from "../../../registry/seal/seal.ts";
import { needs, run } from "../../_programs.ts";
import { makeCertificate } from "../listen/_certificate.ts";
import { NO_CONFIG } from "../../_setup.ts";
import { folderOf } from "../../_folder.ts";

/** Every plugin that has alerts. */
const EVERYTHING: WaymarkConfig["plugins"] = {
  access: true,
  audit: true,
  otel: true,
  redis: { url: "redis://redis.example" },
  store: { url: "postgres://postgres.example/waymark" },
  webhooks: { enabled: true },
};

async function registryWith(settings: WaymarkConfig["plugins"], off?: string): Promise<Registry> {
  const overrides = { plugins: settings ?? {} };
  const config = await loadConfig({ ...NO_CONFIG, overrides });
  const { installed } = await loadPlugins(config);
  const { registry, findings } = seal({
    app: { name: "waymark", version: "0.1.0", description: "A service." },
    installed: installed.filter(({ plugin }) => plugin.id !== off),
    kernel: { ...KERNEL, offered: preset },
    baseUrl: () => "http://localhost",
  });
  expect(findings).toEqual([]);
  if (registry === undefined) throw new Error("nothing was sealed");
  return registry;
}

const textOf = async (registry: Registry, name: string) =>
  (await registry
    .of(Exports)
    .find((entry) => entry.name === name)
    ?.text()) ?? "";

interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
}
const rulesOf = (text: string): readonly Rule[] =>
  parse(text).groups.flatMap(({ rules }: { readonly rules: readonly Rule[] }) => rules);

interface Dashboard {
  readonly schemaVersion: number;
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly type: string;
    readonly gridPos: Readonly<Record<"x" | "y" | "w" | "h", number>>;
    readonly targets?: readonly { readonly refId: string; readonly expr: string }[];
  }[];
}

let everything: Registry;
let rules: string;
let board: Dashboard;
beforeAll(async () => {
  everything = await registryWith(EVERYTHING);
  rules = await textOf(everything, "alerts");
  board = JSON.parse(await textOf(everything, "grafana"));
});

/** The scrape of a running service, and the metrics that its plugins have. */
async function scrape(): Promise<{
  readonly text: string;
  readonly registry: Registry;
  readonly metrics: readonly { readonly plugin: string; readonly name: string }[];
}> {
  let runtime: Runtime | undefined;
  const spy = definePlugin({
    id: "spy",
    summary: "Knows the metrics.",
    needs: { runtime: Runtime },
    setup: (use) => void ({ runtime } = use),
  });
  const settings = { spy, access: true, audit: true, webhooks: { enabled: true } };
  const { cert, key } = makeCertificate();
  const server = await createTestServer({
    config: { plugins: { listen: { tls: { cert, key } }, ...settings } },
  });
  await server.fetch("/api/offices");
  const answer = await server.fetch("/api/metrics", { headers: { accept: "text/plain" } });
  const shown = { text: await answer.text(), registry: server.registry };
  await server.close();
  return { ...shown, metrics: runtime?.of(Metrics) ?? [] };
}

describe("exported rules and queries", () => {
  needs("promtool");

  it("are those that Prometheus reads", async () => {
    const folder = folderOf({
      "alerts.yml": rules,
      "board.yml": JSON.stringify({ groups: [{ name: "board", rules: boardRules() }] }),
    });
    const files = ["alerts.yml", "board.yml"].map((name) => join(folder, name));
    const checked = await run("promtool", "check", "rules", ...files);
    expect(checked.output).not.toContain("FAILED");
    expect(checked.code).toBe(0);
  });
});

/** The queries of the dashboard as rules, since Prometheus 2 parses queries nowhere else without a server. */
function boardRules(): readonly unknown[] {
  return queries().map((expr, index) => ({
    record: `board:query:${index}`,
    expr: expr.replaceAll("$__rate_interval", "5m"),
  }));
}

function queries(): readonly string[] {
  return board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}

it("asks for what is measured", async () => {
  const { text, registry, metrics } = await scrape();
  // Declarations do not need a start.
  const declared = ({ plugin, name }: { plugin: string; name: string }) =>
    `${plugin.replaceAll("-", "_")}_${name}`;
  expect(registry.of(Metrics).map(declared)).toEqual(metrics.map(declared));
  const known = new Set([
    "up",
    "ALERTS",
    "queue_refused_total", // where something is shared
    ...rulesOf(rules).flatMap(({ record }) => record ?? []),
    ...[...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = "", type]) =>
      type === "histogram" ? [`${name}_bucket`] : [name],
    ),
    ...everything.of(Metrics).flatMap((metric) => {
      const family = declared(metric);
      return metric.type === "histogram" ? [`${family}_bucket`] : [family];
    }),
  ]);
  const asked = [...rulesOf(rules).map(({ expr }) => expr), ...queries()].flatMap((expr) =>
    [...expr.matchAll(/([a-zA-Z_:][\w:]*)\{/g)].flatMap(([, name]) => name ?? []),
  );
  expect(asked.filter((name) => !known.has(name))).toEqual([]);
});

it("leaves out what is off", async () => {
  const owners = new Set(
    [...everything.of(Alerts), ...everything.of(Metrics)].map(({ plugin }) => plugin),
  );
  expect([...owners]).toEqual(expect.arrayContaining(["slo", "redis", "otel", "store"]));
  const without = await registryWith({});
  expect(await textOf(without, "alerts")).not.toMatch(
    /redis_|otel_|webhooks_|audit_|version_verified/,
  );
  expect(await textOf(without, "grafana")).not.toMatch(
    /redis_|otel_|webhooks_|audit_|store_(?!statement|transaction|disk)/,
  );
  for (const off of ["slo", "events"]) {
    const registry = await registryWith({}, off);
    expect(registry.of(Alerts).map(({ plugin }) => plugin)).not.toContain(off);
    expect(await textOf(registry, "alerts")).not.toContain(`waymark-${off}`);
  }
});

it("exports nothing of it to clients", () => {
  const internal = everything
    .of(Exports)
    .filter((one) => one.internal)
    .map(({ name }) => name);
  expect(internal).toEqual(expect.arrayContaining(["alerts", "grafana"]));
});

describe("the exported dashboard", () => {
  it("has places and ids that Grafana 11 takes", () => {
    expect(board.schemaVersion).toBe(39);
    const ids = board.panels.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    const cells = board.panels.flatMap(({ gridPos: { x, y, w, h } }) => {
      expect(x + w).toBeLessThanOrEqual(24);
      return Array.from({ length: h }, (_, row) => `${x} ${y + row}`);
    });
    expect(cells).toEqual([...new Set(cells)]);
    for (const { targets = [] } of board.panels) {
      const refs = targets.map(({ refId }) => refId);
      expect(refs).toEqual([...new Set(refs)].filter((ref) => /^[A-Z]$/.test(ref)));
    }
  });

  it("has a row for each plugin that measures, and a panel for each of its families", () => {
    const titles = board.panels.map(({ title }) => title);
    for (const { plugin, name } of everything.of(Metrics))
      expect(titles).toEqual(
        expect.arrayContaining([plugin, `${plugin.replaceAll("-", "_")}_${name}`]),
      );
  });
});

it("follows the options", async () => {
  const registry = await registryWith({
    metrics: { job: 'tea "shop"' },
    slo: { availabilityPercent: 99, window: "7d", latencyP99: "1s" },
    events: { maxStreams: 100 },
  });
  const text = await textOf(registry, "alerts");
  expect(text).toContain(String.raw`up{job="tea \"shop\""} == 0`);
  expect(text).toContain("> 3.36 * 0.01"); // 2 percent of seven days' budget within an hour
  expect(text).toContain("} > 1\n");
  expect(text).toContain("> 80");
  expect(JSON.parse(await textOf(registry, "grafana")).uid).toMatch(/^[\w-]{8,40}$/);
});

it("O5: scrapes alone keep the health among them fresh", async () => {
  let isDown = false;
  const part = definePlugin({
    id: "part",
    summary: "Fails on request.",
    health: () => ({
      part: {
        title: "A part",
        check: () => {
          if (isDown) throw new Error("broken");
        },
      },
    }),
  });
  // Nothing else looks at health by itself.
  const plugins = { part, events: false, history: false, health: { cache: "0s" } };
  const server = await createTestServer({ config: { plugins } });
  const look = async () => {
    const headers = { accept: "text/plain" };
    return (await server.fetch("/api/metrics", { headers })).text();
  };
  const series = (status: string) => `health_check{check="part:part",status="${status}"} 1`;
  await expect.poll(look).toContain(series("ok"));
  isDown = true;
  await expect.poll(look).toContain(series("down"));
  isDown = false;
  await expect.poll(look).toContain(series("ok"));
  await server.close();
});
