import { z } from "zod";

/** One preference that a request can state (RFC 7240). */
export const Preference = z
  .object({
    name: z.string(),
    values: z.array(z.string()),
    honored: z.boolean().describe("Whether any resource honours it."),
  })
  .meta({ id: "Preference" });

/** Which preferences are honoured, and where (RFC 7240). */
export const PreferDiscovery = z.object({
  headerName: z.string(),
  appliedHeaderName: z.string().describe("The header that reports the honoured preferences."),
  reference: z.string(),
  preferences: z.array(Preference),
  endpoints: z.array(z.string()).describe("Paths where preferences have an effect."),
});
