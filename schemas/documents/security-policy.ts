import { z } from "zod";

/** The security features. A section is absent while its feature is off. */
export const SecurityPolicyDiscovery = z.object({
  auth: z.object({
    enabled: z.boolean().describe("Whether requests can authenticate."),
    methods: z.string().optional().describe("Path of the list of methods."),
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
  securityTxt: z
    .string()
    .optional()
    .describe("Path of the file with the security contact (RFC 9116)."),
  permissionsPolicy: z.string().optional(),
  referrerPolicy: z.string().optional(),
  contentTypeOptions: z.string().optional(),
  contentSecurityPolicy: z.string().optional().describe("The value for everything but pages."),
  crossOriginResourcePolicy: z.string().optional(),
});
