/** A refusal because a resource is there already leads to it, where the caller may read it (RFC 9110, section 15.5.10). */
import { expect, it } from "vitest";
import { definePlugin, definePolicy, type Plugin } from "waymark";
import preset from "waymark/preset";
import { z } from "zod";
import { jsonRequest, startServer } from "../../../_setup.ts";

declare module "waymark" {
  interface RoutePolicies {
    readonly reserved?: true;
  }
}

const Berth = z.object({ id: z.string() });

const berths = definePlugin({
  id: "berths",
  summary: "Berths that are there already.",
  policies: [
    definePolicy({
      id: "reserved",
      key: "reserved",
      guards: true,
      compile: (_route, _context, reserved) =>
        reserved === undefined
          ? undefined
          : {
              admit: ({ params }) =>
                params["id"] === "secret" ? { code: "resource-not-found" } : undefined,
            },
    }),
  ],
  routes: {
    getBerth: {
      method: "GET",
      path: "/api/berths/{id}",
      summary: "Read a berth.",
      returns: Berth,
      cache: "no-store",
      reserved: true,
      errors: ["resource-not-found"],
    },
    addBerth: {
      method: "POST",
      path: "/api/berths",
      summary: "Add a berth.",
      body: Berth,
      returns: Berth,
      creates: "getBerth",
      errors: ["resource-exists", "resource-not-found"],
      idempotency: "none",
    },
  },
  handlers: () => ({
    getBerth: ({ params: { id } }) => ({ id }),
    addBerth({ body: { id }, fail }) {
      if (id === "gone") fail("resource-not-found");
      return fail("resource-exists", id === "unnamed" ? {} : { existing: { id } });
    },
  }),
});

it.each([
  ["a b", 409, "/api/berths/a%20b"],
  ["secret", 409, null],
  ["unnamed", 409, null],
  ["gone", 404, null],
])("names %s with status %d at %s", async (id, status, location) => {
  const server = await startServer({
    plugins: [...preset, berths as Plugin],
    config: { plugins: { berths: {} } },
  });
  const answer = await server.request("/api/berths", jsonRequest("POST", { id }));
  expect([answer.status, answer.headers.get("location")]).toEqual([status, location]);
  const openapi = JSON.parse(await (await server.request("/api/openapi")).text());
  const conflict: string = openapi.paths["/api/berths"].post.responses["409"].$ref;
  const { headers } = openapi.components.responses[conflict.slice(conflict.lastIndexOf("/") + 1)];
  expect(Object.keys(headers)).toContain("Location");
});
