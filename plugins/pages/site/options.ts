/** The operator's branding. */
import { readFileSync } from "node:fs";
import { messageOf } from "waymark";
import { z } from "zod";
import { LocalizedText, Text } from "../../shared/languages.ts";
import { contrastIn, MIN_CONTRAST, readable, THEMES } from "./colour.ts";

const Colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, "write a colour as #rrggbb")
  .toLowerCase();

const Accent = z.union([Colour, z.strictObject({ light: Colour, dark: Colour })]);

/** Bytes of a logo at most: it is part of every page's first visit. */
const MAX_LOGO = 32 * 1024;
const LOGO_TYPES: Readonly<Record<string, string>> = { svg: "image/svg+xml", png: "image/png" };

export interface Logo {
  readonly mediaType: string;
  /** Base64 of the file. */
  readonly data: string;
}

const Link = z.strictObject({
  title: LocalizedText,
  href: z
    .string()
    .regex(/^(?:https?:\/\/|mailto:|\/(?!\/))/, "write a URL, or a path that begins with /"),
  menu: z.enum(["main", "footer"]).default("footer"),
});
export type Link = z.output<typeof Link>;

export const SiteOptions = z
  .strictObject({
    logo: Text.optional().describe(
      "SVG or PNG file of at most 32 KiB, shown before the name on every page and as the icon. Read at the start and at each reload. Default: a signpost.",
    ),
    accent: Accent.optional().describe(
      "Colour of links and buttons, #rrggbb, with a contrast of at least 7:1 on light surfaces; { light: …, dark: … } for a colour of the dark theme too. Default of that: the nearest that is read well.",
    ),
    links: z
      .array(Link)
      .default([])
      .describe(
        "More links of the menus: { title, href, menu: main or footer }. Titles are one text, or { en: …, es: … }.",
      ),
    footer: LocalizedText.optional().describe(
      "A line at the foot of every page; one text, or { en: …, es: … }.",
    ),
  })
  .superRefine(({ accent }, context) => {
    if (accent === undefined) return;
    const colours = typeof accent === "string" ? { light: accent } : accent;
    for (const theme of ["light", "dark"] as const) {
      const colour = (colours as Partial<Record<typeof theme, string>>)[theme];
      if (colour === undefined) continue;
      const contrast = contrastIn(colour, THEMES[theme]);
      if (contrast >= MIN_CONTRAST) continue;
      context.addIssue({
        code: "custom",
        path: typeof accent === "string" ? ["accent"] : ["accent", theme],
        message: `${colour} has a contrast of ${contrast.toFixed(1)}:1 in the ${theme} theme, and text needs ${MIN_CONTRAST}:1; the nearest colour that has it is ${readable(colour, THEMES[theme])}`,
      });
    }
  })
  .transform(({ logo: file, accent, ...rest }, context) => {
    const logo = file === undefined ? undefined : readLogo(file, context);
    return {
      ...rest,
      logo,
      accent:
        typeof accent === "string"
          ? { light: accent, dark: readable(accent, THEMES.dark) }
          : accent,
    };
  });
export type SiteOptions = z.output<typeof SiteOptions>;

function readLogo(file: string, context: z.RefinementCtx): Logo | undefined {
  const refuse = (message: string) =>
    void context.addIssue({ code: "custom", path: ["logo"], message: `${file}: ${message}` });
  const mediaType = LOGO_TYPES[/\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? ""];
  if (mediaType === undefined)
    return refuse("name an SVG or PNG file, which ends with .svg or .png");
  try {
    const bytes = readFileSync(file);
    if (bytes.length > MAX_LOGO)
      return refuse(`the file has ${bytes.length} bytes; a logo has at most ${MAX_LOGO}`);
    const isPng = bytes.subarray(1, 4).toString("latin1") === "PNG";
    if (mediaType === "image/png" ? !isPng : !bytes.includes("<svg"))
      return refuse("the content is not of the type that the name says");
    return { mediaType, data: bytes.toString("base64") };
  } catch (error) {
    return refuse(`the file cannot be read: ${messageOf(error)}`);
  }
}
