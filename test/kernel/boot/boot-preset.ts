/** The plugins that golden boot errors begin with, where a case does not bring its own. */
import { z } from "zod";
import { definePlugin } from "waymark";

const RateLimitOptions = z.strictObject({
  limit: z.int().min(1).default(600).meta({ description: "Requests per window" }),
  windowSeconds: z.int().min(1).default(60),
  storage: z
    .strictObject({ kind: z.enum(["memory", "shared"]), path: z.string().optional() })
    .optional(),
  token: z.string().meta({ writeOnly: true }).optional(),
});

export const preset = [
  definePlugin({ id: "cors", summary: "Shares answers with other origins." }),
  definePlugin({ id: "rate-limit", summary: "Limits requests.", options: RateLimitOptions }),
  definePlugin({ id: "store", summary: "Keeps data." }),
  definePlugin({ id: "clock", summary: "Returns the time." }),
];
