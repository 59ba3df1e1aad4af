import { z } from "zod";

/** Aspect that requests can negotiate (RFC 9110, section 12). */
export const Negotiated = z
  .object({
    default: z
      .string()
      .describe("The value for clients that state no preference.")
      .meta({ examples: ["application/json"] }),
    supported: z.array(z.string()).meta({ examples: [["application/json"]] }),
  })
  .meta({ id: "Negotiated" });

/** The values that requests can negotiate, and the defaults. */
export const AcceptPolicyDiscovery = z.object({
  accept: Negotiated.describe("Media types, by Accept."),
  acceptLanguage: Negotiated.describe("Languages, by Accept-Language.").meta({
    examples: [{ default: "en", supported: ["en", "es"] }],
  }),
  acceptEncoding: Negotiated.describe("Content codings, by Accept-Encoding.").meta({
    examples: [{ default: "identity", supported: ["br", "gzip", "identity"] }],
  }),
});

/** Content codings that answers can have (RFC 9110, section 8.4.1). */
export const Encoding = z.object({
  encodings: z.array(z.string()).describe("Content codings on offer, including `identity`."),
  default: z.string().describe("The coding for clients that state no preference."),
  minBytes: z.int().min(0).describe("Smaller bodies are sent without a coding."),
});

/** The media types of requests and answers. */
export const MediaTypes = z.object({
  accept: z
    .array(z.string())
    .describe("Media types of request bodies.")
    .meta({ examples: [["application/json"]] }),
  produce: z
    .array(z.string())
    .describe("Media types of answers, including errors.")
    .meta({ examples: [["application/json", "application/problem+json"]] }),
  defaultAccept: z
    .string()
    .optional()
    .describe("The media type to send; absent when no route takes a body."),
  defaultProduce: z
    .string()
    .describe("The media type for clients that state no preference.")
    .meta({ examples: ["application/json"] }),
});

/** Preference that a request can state (RFC 7240). */
export const Preference = z
  .object({
    name: z.string(),
    values: z.array(z.string()),
    honored: z.boolean().describe("Whether any resource honours it."),
  })
  .meta({ id: "Preference" });

/** Preferences that are honoured, and their places (RFC 7240). */
export const PreferDiscovery = z.object({
  headerName: z.string(),
  appliedHeaderName: z.string().describe("The header that reports the honoured preferences."),
  reference: z.string(),
  preferences: z.array(Preference),
  endpoints: z.array(z.string()).describe("Paths where preferences have an effect."),
  operations: z
    .array(
      z
        .object({ method: z.string(), path: z.string(), preferences: z.array(z.string()) })
        .meta({ id: "PreferOperation" }),
    )
    .describe("The preferences that each operation honours."),
});
