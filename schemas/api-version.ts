import { z } from "zod";
import { Stability } from "./service.ts";

/** A version of the API, as opposed to a release of the service. */
export const ApiVersion = z
  .object({
    version: z.string(),
    stability: Stability,
    apiRoot: z.string().describe("Where it is entered: a path of this service, or a URL."),
    sunset: z.iso.date().nullable().describe("The day it stops answering; null when none is set."),
  })
  .meta({ id: "ApiVersion" });
