import { expect, test } from "vitest";
import { Histogram } from "waymark";

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
