import { defineConformance } from "waymark/conformance";

const advice = { because: "advice to clients, which the server cannot follow for them" };

export default defineConformance({
  covers: { retryOn: advice, maxRetries: advice, backoff: advice },
});
