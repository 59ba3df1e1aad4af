import { isIP } from "node:net";
import { toMilliseconds } from "waymark";
import { z } from "zod";
import { Duration } from "../../../schemas/duration.ts";

const Time = Duration.refine((time) => toMilliseconds(time) > 0, "it is longer than nothing");

export type Network = readonly [address: string, prefix: number, family: "ipv4" | "ipv6"];

/** Reads a network in CIDR notation; undefined for other texts. */
export function toNetwork(text: string): Network | undefined {
  const [address = "", size = "", ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0 || !/^\d{1,3}$/.test(size)) return undefined;
  const prefix = Number(size);
  if (prefix > (version === 4 ? 32 : 128)) return undefined;
  return [address, prefix, version === 4 ? "ipv4" : "ipv6"];
}

const NetworkText = z
  .string()
  .refine((text) => toNetwork(text) !== undefined, "write a network such as 10.1.0.0/16");

/** The key of a text in base64 has as many bytes. */
const KEY_BYTES = 32;

const EncryptionKey = z
  .base64()
  .refine(
    (text) => Buffer.from(text, "base64").length === KEY_BYTES,
    `a key is ${KEY_BYTES} bytes in base64, as \`openssl rand -base64 ${KEY_BYTES}\` prints`,
  );

/** All types, all of a resource and those below it, or one. */
export const EventPattern = z
  .string()
  .max(200)
  .regex(/^(\*|[\w-]+(\.[\w-]+)*(\.\*)?)$/, "write *, rooms.* or rooms.created")
  .describe("A type such as `rooms.created`, `rooms.*` for all of a resource, or `*` for all.");

/** A key of 24 to 64 bytes, in the form of Standard Webhooks. */
export const Secret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/, "write whsec_ and 24 to 64 bytes in base64")
  .refine((secret) => {
    const { length } = Buffer.from(secret.slice("whsec_".length), "base64");
    return length >= 24 && length <= 64;
  }, "the key has 24 to 64 bytes");

/** A subscription that the operator keeps in the config. */
const Configured = z.strictObject({
  url: z.string().describe("Where to send events."),
  events: z.array(EventPattern).min(1).default(["*"]).describe("Types of events."),
  secret: Secret.meta({ writeOnly: true }).describe(
    "`whsec_` and 24 to 64 bytes in base64, for signatures.",
  ),
});

export const Options = z.strictObject({
  enabled: z.boolean().default(false).describe("Whether webhooks are sent."),
  planned: z.boolean().default(true).describe("Whether webhooks are planned, while none are sent."),
  maxAttempts: z
    .int()
    .min(1)
    .max(50)
    .default(12)
    .describe("How often a delivery is tried before it is dead."),
  backoff: z
    .strictObject({
      base: Time.default("5s").describe("The first wait; each following wait is twice as long."),
      max: Time.default("6h").describe("The longest wait."),
    })
    .prefault({}),
  timeout: Time.default("10s").describe("How long an attempt may take, from look-up to status."),
  concurrency: z
    .int()
    .min(1)
    .max(1000)
    .default(16)
    .describe(
      "Attempts at a time, of each process. One owner of subscriptions has at most half of them.",
    ),
  maxSubscriptions: z.int().min(1).max(10_000).default(100).describe("Subscriptions in all."),
  maxPerPrincipal: z.int().min(1).max(10_000).default(10).describe("Subscriptions of one caller."),
  renewWithin: Time.default("7d").describe(
    "How long a subscription goes on after its principal wrote it last, where only requests show that the principal still counts, as with tokens of identity providers.",
  ),
  pauseAfter: z
    .int()
    .min(1)
    .default(10)
    .describe("Dead deliveries in a row after which a subscription is paused."),
  keep: Time.default("7d").describe("How long deliveries are kept once they have ended."),
  allowHttp: z.boolean().default(false).describe("Whether http URLs are targets, too."),
  allowNetworks: z
    .array(NetworkText)
    .default([])
    .describe(
      "Networks that are targets although they are not public, such as 10.1.0.0/16 or ::1/128.",
    ),
  subscriptions: z
    .record(z.string().regex(/^[a-z0-9-]{1,40}$/), Configured)
    .default({})
    .describe("Subscriptions of the operator, by name. They receive changes of all resources."),
  encryptionKeys: z
    .array(EncryptionKey)
    .max(5)
    .default([])
    .meta({ writeOnly: true })
    .describe(
      "Keys that secrets are encrypted with in the store, each 32 bytes in base64: the first encrypts, all decrypt. Default: secrets are stored as they are.",
    ),
});
export type Options = z.output<typeof Options>;
