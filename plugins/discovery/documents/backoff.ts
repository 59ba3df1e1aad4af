import type { z } from "zod";
import type { Backoff } from "../../../schemas/documents/resilience.ts";

/** The waits that clients are advised to keep, and that deliveries are planned with. */
export const BACKOFF: z.output<typeof Backoff> = {
  strategy: "exponential",
  baseMs: 500,
  maxMs: 30_000,
  jitter: "full",
};
