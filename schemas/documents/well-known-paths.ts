import { z } from "zod";

/** One path below `/.well-known/` (RFC 8615). */
export const WellKnownPath = z
  .object({
    name: z.string().describe("The part after `/.well-known/`."),
    path: z.string(),
    summary: z.string(),
    registered: z.boolean().describe("Whether the name is registered with IANA (RFC 8615)."),
  })
  .meta({ id: "WellKnownPath" });

/** The paths below `/.well-known/` that are served. */
export const WellKnownPaths = z.object({ paths: z.array(WellKnownPath) });
