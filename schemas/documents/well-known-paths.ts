import { z } from "zod";

/** One path below `/.well-known/` (RFC 8615). */
export const WellKnownPath = z
  .object({
    name: z.string().describe("What follows `/.well-known/`."),
    path: z.string(),
    summary: z.string(),
    registered: z.boolean().describe("Whether IANA has the name registered (RFC 8615)."),
  })
  .meta({ id: "WellKnownPath" });

/** The paths below `/.well-known/` that are served. */
export const WellKnownPaths = z.object({ paths: z.array(WellKnownPath) });
