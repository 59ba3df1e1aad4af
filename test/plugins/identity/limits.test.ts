/** The rate limit where callers are known, over a socket. */
import { describe, expect, it } from "vitest";
import { as, startNotes } from "./_setup.ts";

const plans = {
  free: { limit: 3, window: "10s" },
  pro: { limit: 5 },
  slow: { window: "90s" },
};
const rateLimit = { "rate-limit": { limit: 4, window: "60s" } };

async function start(access: object = {}, plugins: object = {}) {
  const server = await startNotes(
    { config: { plugins: { ...rateLimit, ...plugins } } },
    { plans, defaultPlan: "free", ...access },
  );
  const ask = async (headers: Readonly<Record<string, string>> = {}, path = "/api/open") => {
    const answer = await server.request(path, { headers });
    const all = Object.fromEntries(answer.headers);
    return { status: answer.status, headers: all, body: (await answer.json()) as never };
  };
  return { server, ask };
}

const limitsOf = (headers: Readonly<Record<string, string>>) => [
  headers["x-ratelimit-limit"],
  headers["x-ratelimit-remaining"],
  headers["ratelimit-policy"],
  headers["ratelimit"]?.replace(/t=\d+/, "t"),
];

describe("each caller has numbers of its own", () => {
  it.each([
    ["anonymous", {}, undefined, ["4", "3", '"default";q=4;w=60', '"default";r=3;t']],
    ["the default plan", as("ben"), "free", ["3", "2", '"free";q=3;w=10', '"free";r=2;t']],
    ["a plan without a window", as("pat"), "free", ["5", "4", '"pro";q=5;w=60', '"pro";r=4;t']],
    ["a plan without a limit", as("ben"), "slow", ["4", "3", '"slow";q=4;w=90', '"slow";r=3;t']],
    ["no plan", as("ben"), undefined, ["4", "3", '"default";q=4;w=60', '"default";r=3;t']],
  ])("%s", async (_name, headers, defaultPlan, expected) => {
    const { ask } = await start({ defaultPlan });
    const first = await ask(headers);
    expect(limitsOf(first.headers)).toEqual(expected);
    const limit = Number(expected[0]);
    const statuses = [];
    for (let sent = 1; sent <= limit; sent++) statuses.push((await ask(headers)).status);
    expect(statuses).toEqual([...Array.from({ length: limit - 1 }, () => 200), 429]);
    const { headers: refused, body } = await ask({
      ...headers,
      accept: "application/problem+json",
    });
    const [, name] = /^"([^"]+)"/.exec(expected[2] ?? "") ?? [];
    expect(body).toMatchObject({ code: "rate-limit-exceeded", "violated-policies": [name] });
    const { "retry-after": retryAfter, "x-ratelimit-reset": reset } = refused;
    expect(retryAfter).toBe(reset);
  });
});

it("counts principals apart from each other and from their network", async () => {
  const { ask } = await start();
  for (let sent = 0; sent < 4; sent++) await ask(as("ben"));
  expect((await ask(as("ben"))).status).toBe(429);
  expect((await ask(as("ann"))).status).toBe(200);
  for (let sent = 0; sent < 4; sent++) expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(429);
  expect((await ask(as("pat"))).status).toBe(200);
});

it("does not count preflights and exempt routes of principals", async () => {
  const { ask, server } = await start();
  for (let sent = 0; sent < 9; sent++) {
    await server.request("/api/open", { method: "OPTIONS", headers: as("ben") });
    await ask(as("ben"), "/api/rate-limit-demo");
  }
  expect((await ask(as("ben"))).headers["x-ratelimit-remaining"]).toBe("2");
});

it("counts the pages that a principal reads apart from its plan and its month", async () => {
  const { ask, server } = await start(
    { plans: { free: { limit: 3, requestsLimit: 2 } } },
    { usage: true, jobs: true },
  );
  for (let sent = 0; sent < 5; sent++) {
    const { headers, status } = await server.request("/docs", { headers: as("ben") });
    expect([status, headers.get("ratelimit-policy")]).toEqual([200, '"pages";q=600;w=60']);
  }
  const { status, headers } = await ask(as("ben"));
  expect([status, headers["x-ratelimit-remaining"]]).toEqual([200, "2"]);
});

it("publishes the numbers of every plan beside those of everybody", async () => {
  const { ask } = await start({
    plans: { ...plans, pro: { limit: 5, requestsLimit: 1000 } },
  });
  const shown = [
    { name: "free", limit: 3, windowSeconds: 10, isDefault: true },
    { name: "pro", limit: 5, windowSeconds: 60, requestsLimit: 1000 },
    { name: "slow", limit: 4, windowSeconds: 90 },
  ];
  expect((await ask({}, "/api/limits")).body).toMatchObject({
    limit: 4,
    windowSeconds: 60,
    plans: shown,
  });
  const policy = await ask({}, "/api/rate-limit-policy");
  expect(policy.body).toMatchObject({ name: "default", limit: 4, plans: shown });
  expect(policy.body).toMatchObject({ per: expect.stringMatching(/^principal/) });
});

it("keeps its counts when the plans are changed, under the new numbers at once", async () => {
  const { ask, server } = await start();
  await ask(as("pat"));
  await ask(as("pat"));
  const access = { plans: { pro: { limit: 30 } } };
  expect((await server.reload({ plugins: { ...rateLimit, access } })).revision).toBeDefined();
  expect(limitsOf((await ask(as("pat"))).headers)).toEqual([
    "30",
    "27",
    '"pro";q=30;w=60',
    '"pro";r=27;t',
  ]);
});

it.each([
  [{ 'a "plan"': {} }, /printable ASCII/],
  [{ free: { window: "1500ms" } }, /whole seconds/],
])("does not take the plans %j", async (refused, reason) => {
  await expect(startNotes({}, { plans: refused })).rejects.toThrow(reason);
});
