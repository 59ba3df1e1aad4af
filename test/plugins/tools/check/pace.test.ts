/** Limits are waited for, unless the route itself answers so. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { definePlugin } from "waymark";
import type { Answer, Question } from "waymark/conformance";
import { boot } from "../../../../kernel/host/boot/boot.ts";
import { Traffic } from "../../../../plugins/tools/shared/pace.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const get = { method: "GET", summary: "Ask.", cache: "no-store" } as const;
const queue = definePlugin({
  id: "queue",
  summary: "Lets clients wait.",
  errors: { "queue-full": { status: 429, message: "The queue is full." } },
  routes: {
    ask: { ...get, path: "/ask", text: { mediaType: "text/plain" } },
    join: { ...get, path: "/queues/{name}", alwaysFails: { code: "queue-full", retryAfter: "7s" } },
  },
  handlers: () => ({ ask: () => "Yes?" }),
});

/** Requests and waits that a question takes at a service of others that always sends the same answer. */
async function asked(
  target: string,
  question: Question,
  { status = 429, code = "some-limit", headers = { "retry-after": "7" } as Answer["headers"] },
) {
  const { registry } = await boot({ cwd: "/", env: {}, file: false, preset: [queue] });
  const seen = { requests: 0, waits: [] as number[] };
  const method = question.method ?? "GET";
  const body = Buffer.from(method === "HEAD" ? "" : JSON.stringify({ error: { code } }));
  const { ask } = new Traffic(
    registry,
    {
      origin: "https://service.example",
      exclusive: false,
      client: {
        ask: async (path, { headers: requestHeaders = {} } = {}) => {
          seen.requests += 1;
          return {
            method,
            target: path,
            requestHeaders,
            caseHeaders: requestHeaders,
            status,
            headers,
            repeated: [],
            body,
          };
        },
        close() {},
      },
    },
    { requestHeaders: () => ({ "x-carried": "1" }), quotaOf: () => undefined },
    (text) => seen.waits.push(Number(/\d+/.exec(text))),
  );
  const answer = ask(target, { headers: { "x-named": "2" }, ...question });
  await vi.runAllTimersAsync();
  const { requestHeaders, caseHeaders } = await answer;
  expect({ requestHeaders, caseHeaders }).toEqual({
    requestHeaders: { "x-carried": "1", "x-named": "2" },
    caseHeaders: { "x-named": "2" },
  });
  return seen;
}

const PATIENT = { requests: 4, waits: [7, 7, 7] };
const AT_ONCE = { requests: 1, waits: [] };

it.each<[string, string, Question, Parameters<typeof asked>[2], object]>([
  ["a limit of any policy", "/ask", {}, {}, PATIENT],
  ["a limit that HEAD shows", "/ask", { method: "HEAD" }, {}, PATIENT],
  ["a limit before a route that declares another", "/queues/first?x=1", {}, {}, PATIENT],
  ["what the route declares", "/queues/first", {}, { code: "queue-full" }, AT_ONCE],
  ["what the route may have declared", "/queues/first", { method: "HEAD" }, {}, AT_ONCE],
  ["a limit that is asked for", "/ask", { noRetry: true }, {}, AT_ONCE],
  ["a limit that says nothing of time", "/ask", {}, { headers: {} }, AT_ONCE],
  ["other answers", "/ask", {}, { status: 503 }, AT_ONCE],
])("%s", async (_name, target, question, answer, expected) => {
  expect(await asked(target, question, answer)).toEqual(expected);
});

it.each([
  ["leaves half of a limit to others, and counts what it used (C3)", false, 3, 5],
  ["uses all of a limit that it does not share", true, 0, 10],
])("%s", async (_what, spends, pauses, used) => {
  const { registry } = await boot({ cwd: "/", env: {}, file: false, preset: [queue] });
  const limit = 10;
  let remaining = limit;
  let until = 0;
  const waits: string[] = [];
  const traffic = new Traffic(
    registry,
    {
      origin: "https://service.example",
      exclusive: false,
      spends,
      client: {
        ask: async (target) => {
          if (Date.now() >= until) [remaining, until] = [limit, Date.now() + 60_000];
          remaining -= 1;
          const empty = { requestHeaders: {}, caseHeaders: {}, repeated: [] };
          return { ...empty, method: "GET", target, status: 200, headers: {}, body: Buffer.of() };
        },
        close() {},
      },
    },
    {
      requestHeaders: () => ({}),
      quotaOf: () => ({ limit, remaining, resetSeconds: Math.ceil((until - Date.now()) / 1000) }),
    },
    (text) => waits.push(text),
  );
  for (let sent = 0; sent < 20; sent++) {
    const answer = traffic.ask("/ask");
    await vi.runAllTimersAsync();
    await answer;
    expect(remaining).toBeGreaterThanOrEqual(limit - used);
    if (remaining === 0) until = 0; // as if the server had let the window go by
  }
  expect(waits).toEqual(
    Array.from(
      { length: pauses },
      () => "waiting 60 s, because half of the quota is left to others",
    ),
  );
  expect(traffic).toMatchObject({ requests: 20, quota: { limit, used } });
});
