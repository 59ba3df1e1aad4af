/** The fast path and h3 send the same answers, except for headers that differ from request to request. */
import { expect, it } from "vitest";
import type { TestServer } from "waymark/testing";
import { startServer } from "../_setup.ts";

/** Headers that belong to one request or connection. */
const PER_REQUEST = new Set([
  "date",
  "x-request-id",
  "traceparent",
  "server-timing",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "ratelimit",
  "connection",
  "keep-alive",
]);

const REQUESTS: readonly RequestInit[] = [
  {},
  { method: "HEAD" },
  { headers: { "accept-encoding": "gzip" } },
  { headers: { "accept-encoding": "identity;q=0" } },
  { headers: { accept: "application/yaml, application/problem+json;q=0.5" } },
  { headers: { accept: "application/json;q=0" } },
  { headers: { prefer: "return=minimal" } },
  { headers: { "if-none-match": "*" } },
  { headers: { "if-match": '"other"' } },
  { headers: { "want-digest": "sha-256", "want-repr-digest": "sha-256=3" } },
  {
    headers: {
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      tracestate: "a=1",
    },
  },
];

const QUERIES = [
  "",
  "?",
  "?limit=1&fields=id,nonsense",
  "?limit=%30&sort=%2Dname&filter[%zz]='\"<",
];

const CASES: readonly (readonly [request: RequestInit, query: string])[] = [
  ...REQUESTS.map((request) => [request, ""] as const),
  ...QUERIES.map((query) => [{}, query] as const),
];

/** Paths without a route, as far as the fast path can tell and beyond. */
const UNKNOWN: readonly string[] = [
  "/nothing",
  "/api/nothing-here",
  "/api/nothing/",
  "/api/offices/a/b/c",
  "/API/offices",
  "/api//offices",
  "/api/%6fffices/",
  "/api/.env",
  "/docs",
  "/docs/nothing/here",
  "/wp-login.php",
];

async function start(fastPath: boolean): Promise<TestServer> {
  return startServer({
    fastPath,
    config: { baseUrl: "http://service.example", plugins: { "rate-limit": { limit: 100_000 } } },
  });
}

/** Everything of an answer that must be equal, request-bound values blanked out: the numbers of volatile bodies too. */
async function fingerprint(answer: Response, volatile: boolean): Promise<unknown> {
  const headers = [...answer.headers].filter(
    ([name]) => !PER_REQUEST.has(name) && !(volatile && /content-length|etag|digest/.test(name)),
  );
  // fetch() decodes what comes over a socket; of an encoded body the ETag, a hash of its bytes, says enough.
  const bytes = await answer.arrayBuffer();
  const text = answer.headers.has("content-encoding")
    ? ""
    : new TextDecoder("latin1").decode(bytes);
  const id = answer.headers.get("x-request-id") ?? "";
  const names = [...answer.headers.keys()]
    .filter((name) => name !== "connection" && name !== "keep-alive")
    .toSorted();
  return {
    status: answer.status,
    names,
    headers,
    body: text.replaceAll(id, "").replace(volatile ? /\d+([.,]\d+)*(e-\d+)?/g : /$^/, "0"),
  };
}

/** Starts a server with the fast path and one without, and returns what compares their answers. */
async function startBoth() {
  const [fast, plain] = [await start(true), await start(false)];
  const compare = async (target: string, init: RequestInit, volatile: boolean) => {
    const expected = await fingerprint(await plain.request(target, init), volatile);
    const about = `${target} ${JSON.stringify(init)}`;
    const answer = await fast.request(target, init);
    expect(await fingerprint(answer, volatile), `${about}: fast path and h3`).toEqual(expected);
    const inMemory = await plain.fetch(target, init);
    expect(await fingerprint(inMemory, volatile), `${about}: memory and h3`).toEqual(expected);
  };
  return { fast, compare };
}

it("every path of the fast path answers as it does through h3", async () => {
  const { fast, compare } = await startBoth();
  const routes = fast.registry.routes.filter(
    ({ method, kind, pattern }) =>
      method === "GET" && kind !== "stream" && pattern.params.length === 0,
  );
  expect(routes.length).toBeGreaterThan(15);
  for (const { path, declaration } of routes) {
    const volatile = declaration.cache === "no-store";
    for (const [request, query] of CASES) {
      const headers = { "accept-encoding": "identity", ...request.headers };
      await compare(`${path}${query}`, { ...request, headers }, volatile);
    }
  }
});

it("paths without a route, and those that only the router knows, answer as they do through h3", async () => {
  const { fast, compare } = await startBoth();
  // A parameter takes any segment, so that none of these may be held unknown.
  const filled = fast.registry.routes.flatMap(({ method, path, kind, pattern }) =>
    method === "GET" && kind !== "stream" && pattern.params.length > 0
      ? [path.replace(/\{[^}]*\}/g, "x")]
      : [],
  );
  for (const path of [...UNKNOWN, ...filled])
    for (const method of ["GET", "HEAD"])
      await compare(path, { method, headers: { "accept-encoding": "identity" } }, false);
});
