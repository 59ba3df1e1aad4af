/**
 * Lines over time as SVG, stretched to the width of the page. Their look is in charts.css; their labels, which say in words
 * what they show, come from the caller.
 */
import { html, type Html } from "waymark";
import { stopOf, timesOf } from "./bars.ts";

/** Units of a chart for each part of time. */
const STEP = 6;
const PLOT_HEIGHT = 120;
/** Percent of the height that the name of a line needs. */
const NAME_HEIGHT = 11;

/** Line of values, one for each part of time; undefined is a gap. */
export interface Line {
  readonly kind: string;
  readonly name: string;
  readonly values: readonly (number | undefined)[];
}

/** Scale from one power of ten to another, on which equal factors are equal distances. */
export interface Scale {
  /** Powers of ten, the largest first. */
  readonly ticks: readonly number[];
  /** Returns the distance from the top, in units of the chart. */
  y(value: number): number;
}

/** Returns a scale for these values. Values of 0 and below lie at its foot. */
export function scaleFor(values: readonly number[]): Scale {
  const positive = values.filter((value) => value > 0);
  const low = Math.floor(Math.log10(Math.min(...positive, 1)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...positive, 1))));
  return {
    ticks: Array.from({ length: high - low + 1 }, (_, index) => 10 ** (high - index)),
    y(value) {
      const share = value > 0 ? (Math.log10(value) - low) / (high - low) : 0;
      return Math.round((1 - Math.min(1, Math.max(0, share))) * PLOT_HEIGHT * 10) / 10;
    },
  };
}

/**
 * Draws lines in steps, so that a part between two gaps shows as well, each with its name at its end.
 *
 * @param tips says of each part of time which values it has.
 * @param mark a value that is drawn across all of it.
 */
export function lineChart(
  lines: readonly Line[],
  scale: Scale,
  mark: { readonly value: number; readonly name: string } | undefined,
  tips: readonly string[],
  label: string,
  first?: Parameters<typeof timesOf>[0],
): Html {
  const width = Math.max(1, tips.length) * STEP;
  const across = (y: number) => `M0 ${y}H${width}`;
  const grid = scale.ticks.map((tick) => across(scale.y(tick))).join("");
  return html`<div class="plot"><svg class="lines" role="img" aria-label="${label}" viewBox="0 0 ${width} ${PLOT_HEIGHT}" preserveAspectRatio="none"><path class="grid" d="${grid}"/>${
    mark !== undefined && html`<path class="mark" d="${across(scale.y(mark.value))}"/>`
  }${lines.map(({ kind, values }) => {
    const path = stepsOf(values, scale);
    return path !== "" && html`<path class="${kind}" d="${path}"/>`;
  })}</svg><svg class="names" aria-hidden="true">${namesOf(lines, scale, mark)}</svg><div class="columns"${timesOf(first)}>${tips.map((tip, index) => html`<i data-tip="${tip}"${index === tips.length - 1 && stopOf(tip)}></i>`)}</div></div>`;
}

/** Returns the pieces of a path: a level for each value, joined where there is no gap. */
export function stepsOf(values: readonly (number | undefined)[], scale: Scale): string {
  return values
    .map((value, index) => {
      if (value === undefined) return "";
      const start = values[index - 1] === undefined ? `M${index * STEP} ` : "V";
      return `${start}${scale.y(value)}H${(index + 1) * STEP}`;
    })
    .join("");
}

/** Returns names at the height where lines end, moved apart where they would overlap. */
function namesOf(
  lines: readonly Line[],
  scale: Scale,
  mark: Parameters<typeof lineChart>[2],
): readonly (readonly Html[])[] {
  const names = lines.flatMap(({ kind, name, values }) => {
    const value = values.findLast((one) => one !== undefined);
    return value === undefined ? [] : [{ kind, name, value }];
  });
  if (mark !== undefined) names.push({ kind: "mark", ...mark });
  let free = 100 - NAME_HEIGHT / 2;
  return names
    .toSorted((a, b) => b.value - a.value)
    .map((name, index) => {
      const y = Math.round((100 * scale.y(name.value)) / PLOT_HEIGHT) - 2;
      return { ...name, y: Math.max(y, NAME_HEIGHT * (index + 1)) };
    })
    .toReversed()
    .map(({ kind, name, y: wanted }) => {
      const y = Math.min(wanted, free);
      free = y - NAME_HEIGHT;
      // First its outline in the colour of the paper, as lines may pass behind it.
      return ["outline", kind].map(
        (look) => html`<text class="${look}" x="100%" y="${y}%" text-anchor="end">${name}</text>`,
      );
    });
}
