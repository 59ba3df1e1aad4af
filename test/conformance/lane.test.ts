/** The lane and h3 give the same answers, but for what differs from request to request. */
import { expect, it, onTestFinished } from "vitest";
import { createTestServer, type TestServer } from "waymark/testing";

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

async function start(lane: boolean): Promise<TestServer> {
  const server = await createTestServer({
    lane,
    config: { baseUrl: "http://service.example", plugins: { "rate-limit": { limit: 100_000 } } },
  });
  onTestFinished(() => server.close());
  return server;
}

/** Everything of an answer that must be equal, request-bound values blanked out. */
async function fingerprint(answer: Response): Promise<unknown> {
  const headers = [...answer.headers].filter(([name]) => !PER_REQUEST.has(name));
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
    headers: headers.filter(
      ([name]) => !/"(timestamp|iso)"/.test(text) || !/etag|digest/.test(name),
    ),
    body: text.replaceAll(id, "").replace(/"(timestamp|iso|epochMs)":("[^"]+"|\d+)/g, '"$1":'),
  };
}

it("every path of the lane answers as it does through h3", async () => {
  const [fast, plain] = [await start(true), await start(false)];
  const paths = fast.registry.routes
    .filter(({ method, pattern }) => method === "GET" && pattern.params.length === 0)
    .map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(15);
  for (const path of paths) {
    for (const request of REQUESTS) {
      const init = { ...request, headers: { "accept-encoding": "identity", ...request.headers } };
      const [a, b, c] = [
        await fast.request(path, init),
        await plain.request(path, init),
        await plain.fetch(path, init),
      ];
      const expected = await fingerprint(b);
      expect(await fingerprint(a), `${path} ${JSON.stringify(init)}: lane and h3`).toEqual(
        expected,
      );
      expect(await fingerprint(c), `${path} ${JSON.stringify(init)}: memory and h3`).toEqual(
        expected,
      );
    }
  }
});
