/** Drawings of the frame. Their colours come from the sheet, except for files that stand alone. */
import { html, type Html } from "waymark";
import type { Logo } from "./options.ts";

/** A signpost: one arm points on, one points back. */
const POST = "M15 4h2v3h8l3 3.5-3 3.5h-8v2h2v6h-2v6h-2v-6H7l-3-3 3-3h8v-2H9V7h6z";

export const MARK: Html = html`<svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><path d="${POST}"/></svg>`;

export const LENS: Html = html`<svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM13 13l4 4"/></svg>`;

export const BARS: Html = html`<svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="M3 6h14M3 10h14M3 14h14"/></svg>`;

/** Returns the icon of the service: the signpost on a tile of the accent. */
export function iconFile(accent: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${accent}"/><path d="${POST}" fill="#fff"/></svg>`;
}

/** Returns a logo as an SVG file, also if its own type is another. */
export function iconOf({ mediaType, data }: Logo): string {
  if (mediaType === "image/svg+xml") return Buffer.from(data, "base64").toString();
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><image width="32" height="32" href="data:${mediaType};base64,${data}"/></svg>`;
}

/** Returns the image that other sites show beside a link: the mark and the name. */
export function cardFile(accent: string, name: Html, description: Html): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><rect width="1200" height="630" fill="${accent}"/><g fill="#fff" font-family="system-ui, sans-serif"><path transform="translate(88 88) scale(4)" d="${POST}"/><text x="96" y="400" font-size="112" font-weight="700">${name}</text><text x="96" y="488" font-size="40">${description}</text></g></svg>`;
}
