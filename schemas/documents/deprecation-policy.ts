import { z } from "zod";
import { Stability } from "../service.ts";

const AnnouncingHeader = z
  .object({ name: z.string(), reference: z.string() })
  .meta({ id: "AnnouncingHeader" });

/** A route that is going away: deprecated `since` a day, and perhaps gone from its `sunset` on. */
export const DeprecatedRoute = z
  .object({
    method: z.string(),
    path: z.string(),
    since: z.iso.date(),
    sunset: z.iso.date(),
    successor: z.string().nullable().describe("Path of what replaces it."),
  })
  .meta({ id: "DeprecatedRoute" });

/** How the end of a route is announced (RFC 9745, RFC 8594), and which routes it is announced of. */
export const DeprecationPolicyDiscovery = z.object({
  noticePeriodMonths: z.int().min(0).describe("At least so long from deprecation to sunset."),
  sunsetHeader: AnnouncingHeader,
  deprecationHeader: AnnouncingHeader,
  stabilityValues: z.array(Stability),
  routes: z.array(DeprecatedRoute).describe("What is deprecated now."),
});
