import { z } from "zod";
import { Stability } from "./service.ts";

/** A version of the API, as opposed to a release of the server. */
export const ApiVersion = z
  .object({
    version: z.string(),
    stability: Stability,
    apiRoot: z.string().describe("Entry of the version: a path on this server, or a URL."),
    sunset: z.iso
      .date()
      .nullable()
      .describe("The day it stops answering; null when no day is set."),
  })
  .meta({ id: "ApiVersion" });
