import { definePlugin } from "waymark";

/** Code of its own, because no limit was exceeded and the limiter may be off. */
const CODE = "rate-limit-demo";

export default definePlugin({
  id: "rate-limit-demo",
  summary: "Lets clients test how they handle a 429.",
  section: "policies",
  icon: "M5.4 1.75h5.2l3.65 3.65v5.2l-3.65 3.65H5.4L1.75 10.6V5.4zM5.25 8h5.5",
  errors: {
    [CODE]: {
      status: 429,
      message: "This resource always answers as if a limit were exceeded.",
      cause: "The resource is there for tests of clients: it refuses every request.",
      remedy:
        "Check that the client waits as many seconds as `Retry-After` says. Nothing is wrong.",
    },
  },

  routes: {
    showRateLimit: {
      method: "GET",
      path: "/api/rate-limit-demo",
      summary: "Always answers 429.",
      // Short, so that tests of clients are.
      alwaysFails: { code: CODE, retryAfter: "5s" },
      publish: { rootLink: "rateLimitDemo" },
      cache: "no-store",
      rateLimit: "exempt",
    },
  },
});
