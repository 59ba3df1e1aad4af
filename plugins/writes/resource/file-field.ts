/** Fields of a resource that stand for files, whose content is kept beside the table. */
import type { FileContent } from "waymark/services";
import { z } from "zod";

/** A field that stands for a file, as its author declares it. */
export interface FileDeclaration {
  /** Media types that are taken, in lower case. */
  readonly types: readonly string[];
  /** Largest file, in bytes or with a unit: `"5mb"` are 5 × 1024 × 1024 bytes. */
  readonly maxBytes: number | `${number}${"kb" | "mb" | "gb"}`;
}

/** A field that stands for a file, with its limit in bytes. */
export interface FileField {
  readonly types: readonly string[];
  readonly maxBytes: number;
}

/**
 * Declares a field that stands for a file: `fields: { photo: file({ types: ["image/png"], maxBytes: "5mb" }) }`. A value that
 * does not fit refuses the start, as any of a resource's.
 */
export function file(declaration: FileDeclaration): FileDeclaration {
  return declaration;
}

/** Works out a declaration that fits. */
export function fileFieldOf({ types, maxBytes }: FileDeclaration): FileField {
  return { types, maxBytes: typeof maxBytes === "number" ? maxBytes : bytesOf(maxBytes) };
}

const UNITS: Readonly<Record<string, number>> = { kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };

function bytesOf(size: string): number {
  return Math.floor(Number(size.slice(0, -2)) * (UNITS[size.slice(-2)] ?? 1));
}

/** The shape of {@link FileDeclaration}. */
export const FileShape = z.strictObject({
  types: z
    .array(
      z
        .string()
        .regex(
          /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/,
          "expected a media type in lower case, without parameters",
        ),
    )
    .min(1)
    .meta({ examples: [["image/png"]] }),
  maxBytes: z
    .union([
      z.int().min(1),
      z.string().regex(/^\d+(?:\.\d+)?(?:kb|mb|gb)$/, 'expected a size such as "5mb"'),
    ])
    .meta({ examples: ["5mb"] }),
});

/** The column: what a row keeps of its content. */
export const FileColumn = z.strictObject({
  key: z.string(),
  type: z.string(),
  size: z.int(),
  etag: z.string(),
}) satisfies z.ZodType<FileContent>;

/** A file as the resource shows it. */
export const FileLink = z
  .object({
    href: z.string().describe("Path of the content."),
    type: z.string().describe("Media type of the content."),
    size: z.int().min(0).describe("Length of the content, in bytes."),
  })
  .meta({ id: "FileLink" });

/**
 * Types that browsers show and never run: pictures without SVG, which has scripts, sound and video. All others are saved,
 * PDF included, as browsers show none in the sandbox that these answers have.
 */
const SHOWN: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "audio/mpeg",
  "audio/ogg",
  "audio/wav",
  "video/mp4",
  "video/ogg",
  "video/webm",
]);

export function dispositionOf(type: string): "inline" | "attachment" {
  return SHOWN.has(type) ? "inline" : "attachment";
}
