import { definePlugin } from "waymark";
import { z } from "zod";
import { Duration } from "../../schemas/duration.ts";

/** Not the limiter's own code: whoever asks has exceeded nothing, and may have the limiter switched off. */
const CODE = "rate-limit-demo";

const Options = z.strictObject({
  retryAfter: Duration.default("5s").describe("What Retry-After asks clients to wait."),
});

export default definePlugin({
  id: "rate-limit-demo",
  summary: "Lets clients try what they do when they are told to wait.",
  options: Options,
  errors: {
    [CODE]: {
      status: 429,
      message: "This resource always answers as if a limit were exceeded, and counts against none.",
    },
  },

  routes: ({ retryAfter }) => ({
    showRateLimit: {
      method: "GET",
      path: "/api/rate-limit-demo",
      summary: "Be told to wait, whatever was asked before.",
      fails: { code: CODE, retryAfter },
      publish: { rootLink: "rateLimitDemo" },
      cache: "no-store",
      rateLimit: "exempt",
    },
  }),
});
