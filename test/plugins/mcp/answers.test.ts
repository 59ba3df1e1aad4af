/** Answers and errors of tools: links as calls, pages, parts that are left out, and hints. */
import { describe, expect, it } from "vitest";
import { message, operation, startMcp, tool } from "./_mcp.ts";

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

it("names related operations with their arguments, and the next page", async () => {
  const server = await startMcp();
  const args = { fields: ["id"], limit: 2, filter: { name: { contains: "d" } }, sort: ["-id"] };
  const first = await operation(server, "offices.listOffices", args);
  expect(first).toMatchObject({
    status: 200,
    body: { offices: [{ id: "rotterdam" }, { id: "medellin" }] },
    itemLinks: {
      item: { operation: "offices.getOffice", arguments: { officeId: "{id}" } },
      integrations: { operation: "integrations.listIntegrations" },
    },
    links: { next: { operation: "offices.listOffices" } },
  });
  const next = Object(first["links"]).next as { operation: string; arguments: object };
  const second = await operation(server, next.operation, next.arguments);
  expect(second).toMatchObject({ body: { offices: [{ id: "madrid" }] } });
  expect(Object(second["links"]).next).toBeUndefined();
});

describe("an answer above maxAnswerTokens", () => {
  it("of a list has fewer items, and says how to go on", async () => {
    const server = await startMcp({ maxAnswerTokens: 500 });
    const answer = await operation(server, "errors.listErrors");
    expect(sizeOf(answer)).toBeLessThanOrEqual(2000);
    expect(Object(answer["body"]).errors.length).toBeGreaterThan(2);
    expect(answer["leftOut"]).toMatchObject({
      parts: [{ at: "/errors", items: expect.any(Number), bytes: expect.any(Number) }],
      hint: expect.stringMatching(/name `fields` \(such as code, .*set `limit` to \d+ and follow/),
    });
    const less = await operation(server, "errors.listErrors", { fields: ["code"], limit: 5 });
    expect(less["leftOut"]).toBeUndefined();
  });

  it("of a document names the parts that were left out, each to be read alone", async () => {
    const server = await startMcp({ maxAnswerTokens: 2000 });
    const answer = await operation(server, "openapi.showOpenapi");
    expect(sizeOf(answer)).toBeLessThanOrEqual(8000);
    const { parts } = answer["leftOut"] as { parts: { at: string }[] };
    expect(parts.map(({ at }) => at)).toEqual(expect.arrayContaining(["/paths", "/components"]));
    const at = "/components/schemas/Office";
    const part = await tool(server, "call_operation", { operation: "openapi.showOpenapi", at });
    expect(part).toMatchObject({ body: { type: "object", properties: { id: {} } } });
    expect(part["leftOut"]).toBeUndefined();
  });

  it("of a page goes on where it ended", async () => {
    const server = await startMcp({ maxAnswerTokens: 500 });
    let text = "";
    let from: unknown = 0;
    while (from !== undefined) {
      const part = await tool(server, "read_page", { path: "/docs", from });
      expect(sizeOf(part)).toBeLessThanOrEqual(2000);
      text += String(part["markdown"]);
      from = part["next"];
    }
    const page = await server.request("/docs", { headers: { accept: "text/markdown" } });
    expect(text).toBe(await page.text());
  });
});

describe("an error", () => {
  const call = (name: string, args: object = {}) => ["call_operation", name, args] as const;
  it.each([
    [call("offices.getOfice"), { code: "bad-request", hint: /Did you mean "offices.getOffice"\?/ }],
    [
      call("offices.getOffice", { oficeId: "a" }),
      {
        code: "bad-request",
        errors: [
          { argument: "oficeId", detail: 'It is unknown; did you mean "officeId"?' },
          { argument: "officeId", detail: "It is required." },
        ],
      },
    ],
    [
      call("offices.getOffice", { officeId: "none" }),
      { code: "resource-not-found", status: 404, hint: /List the collection/ },
    ],
    [call("offices.getOffice", { officeId: ".." }), { code: "bad-request" }],
    [
      call("offices.listOffices", { limit: 0 }),
      { code: "bad-request", errors: [{ argument: "limit", detail: /1 to 200/ }] },
    ],
    [
      call("offices.listOffices", { filter: { nam: "a" } }),
      { code: "bad-request", errors: [{ argument: "filter", detail: /did you mean "name"/ }] },
    ],
    [
      call("offices.listOffices", { filter: { id: { in: ["a,b"] } } }),
      { code: "bad-request", errors: [{ argument: "filter", detail: /comma/ }] },
    ],
    [call("rate-limit-demo.showRateLimit"), { status: 429, retryAfterSeconds: expect.any(Number) }],
  ])("of %j has a code, details and a hint", async ([name, operationName, args], expected) => {
    const server = await startMcp();
    const { error } = await tool(server, name, { operation: operationName, arguments: args });
    expect(error).toMatchObject({ code: expect.any(String), detail: expect.any(String) });
    const match = (value: unknown): unknown =>
      value instanceof RegExp
        ? expect.stringMatching(value)
        : Array.isArray(value)
          ? value.map(match)
          : typeof value === "object" &&
              value !== null &&
              Object.getPrototypeOf(value) === Object.prototype
            ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, match(one)]))
            : value;
    expect(error).toMatchObject(match(expected) as object);
  });

  it("of a tool's own arguments names them, and no tool is an error of the protocol", async () => {
    const server = await startMcp();
    const { error } = await tool(server, "search_operations", { query: 7, limit: 100 });
    expect(error?.errors?.map(({ argument }) => argument)).toEqual(["query", "limit"]);
    const { result } = await message(server, "tools/call", {
      name: "call_operation",
      arguments: { operation: "offices.getOfice" },
    });
    expect(result).toMatchObject({ isError: true, content: [{ type: "text" }] });
    expect(await message(server, "tools/call", { name: "constructor" })).toMatchObject({
      error: { code: -32602, message: "There is no tool constructor." },
    });
  });
});
