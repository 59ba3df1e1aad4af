import { z } from "zod";

export const TimingPolicyDiscovery = z.object({
  enabled: z.boolean(),
  headerName: z.string(),
  format: z.string(),
  endpoints: z.array(z.string()).describe("Paths whose answers have the header."),
});
