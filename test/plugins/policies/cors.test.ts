import { describe, expect, it } from "vitest";
import { definePlugin, definePolicy } from "../../../kernel/index.ts";
import cors from "../../../plugins/policies/cors/index.ts";
import { compile, objections } from "./_sketch.ts";

const neighbour = definePlugin({
  id: "neighbour",
  summary: "Reads and writes headers.",
  policies: [
    definePolicy({
      id: "neighbour",
      reads: {
        "x-request-id": { description: "." },
        "if-none-match": { description: "." },
        "accept-encoding": { description: "." },
        "sec-fetch-site": { description: "." },
      },
      writes: { "X-Request-ID": ".", ETag: ".", "Cache-Control": "." },
      compile: () => ({
        contributes: [
          { header: "Access-Control-Expose-Headers", value: "X-Extra" },
          { header: "Access-Control-Allow-Headers", value: "Authorization" },
        ],
        fields: () => ({ "X-Request-ID": undefined, ETag: undefined, "Cache-Control": undefined }),
      }),
    }),
  ],
});

const page = "https://app.example";
const preflight = { origin: page, "access-control-request-method": "GET" };
const exposed =
  "Location, Allow, Vary, Date, Retry-After, Accept, Accept-Post, Accept-Patch, X-Request-ID, ETag, X-Extra";
const sendable = "Accept, Content-Type, X-Request-ID, If-None-Match, Authorization";

describe("for every origin", () => {
  const { route, statement } = compile([cors, neighbour]);

  it("splits no cache", () => expect(route.vary).toBe("Accept"));

  it("states what it does", () => {
    const post = compile([cors], {
      route: { path: "/api/graphql", method: "POST", allow: "GET, HEAD, POST, OPTIONS" },
    }).route;
    expect(statement([route, post])).toEqual({
      allowedOrigins: ["*"],
      allowedMethods: ["GET", "HEAD", "OPTIONS", "POST"],
      allowPostOn: ["/api/graphql"],
      allowedHeaders: sendable.split(", "),
      exposeHeaders: exposed.split(", "),
      preflightMaxAge: 7200,
      allowCredentials: false,
    });
  });
});

describe("for listed origins", () => {
  const options = { origins: [page, "http://localhost:5173"], allowCredentials: true };
  const { answer, route } = compile([cors], { options });

  it.each([
    [page, page],
    ["http://localhost:5173", "http://localhost:5173"],
    ["https://other.example", undefined],
    ["https://app.example.evil.test", undefined],
    ["HTTPS://APP.EXAMPLE", undefined],
    [`${page}, ${page}`, undefined],
    ["null", undefined],
    ["*", undefined],
  ])("origin %s is let in as %s", (origin, allowed) => {
    const { headers } = answer("options", { headers: { ...preflight, origin } });
    expect(headers["Access-Control-Allow-Origin"]).toBe(allowed);
    expect(headers["Access-Control-Allow-Credentials"]).toBe(allowed && "true");
    expect(headers["Access-Control-Max-Age"]).toBe(allowed && "7200");
    expect(headers["Access-Control-Allow-Methods"]).toBe(allowed && "GET, HEAD, OPTIONS");
  });

  it("says nothing to requests without an origin", () => {
    expect(answer("ok").headers).not.toHaveProperty("Access-Control-Allow-Origin");
  });

  it("adds Origin to Vary", () => expect(route.vary).toBe("Accept, Origin"));
});

it.each([
  [{ origins: [] }, /./],
  [{ origins: ["*", page] }, /cannot be combined/],
  [{ origins: ["app.example"] }, /an origin is/],
  [{ origins: [`${page}/`] }, /an origin is/],
  [{ origins: ["null"] }, /an origin is/],
  [{ allowCredentials: true }, /need a list/],
])("refuses the options %j", (options, message) => {
  expect(objections(cors.options, options)).toEqual([expect.stringMatching(message)]);
});
