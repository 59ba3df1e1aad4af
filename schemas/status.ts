import { z } from "zod";
import { Health } from "./health.ts";
import { Version } from "./version.ts";

/** Health and version in one answer. */
export const Status = z.object({
  ...Health.omit({ checks: true }).shape,
  version: Version.shape.version,
});
