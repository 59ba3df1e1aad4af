import { z } from "zod";
import { Duration } from "../../../schemas/duration.ts";
import { isSecure } from "./fetch-json.ts";

/** Asymmetric ones only: `none` and HMAC would let callers sign for the issuer (RFC 8725, sections 2.1 and 3.1). */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
] as const;

const INSECURE = "an https URL is needed; http works for localhost only";

/** URL of an issuer: equal to `iss` character by character, and the part of a principal's id before `|`. */
const IssuerUrl = z
  .string()
  .refine(isSecure, { error: INSECURE, abort: true })
  .refine(
    (url) => !/[?#|\s]/.test(url) && new URL(url).username === "",
    "an issuer has no query, no fragment, no user, no spaces and no |",
  );

const Some = z.string().min(1);

const Claims = z.strictObject({
  scopes: z
    .union([Some, z.array(Some).min(1)])
    .transform((names) => [names].flat())
    .default(["scope"])
    .describe(
      "Claims that hold scopes or roles: a text with spaces between them, or a list. A dot leads into a nested claim: realm_access.roles.",
    ),
  scopeMap: z
    .record(z.string(), z.array(Some))
    .optional()
    .describe(
      "Scopes of this service by those of the issuer; others are dropped. Default: scopes are taken as they are.",
    ),
  plan: Some.optional().describe("Claim with the name of the plan. Default: the default plan."),
  name: Some.default("name").describe("Claim with a name for people. Without it, sub is shown."),
});

export const Issuer = z.strictObject({
  issuer: IssuerUrl.describe("The issuer exactly as its tokens have it under iss."),
  audience: z
    .union([Some, z.array(Some).min(1)])
    .transform((names) => [names].flat())
    .describe("Names of this service; a token has at least one of them under aud."),
  algorithms: z
    .array(z.enum(ALGORITHMS))
    .min(1)
    .default([...ALGORITHMS])
    .describe("Algorithms that the issuer signs with. Default: all asymmetric ones."),
  jwksUri: z
    .string()
    .refine(isSecure, INSECURE)
    .optional()
    .describe("URL of the issuer's keys. Default: read from its OpenID configuration."),
  acceptPlainJwt: z
    .boolean()
    .default(false)
    .describe(
      "Accept tokens whose typ is JWT or missing, from issuers that do not write at+jwt. ID tokens then differ by their audience only.",
    ),
  claims: Claims.default(() => Claims.parse({})).describe("Where a token has its parts."),
});
export type IssuerOptions = z.output<typeof Issuer>;

export const Options = z.strictObject({
  issuers: z
    .array(Issuer)
    .min(1)
    .refine(
      (issuers) => new Set(issuers.map(({ issuer }) => issuer)).size === issuers.length,
      "an issuer is listed once, with all of its audiences",
    )
    .meta({
      description: "Identity providers whose tokens count.",
      examples: [[{ issuer: "https://login.example.com", audience: "https://api.example.com" }]],
    }),
  keysMaxAge: Duration.default("10m").describe(
    "Age at which the keys of an issuer are read again. While that fails, known keys stay in use.",
  ),
  cooldown: Duration.default("30s").describe(
    "Minimum time between two reads of an issuer's keys; forged tokens cannot cause more.",
  ),
});
export type Options = z.output<typeof Options>;
