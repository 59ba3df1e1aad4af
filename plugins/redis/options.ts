import { toMilliseconds } from "waymark";
import { z } from "zod";
import { Duration } from "../../schemas/duration.ts";

const Address = /^rediss?:\/\/[^\s,/]+(\/\d*)?$/;

/** Address of a server, or several of Sentinels or of a cluster. */
const Addresses = z.string().refine(
  (text) =>
    text
      .split(",")
      .map((address) => address.trim())
      .every((address) => Address.test(address) && URL.canParse(address)),
  "write redis://[user:password@]host[:port][/database], or rediss:// for TLS; several with commas between them",
);

export const Options = z
  .strictObject({
    url: Addresses.meta({ writeOnly: true }).describe(
      "Where Redis or Valkey is: redis://[user:password@]host[:port][/database], or rediss:// for TLS. Several, with commas between them, are addresses of Sentinels or of a cluster.",
    ),
    sentinel: z
      .strictObject({
        master: z.string().min(1).default("mymaster").describe("Name of the master."),
        username: z.string().optional().describe("User at the Sentinels."),
        password: z
          .string()
          .optional()
          .meta({ writeOnly: true })
          .describe("Password at the Sentinels."),
      })
      .optional()
      .describe("Set where `url` names Sentinels. Its user and password are those of the servers."),
    cluster: z.boolean().default(false).describe("Whether `url` names nodes of a Redis cluster."),
    prefix: z
      .string()
      .regex(/^[\w:.-]{1,60}$/)
      .default("waymark")
      .describe("Beginning of all keys. Nodes with the same one are one service."),
    secret: z
      .string()
      .min(32)
      .optional()
      .meta({ writeOnly: true })
      .describe(
        "Makes keys of clients and ids of events unreadable; the same at all nodes. Default: one that the first node leaves in Redis.",
      ),
    timeout: Duration.refine((time) => toMilliseconds(time) > 0, "it is longer than nothing")
      .default("50ms")
      .describe("How long a request waits for Redis before its node decides alone."),
  })
  .refine(({ cluster, sentinel }) => !cluster || sentinel === undefined, {
    error: "a cluster has no Sentinels: choose one of the two",
    path: ["cluster"],
  })
  .refine(({ cluster, sentinel, url }) => cluster || sentinel !== undefined || !url.includes(","), {
    error: "several addresses are of Sentinels or of a cluster: set `sentinel` or `cluster`, too",
    path: ["url"],
  });
export type Options = z.output<typeof Options>;
