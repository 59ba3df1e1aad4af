import { z } from "zod";

export const Preference = z
  .object({
    name: z.string(),
    values: z.array(z.string()),
    honored: z.boolean().describe("Whether any resource does something about it."),
  })
  .meta({ id: "Preference" });

export const PreferDiscovery = z.object({
  headerName: z.string(),
  appliedHeaderName: z.string().describe("The header that tells what was done about it."),
  reference: z.string(),
  preferences: z.array(Preference),
  endpoints: z.array(z.string()).describe("Paths where they count."),
});
