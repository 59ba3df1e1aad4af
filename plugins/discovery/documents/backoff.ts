import { toMilliseconds } from "waymark";
import { z } from "zod";
import { Duration } from "../../../schemas/duration.ts";
import type { Backoff } from "../../../schemas/documents/resilience.ts";

/** Options for exponential back-off. */
export const BackoffOptions = z
  .strictObject({
    base: Duration.default("500ms").describe(
      "The first wait; each following wait is twice as long.",
    ),
    max: Duration.default("30s").describe("The longest wait."),
    jitter: z
      .enum(["none", "full"])
      .default("full")
      .describe(
        "`full` waits a random part of the time, so that clients do not all return at once.",
      ),
  })
  .prefault({});

export function backoffOf({
  base,
  max,
  jitter,
}: z.output<typeof BackoffOptions>): z.output<typeof Backoff> {
  return {
    strategy: "exponential",
    baseMs: toMilliseconds(base),
    maxMs: toMilliseconds(max),
    jitter,
  };
}
