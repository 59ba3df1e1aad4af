import { defineConformance } from "waymark/conformance";

const advice = {
  because: "advice to clients: the exported one follows it, and the server cannot for others",
};

export default defineConformance({
  covers: { retryOn: advice, maxRetries: advice, backoff: advice },
});
