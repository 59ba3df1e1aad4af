/** A route receives what it declares: values of policies, request headers, and answers in its place. */
import { describe, expect, it } from "vitest";
import { definePlugin, definePolicy, requestValue } from "waymark";
import { openapiDocument } from "../../../../plugins/discovery/openapi/document.ts";
import { createTestServer } from "waymark/testing";
import { z } from "zod";
import { registryDocument } from "../../../../registry/derive/export/index.ts";
import { describeMatrix, json } from "../../../_setup.ts";

const Tenant = requestValue<{ readonly name: string }>("tenant");
const Seen = z.object({ tenant: z.string(), size: z.int(), list: z.string().optional() });
const cache = { scope: "public", maxAge: "60s" } as const;

/** Reads the tenant from a header, refuses one without, and answers in place of the handler for another. */
const tenants = definePlugin({
  id: "tenants",
  summary: "Knows tenants.",
  policies: [
    definePolicy({
      id: "tenants",
      provides: { tenant: Tenant },
      reads: { "x-tenant": { description: "The tenant." } },
      compile: (route) => ({
        begin: async (call) => call.header("x-tenant") ?? "none",
        provide: { tenant: (_call, name) => ({ name }) },
        varies: ["x-tenant"],
        ...(route.path.startsWith("/seen") && {
          answer(call) {
            const name = call.value(Tenant)?.name;
            if (name === "moved") return { status: 307, location: "/elsewhere" };
            if (name === "replayed") return { status: 200, body: '{"tenant":"replayed","size":0}' };
            return undefined;
          },
        }),
      }),
    }),
  ],
});

const Size = z.object({ "x-size": z.string().regex(/^\d+$/, "Write digits.").optional() });

const seen = definePlugin({
  id: "seen",
  summary: "Returns what it sees.",
  routes: {
    getSeen: {
      method: "GET",
      path: "/seen",
      summary: "Read it.",
      returns: Seen,
      headers: Size,
      values: { tenant: Tenant },
      cache,
    },
    listSeen: {
      method: "GET",
      path: "/seen/list",
      summary: "List it.",
      list: { of: Seen, as: "seen", name: "SeenList" },
      headers: Size,
      values: { who: Tenant },
      cache,
    },
  },
  handlers: () => ({
    getSeen: ({ headers, values }) => ({
      tenant: values.tenant.name,
      size: Number(headers["x-size"] ?? 0),
    }),
    listSeen: ({ headers, values }) => [
      { tenant: values.who.name, size: Number(headers["x-size"] ?? 0) },
    ],
  }),
});

const config = { plugins: { tenants, seen } };

describeMatrix("a handler", { config }, (ask) => {
  it.each(["/seen", "/seen/list"])("reads values and declared headers at %s", async (path) => {
    const answer = await ask(path, { headers: { "x-tenant": "a", "x-size": "3" } });
    expect(JSON.stringify(await json(answer))).toContain('"tenant":"a","size":3');
    expect(answer.headers.get("vary")).toContain("X-Size");
    const other = await ask(path, { headers: { "x-tenant": "b" } });
    expect(JSON.stringify(await json(other))).toContain('"tenant":"b","size":0');
  });

  it.each(["/seen", "/seen/list"])(
    "is not asked with a header that does not fit, at %s",
    async (path) => {
      const answer = await ask(path, {
        headers: { "x-size": "three", accept: "application/problem+json" },
      });
      expect(answer.status).toBe(400);
      expect(await json(answer)).toMatchObject({
        errors: [{ detail: "Write digits.", header: "x-size" }],
      });
    },
  );

  it("is not asked where a policy answers in its place, with the same headers", async () => {
    const usual = await ask("/seen", { headers: { "x-tenant": "a" } });
    const replay = await ask("/seen", { headers: { "x-tenant": "replayed" } });
    expect(await json(replay)).toMatchObject({ tenant: "replayed" });
    const names = (answer: Response) => [...answer.headers.keys()];
    expect(names(replay)).toEqual(names(usual));
    const moved = await ask("/seen", { headers: { "x-tenant": "moved" } });
    expect([moved.status, moved.headers.get("location")]).toEqual([307, "/elsewhere"]);
  });
});

describe("declared headers and values", () => {
  it("are documented, and allowed across origins", async () => {
    const server = await createTestServer({ config });
    const openapi = JSON.stringify(openapiDocument(server.registry));
    expect(openapi).toContain('"name":"X-Size","in":"header"');
    const route = (await registryDocument(server.registry)).routes.find(
      ({ ref }) => ref === "seen.getSeen",
    );
    expect(route?.requestHeaders.properties).toHaveProperty("x-size");
    const preflight = await server.request("/seen", {
      method: "OPTIONS",
      headers: { origin: "https://app.example", "access-control-request-method": "GET" },
    });
    expect(preflight.headers.get("access-control-allow-headers")).toContain("X-Size");
    await server.close();
  });

  it.each([
    [{ seen }, /VALUE_MISSING: the route reads the value tenant, which no installed/],
    [
      {
        tenants,
        seen,
        also: definePlugin({
          id: "also",
          summary: "Knows them too.",
          policies: [
            definePolicy({ id: "also", provides: { tenant: Tenant }, compile: () => undefined }),
          ],
        }),
      },
      /VALUE_CONFLICT: two policies provide the same value/,
    ],
    [
      {
        tenants: definePlugin({
          id: "tenants",
          summary: "Compiles for no route.",
          policies: [
            definePolicy({ id: "none", provides: { tenant: Tenant }, compile: () => undefined }),
          ],
        }),
        seen,
      },
      /VALUE_MISSING: the route reads the value tenant, which the plugin tenants does not provide for it/,
    ],
    [
      {
        tenants,
        upper: definePlugin({
          id: "upper",
          summary: "Declares a header that is never found.",
          routes: {
            get: {
              method: "GET",
              path: "/upper",
              summary: "Read it.",
              returns: Seen,
              headers: z.object({ "X-Size": z.string() }),
              cache,
            },
          },
          handlers: () => ({ get: () => ({ tenant: "", size: 0 }) }),
        }),
      },
      /ROUTE_INVALID: headers declares "X-Size"[^]*write "x-size"/,
    ],
  ])("are refused at boot where they cannot hold: %#", async (plugins, message) => {
    await expect(createTestServer({ config: { plugins } })).rejects.toThrow(message);
  });
});
