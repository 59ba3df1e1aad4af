import { toMilliseconds } from "waymark";
import { z } from "zod";
import { Duration } from "../../../schemas/duration.ts";
import { LocalizedText } from "../../shared/languages.ts";
import { Access } from "./levels.ts";

const LimitWindow = Duration.refine(
  (window) => toMilliseconds(window) > 0,
  "a window is longer than nothing",
).refine(
  (window) => toMilliseconds(window) % 1000 === 0, // the headers have whole seconds
  'the window of a plan must be whole seconds, such as "60s"',
);

/** Names become strings in RateLimit and RateLimit-Policy (RFC 9651, section 3.3.3). */
const PLAN_NAME = /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/;

export const Options = z.strictObject({
  obtain: LocalizedText.optional().meta({
    description:
      "How to get a credential, for people: a URL, or a text, which may be one for each language. Shown on the pages for developers, when a request has no valid credential, and at /api/auth-methods.",
    examples: ["https://example.com/keys", { en: "Write to keys@example.com." }],
  }),
  require: z
    .record(z.string(), Access)
    .default({})
    .meta({
      description:
        "What plugins and routes ask for beyond what their authors wrote, by plugin id or plugin.routeId: authenticated, or scopes.",
      examples: [{ brains: "authenticated", "offices.listOffices": { scopes: ["offices:read"] } }],
    }),
  plans: z
    .record(
      z.string(),
      z.strictObject({
        limit: z
          .int()
          .min(1)
          .optional()
          .describe("Requests per window. Default: the rate limit's."),
        window: LimitWindow.optional().describe(
          "Length of the window, in whole seconds. Default: the rate limit's.",
        ),
        requestsLimit: z
          .int()
          .min(0)
          .optional()
          .describe("Requests per calendar month. Default: any number."),
      }),
    )
    .refine(
      (plans) => Object.keys(plans).every((name) => PLAN_NAME.test(name)),
      'the name of a plan is printable ASCII without " and \\',
    )
    .default({})
    .meta({
      description: "Plans of principals, by name.",
      examples: [{ free: { limit: 60, window: "60s", requestsLimit: 10_000 } }],
    }),
  defaultPlan: z
    .string()
    .optional()
    .describe("Plan of principals without a plan. Default: no plan."),
  failures: z
    .int()
    .min(1)
    .default(20)
    .describe(
      "Failed authentications per minute and network; further credentials are refused unseen.",
    ),
});
export type Options = z.output<typeof Options>;
