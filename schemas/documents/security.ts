import { z } from "zod";

/** A way to authenticate; `current` is true when requests can use it now. */
export const AuthMethod = z
  .object({ id: z.string(), description: z.string(), current: z.boolean() })
  .meta({ id: "AuthMethod" });

/** All ways to authenticate. */
export const AuthMethods = z.object({ methods: z.array(AuthMethod) });

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

/** Permissions of pages from other origins (Fetch standard, CORS protocol). */
export const Cors = z.object({
  allowedOrigins: z.array(z.string()).describe("Origins that may read answers; `*` is all."),
  allowedMethods: z.array(z.string()),
  allowPostOn: z.array(z.string()).describe("Paths that take POST."),
  allowedHeaders: z.array(z.string()).describe("Request headers that scripts may send."),
  exposeHeaders: z.array(z.string()).describe("Response headers that scripts may read."),
  preflightMaxAge: z.int().min(0).describe("Seconds that a preflight may be remembered."),
  allowCredentials: z.boolean().describe("Whether cookies and credentials may be sent."),
});
