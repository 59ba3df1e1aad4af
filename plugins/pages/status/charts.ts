/**
 * Charts of the history as SVG, stretched to the width of the page. Their look is in status.css; their labels, which say
 * in words what they show, come from the caller.
 */
import { html, type Html } from "waymark";

/** Units of a chart for each part of time, of which one is a gap between bars. */
const STEP = 6;
const BAR = 4.5;
const BAR_HEIGHT = 34;
const PLOT_HEIGHT = 120;

/** A bar's look. It differs in shape, not in colour alone. */
export type Bar = "good" | "warn" | "bad" | "idle" | "none";

/** Top and bottom of the pieces of which a bar of each kind is made. */
const PIECES: Readonly<Record<Bar, readonly (readonly [number, number])[]>> = {
  good: [[4, 34]],
  warn: [
    [4, 16],
    [22, 34],
  ],
  bad: [
    [0, 4],
    [8, 34],
  ],
  idle: [[20, 34]],
  none: [[31, 34]],
};

/** One bar for each part, oldest first. */
export function barChart(bars: readonly Bar[], label: string): Html {
  const paths = Object.entries(PIECES).map(([kind, pieces]) => {
    const path = bars.flatMap((bar, index) =>
      bar === kind
        ? pieces.map(([top, bottom]) => `M${index * STEP} ${top}h${BAR}V${bottom}h-${BAR}z`)
        : [],
    );
    return path.length === 0 ? undefined : html`<path class="${kind}" d="${path.join("")}"/>`;
  });
  const box = `0 0 ${bars.length * STEP - (STEP - BAR)} ${BAR_HEIGHT}`;
  return html`<svg class="bars" role="img" aria-label="${label}" viewBox="${box}" preserveAspectRatio="none">${paths}</svg>`;
}

/** A line of values, one for each part of time; undefined is a gap. */
export interface Line {
  readonly kind: string;
  readonly values: readonly (number | undefined)[];
}

/** A scale from one power of ten to another, on which equal factors are equal distances. */
export interface Scale {
  /** Powers of ten, the largest first. */
  readonly ticks: readonly number[];
  /** Distance from the top, in units of the chart. */
  y(value: number): number;
}

/** A scale for these values. Values of 0 and below lie at its foot. */
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

/** Lines in steps, so that a part between two gaps shows as well. `mark` is drawn across all of it. */
export function lineChart(
  lines: readonly Line[],
  scale: Scale,
  mark: number | undefined,
  label: string,
): Html {
  const width = Math.max(1, ...lines.map(({ values }) => values.length)) * STEP;
  const across = (y: number) => `M0 ${y}H${width}`;
  const grid = scale.ticks.map((tick) => across(scale.y(tick))).join("");
  return html`<svg class="plot" role="img" aria-label="${label}" viewBox="0 0 ${width} ${PLOT_HEIGHT}" preserveAspectRatio="none"><path class="grid" d="${grid}"/>${
    mark !== undefined && html`<path class="mark" d="${across(scale.y(mark))}"/>`
  }${lines.map(({ kind, values }) => {
    const path = stepsOf(values, scale);
    return path !== "" && html`<path class="${kind}" d="${path}"/>`;
  })}</svg>`;
}

/** Pieces of a path: a level for each value, joined where there is no gap. */
export function stepsOf(values: readonly (number | undefined)[], scale: Scale): string {
  return values
    .map((value, index) => {
      if (value === undefined) return "";
      const start = values[index - 1] === undefined ? `M${index * STEP} ` : "V";
      return `${start}${scale.y(value)}H${(index + 1) * STEP}`;
    })
    .join("");
}
