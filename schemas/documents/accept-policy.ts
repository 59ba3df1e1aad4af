import { z } from "zod";

/** One thing that requests can negotiate (RFC 9110, section 12). */
export const Negotiated = z
  .object({
    default: z.string().describe("The value for clients that state no preference."),
    supported: z.array(z.string()),
  })
  .meta({ id: "Negotiated" });

/** The values that requests can negotiate, and the defaults. */
export const AcceptPolicyDiscovery = z.object({
  accept: Negotiated.describe("Media types, by Accept."),
  acceptLanguage: Negotiated.describe("Languages, by Accept-Language."),
  acceptEncoding: Negotiated.describe("Content codings, by Accept-Encoding."),
});
