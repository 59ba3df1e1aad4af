/** Keys: as the store has them, as managers see them, and what requests say about them. */
import { toMilliseconds, type Principal } from "waymark";
import { z } from "zod";
import { Duration } from "../../../schemas/duration.ts";
import { Scope } from "../../../schemas/scope.ts";

/** Name of the table. */
export const API_KEYS = "apiKeys";

/** Longest grace period of a rotation: a longer one would defeat its purpose. */
export const MAX_GRACE = "30d";

/** Name without control characters, because lists at a terminal and logs show it. */
const Name = z
  .string()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}+$/u, "a name is one line of text")
  .describe("For people.")
  .meta({ examples: ["Nightly export"] });
const Scopes = z
  .array(Scope.max(200))
  .max(100)
  .describe("What its holder may do beyond authenticating.");
const Plan = z.string().min(1).max(100).describe("Name of the plan that its limits follow.");
const Time = z.iso.datetime();

export const ApiKey = z.object({
  id: z
    .string()
    .describe("The part of the key that identifies it.")
    .meta({ examples: ["k7m2q9x4"] }),
  name: Name,
  scopes: Scopes,
  plan: Plan.optional(),
  createdAt: Time,
  expiresAt: Time.optional().describe("When the key expires. Absent: never."),
  revokedAt: Time.optional().describe("When the key was revoked."),
  lastUsedAt: Time.optional().describe("By the minute, and written a minute later at most."),
  previousUntil: Time.optional().describe("Until when the previous secret is valid, too."),
});
export type ApiKey = z.output<typeof ApiKey>;

/** A row of the table. Hashes never leave the plugin. */
export const KeyRow = ApiKey.extend({
  sha256: z.string(),
  previousSha256: z.string().optional(),
});
export type KeyRow = z.output<typeof KeyRow>;

const KIND = "api-keys";
const PREFIX = "api-key:";

/** Returns the principal that a key stands for. */
export function principalOf({ id, name, scopes, plan }: ApiKey): Principal {
  return Object.freeze({ id: PREFIX + id, kind: KIND, name, scopes, plan });
}

/** Returns the id of the key that a principal is known by; undefined for principals of other kinds. */
export function keyOfPrincipal(id: string): string | undefined {
  return id.startsWith(PREFIX) ? id.slice(PREFIX.length) : undefined;
}

/** The fields that may leave. */
export const PUBLIC_FIELDS: readonly string[] = Object.keys(ApiKey.shape);

export const ApiKeyWithToken = ApiKey.extend({
  token: z
    .string()
    .describe("The key to send as `Authorization: Bearer`. No other answer has it: keep it now.")
    .meta({ examples: ["wm_k7m2q9x4_…"] }),
});
export type ApiKeyWithToken = z.output<typeof ApiKeyWithToken>;

/** The wish for a key. */
export const WantedKey = z.strictObject({
  name: Name,
  scopes: Scopes.default([]),
  plan: Plan.optional().describe("Default: the plan of its creator."),
  expiresAt: Time.optional().describe("Default: it does not expire."),
});
export type WantedKey = z.output<typeof WantedKey>;

export const Rotation = z.strictObject({
  grace: Duration.refine(
    (grace) => toMilliseconds(grace) <= toMilliseconds(MAX_GRACE),
    `a grace is at most ${MAX_GRACE}`,
  )
    .default("0s")
    .describe(`How long the present secret stays valid, ${MAX_GRACE} at most.`),
});

/** Returns the part of a row that may leave. */
export function publicPart({ sha256: _, previousSha256: __, ...key }: KeyRow): ApiKey {
  return key;
}
