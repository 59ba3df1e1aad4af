/** GraphQL over HTTP: statuses and media types in each mode, conditional GET, and input that is not a request. */
import { expect, it } from "vitest";
import { describeMatrix } from "../../_setup.ts";
import { get, GRAPHQL, JSON_ONLY, post } from "./_setup.ts";

/** The fault, if any, and the statuses for clients that know the type and for those that know JSON only. */
const TABLE: readonly (readonly [string, object, ours: number, legacy: number])[] = [
  ["nothing", { query: "{ service }" }, 200, 200],
  ["a field that fails", { query: `{ office(officeId: "x") { id } }` }, 200, 200],
  ["an unknown member", { query: "{ service }", other: [1] }, 200, 200],
  [
    "null members",
    { query: "{ service }", variables: null, operationName: null, extensions: null },
    200,
    200,
  ],
  ["an empty operation name", { query: "{ service }", operationName: "" }, 200, 200],
  [
    "the first of two operations",
    { query: "query a { service } query b { version }", operationName: "a" },
    200,
    200,
  ],
  ["a document that does not parse", { query: "{" }, 400, 200],
  ["an empty document", { query: "" }, 400, 200],
  ["an unknown field", { query: "{ nothing }" }, 422, 200],
  [
    "one of two operations, unnamed",
    { query: "query a { service } query b { version }" },
    422,
    200,
  ],
  [
    "an operation that is not there",
    { query: "query a { service }", operationName: "b" },
    422,
    200,
  ],
  [
    "a variable of another type",
    { query: "query($a: Int) { brains(limit: $a) { id } }", variables: { a: "x" } },
    422,
    200,
  ],
  ["a missing variable", { query: "query($a: Int!) { brains(limit: $a) { id } }" }, 422, 200],
  ["a mutation", { query: "mutation { a }" }, 422, 200],
  ["a subscription", { query: "subscription { a }" }, 422, 200],
];

/** Bodies that are not a GraphQL request: refused before GraphQL, in its form. */
const MALFORMED: readonly (readonly [string, unknown, status: number])[] = [
  ["no JSON", "{", 400],
  ["nothing", "", 400],
  ["broken UTF-8 in effect", '{"query": "\u{D800}', 400],
  ["null", "null", 422],
  ["a string", '"{ service }"', 422],
  ["a batch", [{ query: "{ service }" }], 422],
  ["no query", {}, 422],
  ["a query of another type", { query: ["{ service }"] }, 422],
  ["variables as a list", { query: "{ service }", variables: [7] }, 422],
  ["variables as text", { query: "{ service }", variables: "{}" }, 422],
  ["an operation name of another type", { query: "{ service }", operationName: 1 }, 422],
  ["extensions as text", { query: "{ service }", extensions: "x" }, 422],
];

describeMatrix(
  "GraphQL over HTTP",
  { config: { plugins: { "rate-limit": { limit: 10_000 } } } },
  (ask) => {
    it.each(TABLE)("POST with %s", async (_what, body, ours, legacy) => {
      const modes = [
        [undefined, GRAPHQL, ours],
        ["*/*", GRAPHQL, ours],
        [GRAPHQL, GRAPHQL, ours],
        [`${GRAPHQL}, application/json;q=0.9`, GRAPHQL, ours],
        [JSON_ONLY, JSON_ONLY, legacy],
        [`application/json, ${GRAPHQL};q=0.5`, JSON_ONLY, legacy],
      ] as const;
      for (const [accept, type, status] of modes) {
        const answer = await post(ask, body, accept === undefined ? {} : { accept });
        const received = {
          accept,
          status: answer.status,
          type: answer.headers.get("content-type"),
        };
        expect(received).toEqual({ accept, status, type });
        expect(answer.headers.get("vary")).toBe("Accept, Accept-Encoding");
        expect(answer.headers.get("cache-control")).toBe("no-store");
        const { data, errors, ...others } = (await answer.json()) as Record<string, unknown>;
        expect(others).toEqual({});
        expect(data === undefined, "without data exactly when it was not run").toBe(ours !== 200);
        if (ours !== 200) expect(errors).not.toHaveLength(0);
      }
    });

    it.each(MALFORMED)("refuses a body that is %s (B6)", async (_what, body, status) => {
      const code = status === 400 ? "bad-request" : "unprocessable-content";
      for (const [accept, type] of [
        ["*/*", GRAPHQL],
        [GRAPHQL, GRAPHQL],
        [`${GRAPHQL}, application/json;q=0.9`, GRAPHQL],
        [JSON_ONLY, JSON_ONLY],
      ] as const) {
        const answer = await post(ask, body, { accept });
        const received = {
          accept,
          status: answer.status,
          type: answer.headers.get("content-type"),
        };
        expect(received).toEqual({ accept, status, type });
        expect(await answer.json()).toEqual({
          errors: [
            {
              message: expect.any(String),
              extensions: expect.objectContaining({ code, status, requestId: expect.any(String) }),
            },
          ],
        });
      }
      const problem = await post(ask, body, { accept: "application/problem+json" });
      expect(problem.headers.get("content-type")).toBe("application/problem+json");
      expect(await problem.json()).toMatchObject({ code, status });
    });

    it.each<[string, Record<string, string>, string, object]>([
      [
        "GraphQL's form",
        {},
        GRAPHQL,
        { errors: [{ extensions: { code: "bad-request", status: 400 } }] },
      ],
      ...["*/*", JSON_ONLY].map((accept): [string, Record<string, string>, string, object] => [
        "GraphQL's form, as POST does (T0d)",
        {},
        accept,
        { errors: [{ extensions: { code: "bad-request", status: 400 } }] },
      ]),
      ["a problem", {}, "application/problem+json", { code: "bad-request", status: 400 }],
      [
        "GraphQL's form",
        { query: "mutation { a }" },
        GRAPHQL,
        { errors: [{ extensions: { code: "method-not-allowed", status: 405 } }] },
      ],
    ])("answers a refused GET in %s: %j, %s (B6)", async (_what, parameters, accept, expected) => {
      const answer = await get(ask, parameters, { headers: { accept } });
      expect(await answer.json()).toMatchObject(expected);
    });

    it("says which members of a body are wrong (B6)", async () => {
      const answer = await post(ask, { query: 1 });
      const [error] = ((await answer.json()) as { errors: [{ extensions: object }] }).errors;
      expect(error.extensions).toMatchObject({ errors: [{ pointer: "/query" }] });
    });

    it.each([
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/graphql",
    ])("takes no %s, which browsers send to other origins without asking", async (type) => {
      const answer = await post(ask, { query: "{ service }" }, { "content-type": type });
      expect(answer.status).toBe(415);
      expect(answer.headers.get("accept")).toBe("application/json");
    });

    it("refuses a body that is too large and an Accept that rules everything out", async () => {
      expect((await post(ask, { query: `{ service } #${"x".repeat(1_100_000)}` })).status).toBe(
        413,
      );
      const accept = `${GRAPHQL};q=0`;
      expect((await post(ask, { query: "{ service }" }, { accept })).status).toBe(406);
    });

    it.each<[string, Record<string, string>, number]>([
      ["a query", { query: "{ service }" }, 200],
      ["a query in a comment's company", { query: "# a\n{ service }" }, 200],
      [
        "empty parameters",
        { query: "{ service }", operationName: "", variables: "", extensions: "" },
        200,
      ],
      ["null variables", { query: "{ service }", variables: "null" }, 200],
      [
        "variables",
        { query: "query($a: Int) { brains(limit: $a) { id } }", variables: `{"a":1}` },
        200,
      ],
      ["a document that does not parse", { query: "{" }, 400],
      ["an unknown field", { query: "{ nothing }" }, 422],
      ["no query", {}, 400],
      ["variables that are not JSON", { query: "{ service }", variables: "{" }, 400],
      ["variables that are a list", { query: "{ service }", variables: "[7]" }, 400],
      ["extensions that are text", { query: "{ service }", extensions: '"x"' }, 400],
    ])("GET with %s", async (_what, parameters, status) => {
      expect((await get(ask, parameters)).status).toBe(status);
      expect((await get(ask, parameters, { method: "HEAD" })).status).toBe(status);
    });

    it.each(["mutation { a }", "subscription { a }", "query a { service } mutation b { a }"])(
      "runs queries only with GET: %s",
      async (text) => {
        const parameters = {
          query: text,
          ...(text.startsWith("query") ? { operationName: "b" } : {}),
        };
        const answer = await get(ask, parameters);
        expect(answer.status).toBe(405);
        expect(answer.headers.get("allow")).toBe("GET, HEAD, POST, OPTIONS");
        expect(answer.headers.get("content-type")).toBe(GRAPHQL);
      },
    );

    it("answers GET with what caches need, and 304 while nothing has changed", async () => {
      const parameters = { query: "{ brains { id } }" };
      const first = await get(ask, parameters);
      const etag = first.headers.get("etag") ?? "";
      expect(first.headers.get("cache-control")).toBe("public, max-age=0");
      expect(first.headers.get("vary")).toBe("Accept, Accept-Encoding");
      expect(first.headers.get("link")).toContain('</api/schemas/GraphQLResponse>; rel="profile"');
      const again = await get(ask, parameters, { headers: { "if-none-match": etag } });
      expect(again.status).toBe(304);
      const other = await get(
        ask,
        { query: "{ brains { name } }" },
        { headers: { "if-none-match": etag } },
      );
      expect(other.status).toBe(200);
    });

    it("names its methods", async () => {
      expect((await ask("/api/graphql", { method: "OPTIONS" })).headers.get("allow")).toBe(
        "GET, HEAD, POST, OPTIONS",
      );
      expect((await ask("/api/graphql", { method: "PUT" })).status).toBe(405);
    });
  },
);
