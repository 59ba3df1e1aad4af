import { describe, expect, it, onTestFinished } from "vitest";
import { definePlugin } from "waymark";
import { createTestServer } from "waymark/testing";
import { json } from "../../_setup.ts";

const AGAIN = "Try again in a moment.";

const failing = definePlugin({
  id: "failing",
  summary: "Fails in several ways.",
  routes: {
    break: {
      method: "GET",
      path: "/broken",
      summary: "Break.",
      text: { mediaType: "text/plain" },
      cache: "no-store",
    },
    rest: {
      method: "GET",
      path: "/resting",
      summary: "Rest.",
      alwaysFails: { code: "service-unavailable", retryAfter: "1s" },
      cache: "no-store",
    },
  },
  handlers: () => ({
    break: () => {
      throw new Error("broken");
    },
  }),
});

/** Method, path and status of requests that are refused. */
const REFUSED = [
  ["GET", "/nowhere", 404],
  ["DELETE", "/api/brains", 405],
  ["GET", "/api/rate-limit-demo", 429],
  ["GET", "/broken", 500],
  ["POST", "/api/bulk", 501],
  ["GET", "/resting", 503],
] as const;

describe("error pages advise to try again where the retry policy does, and nowhere else (B4)", () => {
  it.each([
    ["by default", {}],
    ["as the operator says", { "retry-policy": { retryOn: [500, 501] } }],
    ["without a retry policy", { "retry-policy": false }],
  ])("%s", async (_name, plugins) => {
    const server = await createTestServer({ config: { plugins: { failing, ...plugins } } });
    onTestFinished(() => server.close());
    const { retryOn } = await json<{ retryOn?: number[] }>(await server.fetch("/api/retry-policy"));
    for (const [method, path, status] of REFUSED) {
      const answer = await server.request(path, { method, headers: { accept: "text/html" } });
      const advises = (await answer.text()).includes(AGAIN);
      const isListed = retryOn?.includes(status) ?? false;
      expect([path, answer.status, advises]).toEqual([path, status, isListed]);
    }
  });
});
