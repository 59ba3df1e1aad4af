import { z } from "zod";

/** The rate limit of one client. */
export const Limits = z.object({
  limit: z.int().min(1).describe("Requests per window."),
  windowSeconds: z.int().min(1),
  pagesLimit: z
    .int()
    .min(1)
    .optional()
    .describe("Pages for people per window and network, counted apart from requests to the API."),
});

/** Counting of requests, and the headers that report it. */
export const RateLimitPolicyDiscovery = z.object({
  name: z.string().describe("The name of the limit in RateLimit and RateLimit-Policy."),
  ...Limits.shape,
  per: z.string().describe("Whose requests are counted together."),
  exemptMethods: z.array(z.string()),
  exemptPaths: z.array(z.string()),
  headers: z.array(z.string()).describe("Headers on every answer that report the limit."),
  on429: z.object({
    code: z.string().describe("The code of the error catalog."),
    status: z.int(),
    header: z.string().describe("The header with the number of seconds to wait."),
  }),
  scans: z
    .object({
      rowsPerRequest: z.int().min(1).describe("Rows that count as one further request."),
      maxRequests: z.int().min(1).describe("The most further requests that one query counts as."),
    })
    .optional()
    .describe(
      "List queries that read a large table as a whole, as no index has their filters and their order.",
    ),
  reference: z
    .string()
    .describe("RFC 9211, which this API has always named although it specifies Cache-Status."),
  references: z.array(z.string()).describe("The specifications that apply."),
});

/** The same where nodes count together. */
export const SharedRateLimitPolicyDiscovery = RateLimitPolicyDiscovery.extend({
  scope: z.enum(["instance", "cluster"]).describe("The nodes whose requests count together."),
  accuracy: z.object({
    over: z.int().min(0).describe("Requests that may be allowed beyond the limit."),
    early: z
      .string()
      .describe(
        "Requests by which a client may be refused too early, as nodes take them in advance.",
      ),
  }),
  onFailure: z
    .enum(["local-share", "open", "closed"])
    .describe("How nodes count while they cannot reach each other: each its share of the limit."),
});

/** Maximum sizes of requests. */
export const SizeLimits = z.object({
  maxRequestPayloadBytes: z.int().min(0).describe("A larger body is refused with 413."),
  maxUrlLength: z
    .int()
    .min(1)
    .describe("Bytes of path and query; a longer one is refused with 414."),
  maxRequestValues: z
    .int()
    .min(1)
    .describe(
      "Values in a JSON body, those within lists and objects included; more are refused with 413.",
    ),
  operations: z
    .array(
      z
        .object({
          method: z.string(),
          path: z.string(),
          maxRequestPayloadBytes: z.int().min(0).optional(),
          limits: z
            .record(z.string(), z.int().min(0))
            .optional()
            .describe("Further limits, by name; requests above one are refused."),
        })
        .meta({ id: "SizeLimit" }),
    )
    .describe("Operations with limits of their own."),
});
