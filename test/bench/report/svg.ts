/** Horizontal bars, one group for each work. Its colours follow the reader's scheme, its fonts are the reader's. */
import type { Result } from "../harness/result.ts";
import { short } from "./console.ts";
import type { Results } from "./write.ts";

const WIDTH = 760;
const LABELS = 250;
const BAR = 16;
const STEP = 22;
const VALUES = 70;
const TITLE = 40;
const MARGIN = 16;

const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #24292f; }
  .title { font-weight: 600; }
  .soft { fill: #57606a; }
  .ground { fill: #ffffff; }
  .ours { fill: #0b6e75; }
  .other { fill: #a8b3bd; }
  .line { stroke: #57606a; stroke-width: 1; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .soft { fill: #9da7b1; }
    .ground { fill: #0d1117; }
    .ours { fill: #4fb8bf; }
    .other { fill: #4b5661; }
    .line { stroke: #9da7b1; }
  }`;

const escape = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

type Picture = NonNullable<Result["picture"]>;

/** The works that have a column to show. */
export function picture({ node, results }: Results): string {
  const dates = new Set(results.flatMap((one) => (one.picture && one.date) ?? []));
  let y = MARGIN;
  const parts = results.flatMap((result) => {
    if (result.picture === undefined) return [];
    const part = group(result, result.picture, y);
    y += part.height;
    return [part.text];
  });
  const height = y + TITLE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title">
<title id="title">Waymark beside its limit and its peers</title>
<style>${STYLE}
</style>
<rect class="ground" width="${WIDTH}" height="${height}"/>
${parts.join("\n")}
<text class="soft" x="${MARGIN}" y="${height - MARGIN}">Medians, Node ${escape(node)}, ${[...dates].join(", ")}.</text>
</svg>
`;
}

function group({ title, rows }: Result, { column, better }: Picture, top: number) {
  const bars = rows.map(({ contender, figures }) => ({
    contender,
    value: figures[column]?.median ?? Number.NaN,
  }));
  const largest = Math.max(...bars.map(({ value }) => value).filter(Number.isFinite), 0);
  const room = WIDTH - LABELS - VALUES - 2 * MARGIN;
  const length = (value: number) =>
    Number.isFinite(value) && largest > 0 ? Math.max(1, (value / largest) * room) : 0;
  const x = MARGIN + LABELS;
  const first = top + TITLE;
  const lines = bars.map(({ contender, value }, i) => {
    const y = first + i * STEP;
    const look = /waymark/i.test(contender) ? "ours" : "other";
    const wide = length(value);
    return [
      `<text x="${x - 8}" y="${y + 12}" text-anchor="end">${escape(contender)}</text>`,
      `<rect class="${look}" x="${x}" y="${y}" width="${wide.toFixed(1)}" height="${BAR}" rx="2"/>`,
      `<text class="soft" x="${WIDTH - MARGIN}" y="${y + 12}" text-anchor="end">${short(value)}</text>`,
    ].join("\n");
  });
  const bottom = first + bars.length * STEP;
  // The base of the comparison.
  const one = column === "ratio" ? x + length(1) : undefined;
  const line =
    one === undefined
      ? ""
      : `<line class="line" x1="${one.toFixed(1)}" x2="${one.toFixed(1)}" y1="${first - 4}" y2="${bottom}" stroke-dasharray="2 3"/>`;
  const head = `<text class="title" x="${MARGIN}" y="${top + 24}">${escape(title)}<tspan class="soft" font-weight="400">, ${escape(column)}, ${better} is better</tspan></text>`;
  return { text: [head, ...lines, line].join("\n"), height: bottom - top };
}
