/** Bars of time: one for each part, whose kind and height say how much of it was bad. Their look is in charts.css. */
import { html, type Html } from "waymark";

interface Time {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** Part of time. */
export interface Bar extends Time {
  readonly kind: "good" | "warn" | "bad" | "idle" | "none";
  /** Share of the part that was bad, from 0 to 1. */
  readonly share: number;
  /** Time of the part, and how it was. */
  readonly text: string;
}

/** Bars that the keyboard stops at in one row, the latest ones: more would stand in the way of what follows. */
const MOST_STOPS = 12;
/** Shares up to which a bar is of the first level and of the second. */
const LEVELS = [0.02, 0.25] as const;

/** Returns a level from 1, a moment, to 3, much of the time. */
export function levelOf(share: number): 1 | 2 | 3 {
  if (share <= LEVELS[0]) return 1;
  return share <= LEVELS[1] ? 2 : 3;
}

export function isBad({ kind }: Bar): boolean {
  return kind === "warn" || kind === "bad";
}

/** @param label what the row shows, in words. */
export function barRow(bars: readonly Bar[], label: string): Html {
  const stops = new Set(bars.filter(isBad).slice(-MOST_STOPS));
  return html`<div class="bars" role="group" aria-label="${label}"${timesOf(bars[0])}>${bars.map(
    (bar) => {
      const name = isBad(bar) ? `${bar.kind} level-${levelOf(bar.share)}` : bar.kind;
      return stops.has(bar)
        ? html`<i class="${name}" data-tip="${bar.text}"${stopOf(bar.text)}></i>`
        : html`<i class="${name}" data-tip="${bar.text}"></i>`;
    },
  )}</div>`;
}

/** Returns the attributes of a part that the keyboard stops at. */
export function stopOf(text: string): Html {
  return html` tabindex="0" role="img" aria-label="${text}"`;
}

/** Returns the attributes of a row of parts of equal length, which tell the script the time of each. */
export function timesOf(first: Time | undefined): Html | false {
  return (
    first !== undefined && html` data-from="${first.from}" data-part="${first.to - first.from}"`
  );
}
