import { expect, test } from "vitest";
import { Histogram } from "waymark";
import { type Metric, Metrics } from "waymark/services";

const read = () => 1;
const seconds = new Histogram([0.1, 1]);

test.each<[name: string, metric: unknown, message: RegExp]>([
  ["queue-length", { help: "Wait.", type: "gauge", read }, /snake case; received "queue-length"$/],
  ["queue", { help: "Wait.", type: "gauge" }, /a gauge must have a function read$/],
  ["wait_seconds_sum", { help: "Wait.", type: "histogram", of: seconds }, /end with its unit/],
  ["wait_seconds", { help: "Wait.", type: "histogram" }, /which one it is under of/],
  ["wait_seconds", { help: "Wait.", type: "histogram", of: new Histogram([]) }, /received \[\]$/],
  [
    "wait_seconds",
    { help: "Wait.", type: "histogram", of: new Histogram([1, 1, 2]) },
    /ascending order; received \[1,1,2\]$/,
  ],
])("refuses %s as %j", (name, metric, message) => {
  const value = metric as Metric; // wrong on purpose
  const owner = {
    plugin: "mail-box",
    options: undefined as never,
    provides: {},
    providers: new Set(""),
    defer: () => undefined,
  };
  expect([...(Metrics.checkStarted?.([{ ...owner, name, value }]) ?? [])]).toMatchObject([
    { code: "METRIC_INVALID", where: `metric ${name}`, message: expect.stringMatching(message) },
  ]);
});
