/** The contrast of colours (WCAG 2.2, 1.4.3), and the accent of a service. */

/** Red, green and blue from 0 to 255. */
type Colour = readonly [number, number, number];

/** Contrast of text on every surface (WCAG 2.2, 1.4.6). */
export const MIN_CONTRAST = 7;

export interface Theme {
  /** Surfaces under text in the accent, as in tokens.css. */
  readonly surfaces: readonly string[];
  /** Colour that an accent moves to until it is readable. */
  readonly towards: string;
}

export const THEMES = {
  light: { surfaces: ["#ffffff", "#f4f7f5", "#eaf0ed"], towards: "#000000" },
  dark: { surfaces: ["#0e1413", "#161f1d", "#1f2a27"], towards: "#ffffff" },
} as const satisfies Readonly<Record<string, Theme>>;

/** Returns the lowest contrast of text in a colour, `#rrggbb`, on a theme's surfaces and on one made from itself. */
export function contrastIn(colour: string, { surfaces }: Theme): number {
  return Math.min(
    ...[...surfaces, softOf(colour, surfaces[0] ?? "")].map((surface) => contrast(colour, surface)),
  );
}

/** Returns the nearest colour of the same hue that passes in a theme. */
export function readable(colour: string, theme: Theme): string {
  for (let part = 0; part <= 1; part += 1 / 256) {
    const candidate = mix(theme.towards, colour, part);
    if (contrastIn(candidate, theme) >= MIN_CONTRAST) return candidate;
  }
  return theme.towards;
}

/** Returns the surface for what belongs to the accent: a touch of it on paper. */
function softOf(colour: string, paper: string): string {
  return mix(colour, paper, 0.1);
}

/** Returns the accent as custom properties, to follow the properties of tokens.css. */
export function accentSheet({
  light,
  dark,
}: Readonly<Record<keyof typeof THEMES, string>>): string {
  const soft = { light: softOf(light, "#ffffff"), dark: softOf(dark, "#0e1413") };
  return `:root {
  --accent: light-dark(${light}, ${dark});
  --accent-ink: light-dark(#ffffff, #0e1413);
  --accent-soft: light-dark(${soft.light}, ${soft.dark});
}
`;
}

function mix(over: string, under: string, part: number): string {
  const [top, bottom] = [parse(over), parse(under)];
  const parts = top.map((value, at) => Math.round(value * part + (bottom[at] ?? 0) * (1 - part)));
  return `#${parts.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

export function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(parse(a)), luminance(parse(b))].toSorted(
    (one, other) => one - other,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function parse(colour: string): Colour {
  const at = (start: number) => Number.parseInt(colour.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
}
