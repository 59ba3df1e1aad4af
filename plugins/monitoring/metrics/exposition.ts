/** Metrics as text for scrapers. */
import type { Exemplar, Family, HistogramFamily, HistogramSample, Labels } from "waymark/services";

export type Format = "prometheus" | "openmetrics";

/** Prometheus text, whose versions 0.0.4 and 1.0.0 are the same for our names, or OpenMetrics 1.0. */
export function expose(families: readonly Family[], format: Format): string {
  return format === "prometheus"
    ? `${families.map((family) => textOf(family, format)).join("\n\n")}\n`
    : `${families.map((family) => textOf(family, format)).join("\n")}\n# EOF\n`;
}

function textOf(family: Family, format: Format): string {
  const { name, help, type, unit } = family;
  const isOpen = format === "openmetrics";
  // A counter is declared without the suffix that its samples have (OpenMetrics 1.0, "Counter").
  const declared = isOpen && type === "counter" ? name.replace(/_total$/, "") : name;
  const sampled = isOpen && type === "counter" ? `${declared}_total` : name;
  return [
    `# HELP ${declared} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`,
    `# TYPE ${declared} ${type}`,
    ...(isOpen && unit !== undefined ? [`# UNIT ${declared} ${unit}`] : []),
    ...(family.type === "histogram"
      ? family.samples.flatMap((sample) => histogramLines(family, sample, isOpen))
      : family.samples.map(({ labels, value }) => line(sampled, labels, value))),
  ].join("\n");
}

/** Cumulates: a bucket of the format counts everything up to its bound. */
function histogramLines(
  { name, bounds }: HistogramFamily,
  { labels, counts, sum, count, exemplars }: HistogramSample,
  isOpen: boolean,
): readonly string[] {
  let cumulated = 0;
  const own = pairsOf(labels);
  const start = `${name}_bucket{${own}${own && ","}`; // once, as most lines are buckets
  const buckets = counts.map((inBucket, index) => {
    cumulated += inBucket;
    const text = `${start}le="${boundText(bounds[index])}"} ${cumulated}`;
    const exemplar = isOpen ? exemplars?.[index] : undefined;
    return exemplar === undefined ? text : `${text} ${exemplarText(exemplar)}`;
  });
  return [...buckets, line(`${name}_sum`, labels, sum), line(`${name}_count`, labels, count)];
}

/** OpenMetrics 1.0, "Exemplars": its labels, its value, and when it was. */
function exemplarText({ traceId, spanId, value, at }: Exemplar): string {
  return `# {trace_id="${traceId}",span_id="${spanId}"} ${value} ${at / 1000}`;
}

function line(name: string, labels: Labels, value: number): string {
  const pairs = pairsOf(labels);
  return `${name}${pairs && `{${pairs}}`} ${value}`;
}

function pairsOf(labels: Labels): string {
  return Object.entries(labels)
    .map(([label, text]) => `${label}="${escaped(text)}"`)
    .join(",");
}

function escaped(label: string): string {
  return label.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}

/** Floats keep their point in OpenMetrics, and a series has one name in all formats (OpenMetrics 1.0, "Canonical Numbers"). */
function boundText(bound: number | undefined): string {
  if (bound === undefined) return "+Inf";
  return Number.isInteger(bound) ? `${bound}.0` : String(bound);
}
