import { z } from "zod";

export const Negotiated = z
  .object({
    default: z.string().describe("What clients get that do not ask."),
    supported: z.array(z.string()),
  })
  .meta({ id: "Negotiated" });

export const AcceptPolicyDiscovery = z.object({
  accept: Negotiated.describe("Media types, by Accept."),
  acceptLanguage: Negotiated.describe("Languages, by Accept-Language."),
  acceptEncoding: Negotiated.describe("Content codings, by Accept-Encoding."),
});
