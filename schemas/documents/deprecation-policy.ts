import { z } from "zod";
import { Stability } from "../service.ts";

const AnnouncingHeader = z
  .object({ name: z.string(), reference: z.string() })
  .meta({ id: "AnnouncingHeader" });

/** A route that will be removed: deprecated since a day, and possibly gone from its `sunset` on. */
export const DeprecatedRoute = z
  .object({
    method: z.string(),
    path: z.string(),
    since: z.iso.date(),
    sunset: z.iso.date(),
    successor: z.string().nullable().describe("Path of its replacement."),
  })
  .meta({ id: "DeprecatedRoute" });

/** How deprecations are announced (RFC 9745, RFC 8594), and the deprecated routes. */
export const DeprecationPolicyDiscovery = z.object({
  noticePeriodMonths: z.int().min(0).describe("Minimum time from deprecation to sunset."),
  sunsetHeader: AnnouncingHeader,
  deprecationHeader: AnnouncingHeader,
  stabilityValues: z.array(Stability),
  routes: z.array(DeprecatedRoute).describe("The routes that are deprecated now."),
});
