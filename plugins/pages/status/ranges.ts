/** The spans that the page shows, each in about as many parts as a narrow screen has room for. */
import { z } from "zod";

const HOUR_MS = 3_600_000;

export const RANGES = {
  "24h": { partMs: HOUR_MS / 4, parts: 96 },
  "7d": { partMs: 2 * HOUR_MS, parts: 84 },
  "30d": { partMs: 8 * HOUR_MS, parts: 90 },
  "90d": { partMs: 24 * HOUR_MS, parts: 90 },
} as const;
export type RangeName = keyof typeof RANGES;
export const RANGE_NAMES = ["24h", "7d", "30d", "90d"] as const satisfies readonly RangeName[];
const USUAL: RangeName = "7d";

export const RangeQuery = z.object({
  range: z.enum(RANGE_NAMES).default(USUAL).describe("How far back the figures reach."),
});
