/** Tasks in words, solved by a script that knows only the answers of the tools. */
import { afterAll, describe, expect, it } from "vitest";
import { createTestServer } from "waymark/testing";
import { operation, tool } from "./_mcp.ts";

const server = await createTestServer();
afterAll(() => server.close());

/** Calls that the script makes after the search: the operation, with its arguments. Default: none. */
type Step = readonly [name: string, args?: object];

/** The task, the calls, and what the last answer has in it. */
const TASKS: readonly (readonly [task: string, steps: readonly Step[], answer: RegExp])[] = [
  [
    "which offices have a failing integration?",
    [
      ["offices.listOffices", { fields: ["id"] }],
      ["integrations.listIntegrations", { officeId: "lisboa", filter: { status: "error" } }],
    ],
    /"status":"error"/,
  ],
  ["what milestones does the Lisbon office have?", [["offices.listOffices"]], /"hitos":/],
  [
    "give me the details of the office in Madrid",
    [
      ["offices.listOffices", { fields: ["id"] }],
      ["offices.getOffice", { officeId: "madrid" }],
    ],
    /"name":"Madrid"/,
  ],
  ["how many requests may I make per minute?", [["rate-limit.showLimits"]], /windowSeconds/],
  ["is everything up and running?", [["health.getHealth"]], /"status":"ok"/],
  ["which languages are supported?", [["locales.listLocales"]], /"code":"es"/],
  ["how large may a request body be?", [["size-limits.showSizeLimits"]], /Bytes/],
  ["what went into the latest release?", [["changelog.listReleases", { limit: 1 }]], /releases/],
  ["how do I authenticate?", [["auth-methods.showAuthMethods"]], /auth/i],
  ["when should I retry a failed call?", [["retry-policy.showRetryPolicy"]], /retry/i],
  ["what features are switched on?", [["capabilities.showCapabilities"]], /"graphql":true/],
  ["which errors can occur?", [["errors.listErrors"]], /resource-not-found/],
  ["what time is it on the server?", [["time.getTime"]], /T\d\d:/],
  ["which brains are there?", [["brains.listBrains", { fields: ["name"] }]], /Field notes/],
  ["how do I page through a long list?", [["lists.showPagination"]], /cursor/],
  ["how can I filter and sort lists?", [["lists.showQueryPolicy"]], /contains/],
  ["who do I contact about a security hole?", [["security-txt.showSecurityTxt"]], /Contact:/],
  ["which well known urls are there", [["well-known-paths.showWellKnownPaths"]], /security.txt/],
  ["is there an audit trail of changes", [["audit.showAudit"]], /"body"/],
  ["how much of my quota have I used?", [["usage.getUsage"]], /"body"/],
  ["what is the uptime objective?", [["slo.showSlo"]], /objective|target|availab/i],
  ["which version is deployed", [["version.getVersion"]], /"version":/],
  ["how long may answers be cached?", [["cache.showCachePolicy"]], /max-?age/i],
  ["which compression of responses is supported", [["encoding.showEncoding"]], /gzip/],
  ["which origins may call this API from browsers (CORS)?", [["cors.showCors"]], /origin/i],
  ["which routes are deprecated", [["deprecation.showDeprecationPolicy"]], /legacy/],
  ["list all types of data", [["schemas.listSchemas"]], /OfficesList/],
  ["are there webhooks", [["webhooks.showWebhooks"]], /"body"/],
  ["how do I make a write safe to repeat", [["idempotency.showIdempotency"]], /"body"/],
  [
    "query several resources at once",
    [["graphql.queryGraphql", { query: "{ offices { name } brains { name } }" }]],
    /Rotterdam.*Handbook/,
  ],
  ["how fast is each operation answered? show measurements", [["metrics.getMetrics"]], /"body"/],
  [
    "may I use this comercialy? read the terms of use",
    [["read_page", { path: "/terms" }]],
    /Terms/,
  ],
];

describe("thirty tasks in words are solved within five calls each", () => {
  it.each(TASKS)("%s", async (query, steps, answer) => {
    expect(1 + steps.length).toBeLessThanOrEqual(5);
    const found = await tool(server, "search_operations", { query });
    // A script, as a model, can only call what an answer has named.
    let known = JSON.stringify(found);
    for (const [name, args = {}] of steps) {
      const isPage = name === "read_page";
      expect(known).toContain(isPage ? Object(args).path : `"${name}"`);
      const result = await (isPage ? tool(server, name, args) : operation(server, name, args));
      expect(result.error).toBeUndefined();
      known += JSON.stringify(result);
    }
    expect(known).toMatch(answer);
  });
});

it("has thirty tasks, at least", () => expect(TASKS.length).toBeGreaterThanOrEqual(30));

it.each([
  ["offces", "offices.listOffices"],
  ["integrat", "integrations.listIntegrations"],
])("finds %s as well", async (query, first) => {
  const { operations } = await tool(server, "search_operations", { query });
  expect(Object(operations)[0]).toMatchObject({ operation: first });
});

it("says of each operation what a call needs", async () => {
  const { operations } = await tool(server, "search_operations", { query: "integrations" });
  expect(operations).toContainEqual({
    operation: "integrations.listIntegrations",
    method: "GET",
    path: "/api/offices/{officeId}/integrations",
    summary: "List the integrations of an office.",
    needs: { arguments: ["officeId"] },
    fields: expect.arrayContaining(["id", "status"]),
  });
});

it("says what to do where nothing is found", async () => {
  expect(await tool(server, "search_operations", { query: "the of and" })).toMatchObject({
    operations: [],
    total: 0,
    hint: "Use other words, or fewer.",
  });
});
