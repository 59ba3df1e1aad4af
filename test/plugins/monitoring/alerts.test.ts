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
import { faultsOfCertificate, faultsOfProcess } from "./_faulty-nodes.ts";
import { HALF_HOUR, seriesOf } from "./_timeline.ts";
import { folderOf } from "../../_folder.ts";

needs("promtool", "postgres", "redis-server", "openssl");

/** How late timers are depends on the machine that runs the tests. */
const LOAD = "nodejs_eventloop_lag_mean_seconds";

interface Group {
  readonly rules: readonly { readonly alert?: string }[];
}

it("each alert fires on a fault of a running service, and on nothing else", async () => {
  const [{ faults, rules }, ofProcess, ofCertificate] = await Promise.all([
    faultsOfPlugins(),
    faultsOfProcess(),
    faultsOfCertificate(),
  ]);
  const all = [...faults, ...ofProcess, ...ofCertificate];
  const { groups } = parse(rules) as { readonly groups: readonly Group[] };
  const alerts = groups.flatMap((group) => group.rules.flatMap(({ alert }) => alert ?? []));
  const fired = all.flatMap(({ firing }) => firing.map((name) => `Waymark${name}`));
  expect([...new Set(fired)].toSorted()).toEqual(alerts.toSorted());

  const tests = all.map(({ name, firing, timelines, showsLoad = false }) => ({
    name,
    interval: "1m",
    input_series: timelines.flatMap((timeline, instance) =>
      seriesOf(
        timeline,
        `node-${instance}`,
        (family) => new RegExp(`\\b${family}\\b`).test(rules) && (showsLoad || family !== LOAD),
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
}, 300_000);
