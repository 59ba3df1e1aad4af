/** A badge for READMEs: the server's name and its state, as text and colour. */
import { html } from "waymark";
import type { State } from "./info.ts";

/** The colours are dark enough for white text (WCAG 2.2, 1.4.3). */
const STATES: Readonly<Record<State, readonly [label: string, colour: string]>> = {
  ok: ["working", "#0b6b50"],
  degraded: ["impaired", "#8a5200"],
  down: ["down", "#b3261e"],
};
const LONGEST = 60;
/** Width of a character and padding of a field in units of the image; text is fitted to its place. */
const CHARACTER = 6.6;
const PADDING = 8;

export function statusBadge(name: string, state: State): string {
  const characters = Array.from(name);
  const left = characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join("")}…` : name;
  const [right, colour] = STATES[state];
  const [leftText, rightText] = [left, right].map((text) =>
    Math.ceil(Array.from(text).length * CHARACTER),
  ) as [number, number]; // map keeps the length
  const split = leftText + 2 * PADDING;
  const width = split + rightText + 2 * PADDING;
  const label = `${name}: ${right}`;
  const text = (x: number, length: number, content: string) =>
    html`<text x="${x}" y="14" textLength="${length}" lengthAdjust="spacingAndGlyphs">${content}</text>`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" viewBox="0 0 ${width} 20" role="img" aria-label="${label}"><title>${label}</title><path d="M4 0H${split}V20H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4z" fill="#3c4650"/><path d="M${split} 0H${width - 4}a4 4 0 0 1 4 4V16a4 4 0 0 1-4 4H${split}z" fill="${colour}"/><g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(PADDING, leftText, left)}${text(split + PADDING, rightText, right)}</g></svg>
`.toString();
}
