import { z } from "zod";
import { Stability } from "../service.ts";

const AnnouncingHeader = z
  .object({ name: z.string(), reference: z.string() })
  .meta({ id: "AnnouncingHeader" });

export const DeprecatedRoute = z
  .object({
    method: z.string(),
    path: z.string(),
    since: z.iso.date(),
    sunset: z.iso.date(),
    successor: z.string().nullable().describe("Path of what replaces it."),
  })
  .meta({ id: "DeprecatedRoute" });

export const DeprecationPolicyDiscovery = z.object({
  noticePeriodMonths: z.int().min(0).describe("At least so long from deprecation to sunset."),
  sunsetHeader: AnnouncingHeader,
  deprecationHeader: AnnouncingHeader,
  stabilityValues: z.array(Stability),
  routes: z.array(DeprecatedRoute).describe("What is deprecated now."),
});
