/** The plugins that golden boot errors begin with, where a case does not bring its own. */
import { z } from "zod";
import { definePlugin } from "waymark";
import waymark from "waymark/preset";

const RateLimitOptions = z.strictObject({
  limit: z.int().min(1).default(600).meta({ description: "Requests per window" }),
  windowSeconds: z.int().min(1).default(60),
  storage: z
    .strictObject({ kind: z.enum(["memory", "shared"]), path: z.string().optional() })
    .optional(),
  token: z.string().meta({ writeOnly: true }).optional(),
});

const DORMANT = new Set(["id", "api", "summary", "implementation"]);

export const preset = [
  definePlugin({ id: "cors", summary: "Shares answers with other origins." }),
  definePlugin({ id: "rate-limit", summary: "Limits requests.", options: RateLimitOptions }),
  definePlugin({ id: "store", summary: "Keeps data." }),
  definePlugin({ id: "clock", summary: "Returns the time." }),
  ...waymark.filter((plugin) => Object.keys(plugin).every((key) => DORMANT.has(key))),
];
