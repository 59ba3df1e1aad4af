/** The options of the console. */
import { z } from "zod";
import { Scope } from "../../../schemas/scope.ts";

export const Options = z.strictObject({
  scope: Scope.optional().describe(
    "Scope of callers who may use the console at the listener for clients, which then serves it. Default: the admin listener serves it to all who reach that.",
  ),
});
