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

describe("error pages lead on", () => {
  it.each([
    ["GET", "/api/offices?limit=0", "bad-request", ["offices.listOffices"]],
    ["GET", "/api/bulk", "method-not-allowed", ["bulk.runBulk"]],
    ["GET", "/api/offices/none", "resource-not-found", ["offices.getOffice"]],
    ["GET", "/api/graphql", "bad-request", ["graphql.queryGraphql", "graphql.postGraphql"]],
    ["GET", "/nowhere", "not-found", []],
    ["POST", "/status", "method-not-allowed", []],
  ])("%s %s to its error and its operations", async (method, path, code, operations) => {
    const server = await createTestServer();
    onTestFinished(() => server.close());
    const answer = await server.request(path, { method, headers: { accept: "text/html" } });
    const hrefs = [...(await answer.text()).matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
    expect(hrefs).toContain(`/developers/errors#${code}`);
    expect(hrefs.filter((href) => href?.startsWith("/developers/operations/"))).toEqual(
      operations.map((ref) => `/developers/operations/${ref}`),
    );
  });

  it("not to pages that are off", async () => {
    const server = await createTestServer({ config: { plugins: { reference: false } } });
    onTestFinished(() => server.close());
    const headers = { accept: "text/html" };
    const page = await (await server.fetch("/api/offices?limit=0", { headers })).text();
    expect(page).toContain("<code>bad-request</code>");
    expect(page).not.toMatch(/developers\/(?:errors|operations)/);
  });
});
