/**
 * Every alert fires on a fault that running services had, alone where it can be, and none before it. The services are scraped
 * before and after; promtool sees both as an hour.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { needs, run } from "../../_programs.ts";
import { faultsOfPlugins } from "./_faulty-engines.ts";
import {
  faultsOfCertificate,
  faultsOfDisk,
  faultsOfProcess,
  faultsOfResources,
  rulesOf,
} from "./_faulty-nodes.ts";
import { type Fault, HALF_HOUR, seriesOf } from "./_timeline.ts";
import { startServer } from "../../_setup.ts";
import { smallDisk } from "../../_tmpfs.ts";
import { folderOf } from "../../_folder.ts";

needs("promtool", "postgres", "redis-server", "openssl");

/** Families that depend on how busy the machine is: timers and answers are late with it. */
const LOADS = new Set([
  "nodejs_eventloop_lag_mean_seconds",
  "http_request_duration_seconds_bucket",
]);

interface Group {
  readonly name: string;
  readonly rules: readonly { readonly alert?: string }[];
}

/** The alerts of exported rules, or of one of their groups. */
function alertsOf(rules: string, group?: string): readonly string[] {
  const { groups } = parse(rules) as { readonly groups: readonly Group[] };
  return groups
    .filter(({ name }) => group === undefined || name === group)
    .flatMap((one) => one.rules.flatMap(({ alert }) => alert ?? []))
    .toSorted();
}

function firedBy(faults: readonly Fault[]): readonly string[] {
  const fired = faults.flatMap(({ firing }) => firing.map((name) => `Waymark${name}`));
  return [...new Set(fired)].toSorted();
}

/** Lets Prometheus evaluate the rules over the scrapes of each fault: its alerts fire at the end, and none before it. */
async function expectToFire(faults: readonly Fault[], rules: string): Promise<void> {
  const tests = faults.map(({ name, firing, timelines, load }) => ({
    name,
    interval: "1m",
    input_series: timelines.flatMap((timeline, instance) =>
      seriesOf(
        timeline,
        `node-${instance}`,
        (family) =>
          new RegExp(`\\b${family}\\b`).test(rules) && (family === load || !LOADS.has(family)),
      ),
    ),
    promql_expr_test: [
      { minute: HALF_HOUR - 1, names: [] },
      { minute: 2 * HALF_HOUR - 1, names: firing },
    ].map(({ minute, names }) => ({
      expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: `${minute}m`,
      exp_samples: names.map((alert) => ({
        labels: `{alertname="Waymark${alert}"}`,
        value: 1,
      })),
    })),
  }));
  const folder = folderOf({ "alerts.yml": rules });
  const file = join(folder, "test.yml");
  const config = { rule_files: ["alerts.yml"], evaluation_interval: "1m", tests };
  writeFileSync(file, JSON.stringify(config));
  expect(await run("promtool", "test", "rules", file)).toMatchObject({
    code: 0,
    output: expect.stringContaining("SUCCESS"),
  });
}

it("each alert fires on a fault of a running service, and on nothing else", async () => {
  const [{ faults, rules }, ofProcess, ofResources] = await Promise.all([
    faultsOfPlugins(),
    faultsOfProcess(),
    faultsOfResources(),
  ]);
  const all = [...faults, ...ofProcess, ...ofResources];
  expect(firedBy(all)).toEqual(alertsOf(rules));
  await expectToFire(all, rules);
});

it("O7: alerts on certificates are those of a service with TLS, and fire there", async () => {
  const { faults, rules } = await faultsOfCertificate();
  const own = alertsOf(rules).filter((name) => name.includes("Certificate"));
  expect(own).toHaveLength(2);
  expect(firedBy(faults)).toEqual(expect.arrayContaining(own));
  await expectToFire(faults, rules);
  const without = await startServer();
  expect(await rulesOf(without)).not.toContain("tls_");
});

it("O5: each alert of data in a file fires on a disk without room", async (context) => {
  const { faults, rules } = await faultsOfDisk(smallDisk(context, 64 * 1024));
  expect(firedBy(faults)).toEqual(expect.arrayContaining([...alertsOf(rules, "waymark-store")]));
  await expectToFire(faults, rules);
});
