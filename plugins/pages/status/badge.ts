/** Badges for READMEs: a name and a value, as text and colour. */
import { html } from "waymark";
import type { StatusInfo } from "./info.ts";
import type { ShownState } from "./sections.ts";
import { availabilityPercent } from "./info.ts";
import { formatOf } from "../shared/format.ts";

/** Colours that are dark enough for white text (WCAG 2.2, 1.4.3). */
const COLOURS = {
  good: "#0b6b50",
  warn: "#8a5200",
  bad: "#b3261e",
  info: "#0b5cad",
  none: "#51606f",
};
type Colour = keyof typeof COLOURS;

const STATES: Readonly<Record<ShownState, readonly [text: string, colour: Colour]>> = {
  ok: ["working", "good"],
  degraded: ["impaired", "warn"],
  down: ["down", "bad"],
  maintenance: ["maintenance", "info"],
};
const LONGEST = 60;
/** Units of the image that a letter takes, as in Verdana at 11 units, the first that fits; text is fitted to its place. */
const LETTERS = [
  [/[ fijlrt.,:;!'|I()]/, 4],
  [/[mwMW%@]/, 10],
  [/./, 6.8],
] as const;
const PADDING = 8;
/** Percent of answered requests below which availability counts as bad. */
const BAD_BELOW = 95;

export function statusBadge(name: string, state: ShownState): string {
  return badge(name, ...STATES[state]);
}

/** Returns the availability of the span that was read, as a badge. */
export function uptimeBadge({ history }: StatusInfo): string {
  const total = typeof history === "object" ? history.span.total : undefined;
  const percent = total && availabilityPercent(total);
  if (percent === undefined || typeof history !== "object")
    return badge("availability", ...NOTHING);
  const target = history.objectives.find(({ name }) => name === "availability")?.percent ?? 100;
  const colour = percent < BAD_BELOW ? "bad" : percent < target ? "warn" : "good";
  return badge("availability", formatOf("en").percent(percent), colour);
}

const NOTHING = ["no data", "none"] as const;

function badge(name: string, right: string, colour: Colour): string {
  const characters = Array.from(name);
  const left = characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join("")}…` : name;
  const [leftText, rightText] = [widthOf(left), widthOf(right)];
  const split = leftText + 2 * PADDING;
  const width = split + rightText + 2 * PADDING;
  const label = `${name}: ${right}`;
  const text = (x: number, length: number, content: string) =>
    html`<text x="${x}" y="14" textLength="${length}" lengthAdjust="spacingAndGlyphs">${content}</text>`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" viewBox="0 0 ${width} 20" role="img" aria-label="${label}"><title>${label}</title><path d="M4 0H${split}V20H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4z" fill="#3c4650"/><path d="M${split} 0H${width - 4}a4 4 0 0 1 4 4V16a4 4 0 0 1-4 4H${split}z" fill="${COLOURS[colour]}"/><g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(PADDING, leftText, left)}${text(split + PADDING, rightText, right)}</g></svg>
`.toString();
}

function widthOf(text: string): number {
  const widths = Array.from(
    text,
    (letter) => LETTERS.find(([form]) => form.test(letter))?.[1] ?? 0,
  );
  return Math.ceil(widths.reduce<number>((sum, width) => sum + width, 0));
}
