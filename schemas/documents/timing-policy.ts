import { z } from "zod";

/** Which answers tell how long they took (W3C Server Timing). */
export const TimingPolicyDiscovery = z.object({
  enabled: z.boolean(),
  headerName: z.string(),
  format: z.string(),
  endpoints: z.array(z.string()).describe("Paths whose answers have the header."),
});
