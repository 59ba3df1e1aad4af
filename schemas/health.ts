import { z } from "zod";

/** `degraded`: the server answers, but a part of it does not work properly. */
export const HealthState = z.enum(["ok", "degraded", "down"]);

/** Observation, after draft-inadarei-api-health-check-06, section 4. */
export const HealthObservation = z
  .object({
    status: z.enum(["pass", "warn", "fail"]),
    time: z.iso.datetime(),
    output: z.string().optional().describe("The reason, unless the check passed."),
  })
  .meta({ id: "HealthObservation" });

/** Name of the service. */
const ServiceName = z.string().meta({ examples: ["waymark"] });

/** The health of the server: the health of its worst check. */
export const Health = z.object({
  status: HealthState,
  service: ServiceName,
  timestamp: z.iso.datetime().describe("When the checks last ran."),
  checks: z
    .record(z.string(), z.array(HealthObservation))
    .optional()
    .describe("Each check's result by `plugin:check`; in application/health+json only."),
});

/** The server's name and version. */
export const Version = z.object({
  service: ServiceName,
  version: z.string().meta({ examples: ["0.1.0"] }),
});

/** Version of one node among several. */
export const SharedVersion = Version.extend({
  revision: z
    .string()
    .describe(
      "What the node serves: equal on all nodes with the same plugins and config, so that a rollout shows.",
    ),
});

/** Health and version in one answer. */
export const Status = z.object({
  ...Health.omit({ checks: true }).shape,
  version: Version.shape.version,
});

/** Shows that the server answers. */
export const Ping = z.object({ pong: z.literal(true) });

/** Readiness of the server to take requests. */
export const Ready = z.object({
  ready: z
    .boolean()
    .describe(
      "False while the server starts, while it drains, and while something fails at it that may work at others.",
    ),
  service: ServiceName,
});

/** The server's time, in three forms. */
export const Time = z.object({
  iso: z.iso.datetime().describe("UTC with milliseconds."),
  epochMs: z.int().min(0).describe("Milliseconds since 1970-01-01T00:00Z."),
  timezone: z.literal("UTC"),
});
