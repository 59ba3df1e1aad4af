import { defineProof } from "waymark/conformance";

const advice = { because: "advice to clients, which the server cannot follow for them" };

export default defineProof({ proves: { retryOn: advice, maxRetries: advice, backoff: advice } });
