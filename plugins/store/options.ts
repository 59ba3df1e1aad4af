/** The options of the store, and what they guarantee. */
import { toMilliseconds, toSeconds } from "waymark";
import { z } from "zod";
import { Duration } from "../../schemas/duration.ts";
import { SCANS } from "./scans.ts";
import type { Settings } from "./postgres/settings.ts";

/** Time between a commit and the moment when another node knows of it, on one network. */
const TYPICAL_MS = 20;

export const Options = z.strictObject({
  file: z
    .string()
    .min(1)
    .default("data/waymark.db")
    .describe(
      "Path of the SQLite file, relative to the working directory; `:memory:` keeps nothing.",
    ),
  url: z
    .string()
    .regex(/^postgres(?:ql)?:\/\//, "a URL of PostgreSQL begins with postgres://")
    .optional()
    .meta({ writeOnly: true })
    .describe(
      "Keeps the data in this database of PostgreSQL 15 or later, for any number of nodes: `postgres://user:password@host/database?sslmode=verify-full`.",
    ),
  migrate: z
    .enum(["auto", "verify", "off"])
    .default("auto")
    .describe(
      "How to start on a database without some of the declared tables, columns or indexes: `auto` creates them, and leaves what another revision on the same server may still declare to `waymark migrate`; `verify` refuses to start, for services that run `waymark migrate` before each rollout; `off` looks only whether the database was made at all, for those that have checked it before and start often. Only `auto` creates anything.",
    ),
  pool: z
    .strictObject({
      max: z.int().min(2).default(20).describe("Connections, half of them for writes."),
      wait: Duration.default("1s").describe("How long a query waits for one."),
    })
    .prefault({})
    .describe("The connections to PostgreSQL."),
  statementTimeout: Duration.default("10s").describe("How long a query of PostgreSQL may take."),
  versions: z
    .strictObject({
      mode: z
        .enum(["bounded", "exact"])
        .default("bounded")
        .describe("`exact`: each read request asks PostgreSQL first, so that no answer is stale."),
      poll: Duration.default("400ms").describe("How often to ask for changes by other nodes."),
      lease: Duration.default("1s").describe(
        "How long an answer to that may be used: then nothing that was kept is.",
      ),
      staleIfError: Duration.default("5m").describe(
        "Time for which the latest answers that everybody shares stand in while PostgreSQL fails; `0s` for not at all. Not with `exact`.",
      ),
    })
    .prefault({})
    .describe("How a node learns of changes by other nodes on PostgreSQL."),
});
export type Options = z.output<typeof Options>;

export function settingsOf({ pool, statementTimeout, versions }: Options, url: string): Settings {
  return {
    url,
    max: pool.max,
    waitMs: toMilliseconds(pool.wait),
    statementTimeoutMs: toMilliseconds(statementTimeout),
    versions: {
      mode: versions.mode,
      pollMs: toMilliseconds(versions.poll),
      leaseMs: toMilliseconds(versions.lease),
    },
  };
}

/** Returns 0 if no answer stands in for another answer. */
export function staleIfErrorSeconds({ url, versions: { mode, staleIfError } }: Options): number {
  return url === undefined || mode === "exact" ? 0 : toSeconds(staleIfError);
}

/** `Database.version` keeps this promise: cached lists are keyed by it, and it is read again for each request. */
export function guaranteeOf(options: Options): object {
  const {
    url,
    versions: { mode, lease, staleIfError },
  } = options;
  const strong = {
    scans: SCANS,
    model: "strong",
    visibility:
      "A finished write shows in every answer that begins after it, also one by another process on the same database.",
  };
  if (url === undefined) return strong;
  const shared = { scope: "cluster", engine: "PostgreSQL" };
  if (mode === "exact") return { ...strong, ...shared, typicalMs: 0, maxMs: 0 };
  const bound = `A finished write shows at once in the answers of the node that made it, and within ${lease} in those of all others.`;
  const seconds = staleIfErrorSeconds(options);
  const exception = ` While the database fails, answers that were current at most ${staleIfError} ago stand in for those that cannot be made, and say so with Age.`;
  return {
    ...shared,
    scans: SCANS,
    model: "bounded-staleness",
    visibility: seconds === 0 ? bound : bound + exception,
    typicalMs: TYPICAL_MS,
    maxMs: toMilliseconds(lease),
    ...(seconds > 0 && { staleIfErrorSeconds: seconds }),
  };
}
