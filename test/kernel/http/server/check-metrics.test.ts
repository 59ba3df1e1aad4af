import { expect, test } from "vitest";
import { Histogram, type Metric } from "waymark";
import { checkMetrics } from "../../../../kernel/http/server/check-metrics.ts";

const read = () => 1;
const seconds = new Histogram([0.1, 1]);

test.each<[name: string, metric: unknown, message: RegExp]>([
  ["queue-length", { help: "Wait.", type: "gauge", read }, /snake case; received "queue-length"$/],
  ["queue", { type: "gauge", read }, /must have a help text; received undefined$/],
  ["queue", undefined, /must have a help text; received undefined$/],
  ["queue", { help: "Wait.", type: "summary", read }, /counter, gauge or histogram; .* "summary"$/],
  ["queue", { help: "Wait.", type: "gauge" }, /a gauge must have a function read; .* undefined$/],
  ["wait_seconds_sum", { help: "Wait.", type: "histogram", of: seconds }, /end with its unit/],
  ["wait_seconds", { help: "Wait.", type: "histogram" }, /which one it is under of/],
  ["wait_seconds", { help: "Wait.", type: "histogram", of: new Histogram([]) }, /received \[\]$/],
  [
    "wait_seconds",
    { help: "Wait.", type: "histogram", of: new Histogram([1, 1, 2]) },
    /ascending order; received \[1,1,2\]$/,
  ],
])("refuses %s as %j", (name, metric, message) => {
  const check = () => checkMetrics("mail-box", { [name]: metric as Metric }); // wrong on purpose
  expect(check).toThrow(/^METRIC_INVALID: /);
  expect(check).toThrow(new RegExp(message, "m"));
});

test("a histogram counts by size and set of labels, of which it keeps a bounded number", () => {
  const histogram = new Histogram([0.1, 1], { maxSeries: 2 });
  for (const value of [0.1, 0.5, 7, Number.NaN]) histogram.observe(value);
  for (const to of ["Lisboa", "Porto", "Faro"]) histogram.observe(2, { to });
  expect(histogram.allSeries.map(({ labels, counts, sum }) => ({ labels, counts, sum }))).toEqual([
    { labels: {}, counts: [1, 1, 1], sum: 7.6 },
    { labels: { to: "Lisboa" }, counts: [0, 0, 1], sum: 2 },
    { labels: { to: "other" }, counts: [0, 0, 2], sum: 4 },
  ]);
});
