import { z } from "zod";

/** One thing that requests can negotiate (RFC 9110, section 12). */
export const Negotiated = z
  .object({
    default: z.string().describe("What clients get that do not ask."),
    supported: z.array(z.string()),
  })
  .meta({ id: "Negotiated" });

/** What requests can negotiate, and what comes without asking. */
export const AcceptPolicyDiscovery = z.object({
  accept: Negotiated.describe("Media types, by Accept."),
  acceptLanguage: Negotiated.describe("Languages, by Accept-Language."),
  acceptEncoding: Negotiated.describe("Content codings, by Accept-Encoding."),
});
