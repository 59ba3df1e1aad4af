import { z } from "zod";

/** A section is absent while what it is about is off. */
export const SecurityPolicyDiscovery = z.object({
  auth: z.object({
    enabled: z.boolean().describe("Whether requests can say who they come from."),
    methods: z.string().optional().describe("Where the methods are listed."),
  }),
  hsts: z
    .object({
      value: z.string().describe("Strict-Transport-Security, sent over HTTPS."),
      maxAgeSeconds: z.int().min(0),
      includeSubDomains: z.boolean(),
      preload: z.boolean(),
    })
    .optional(),
  cors: z.object({ allowedOrigins: z.array(z.string()), allowCredentials: z.boolean() }).optional(),
  securityTxt: z.string().optional().describe("Whom to tell about a weakness (RFC 9116)."),
  permissionsPolicy: z.string().optional(),
  referrerPolicy: z.string().optional(),
  contentTypeOptions: z.string().optional(),
  contentSecurityPolicy: z.string().optional().describe("Of everything but pages."),
  crossOriginResourcePolicy: z.string().optional(),
});
