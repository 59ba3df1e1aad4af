import { z } from "zod";

/** The answers that report their processing time (W3C Server Timing). */
export const TimingPolicyDiscovery = z.object({
  enabled: z.boolean(),
  headerName: z.string(),
  format: z.string(),
  endpoints: z.array(z.string()).describe("Paths whose answers have the header."),
});
