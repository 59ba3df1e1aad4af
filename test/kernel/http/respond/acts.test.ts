/** Routes that act on a resource at another path: conditions, ETag and links are the resource's own. */
import { describe, expect, it } from "vitest";
import { definePlugin } from "waymark";
import preset from "waymark/preset";
import { resource } from "waymark/resources";
import type { Finding } from "waymark/server";
import { Store } from "waymark/services";
import { createTestServer, pluginChecks, type TestServer } from "waymark/testing";
import { z } from "zod";
import { json, startServer } from "../../../_setup.ts";
import { sends } from "../../../plugins/writes/_resources.ts";

const Berth = z.object({ id: z.string(), metres: z.int().min(1), isFree: z.boolean() });
const berths = resource({
  name: { one: "berth", many: "berths" },
  path: "/api/berths",
  of: Berth,
  key: "id",
});

/** @param declared `acts` of one route, as an author without types may write it. */
const harbour = (declared: unknown = { acts: "getBerth" }) =>
  definePlugin({
    id: "harbour",
    summary: "Berths of a harbour.",
    ...berths,
    needs: { ...berths.needs, store: Store },
    routes: {
      ...berths.routes,
      occupyBerth: {
        method: "POST",
        path: "/api/berths/{berthId}/occupy",
        summary: "Occupy a berth.",
        returns: Berth,
        errors: ["resource-not-found"],
        idempotency: "none",
        ...(declared as { readonly acts: "getBerth" }),
      },
      closeBerth: {
        method: "PUT",
        path: "/api/berths/{berthId}/closing",
        summary: "Close a berth.",
        empty: true,
        errors: ["resource-not-found"],
        idempotency: "natural",
        preconditions: "required",
        acts: "getBerth",
      },
    },
    handlers: (use) => {
      const occupy = async (id: string) => {
        const rows = use.store.table("berths");
        return (await rows.update(id, { isFree: false }))
          ? rows.find<z.output<typeof Berth>>(id)
          : undefined;
      };
      return {
        ...berths.handlers(use),
        occupyBerth: async ({ params, fail }) =>
          (await occupy(params.berthId)) ?? fail("resource-not-found"),
        closeBerth: async ({ params, fail }) => {
          if ((await occupy(params.berthId)) === undefined) fail("resource-not-found");
        },
      };
    },
  });

async function startHarbour() {
  const server = await startServer({ plugins: [...preset, harbour()] });
  const made = await server.request("/api/berths", sends("POST", { metres: 12, isFree: true }));
  return { server, path: made.headers.get("location") ?? "", etag: made.headers.get("etag") ?? "" };
}

const occupy = (server: TestServer, path: string, headers: Record<string, string>) =>
  server.request(`${path}/occupy`, { method: "POST", headers });

describe("a route that acts on a resource", () => {
  it("evaluates conditions against it, and answers with its ETag and its links", async () => {
    const { server, path, etag } = await startHarbour();
    for (const refused of [
      { "if-match": '"another"' },
      { "if-none-match": etag },
      { "if-none-match": "*" },
    ])
      expect((await occupy(server, path, refused)).status).toBe(412);
    const answer = await occupy(server, path, { "if-match": etag });
    const read = await server.request(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("etag")).toBe(read.headers.get("etag"));
    expect(answer.headers.get("etag")).not.toBe(etag);
    const body = await json(answer);
    expect(body).toEqual(await json(read));
    expect(body).toMatchObject({ isFree: false, _links: { self: { href: path } } });
    expect((await occupy(server, path, { "if-match": etag })).status).toBe(412);
    expect((await occupy(server, path, { "if-none-match": etag })).status).toBe(200);
  });

  it("refuses a condition on what is not there, and a request without one that must have one", async () => {
    const { server, path, etag } = await startHarbour();
    expect((await occupy(server, "/api/berths/none", { "if-match": "*" })).status).toBe(412);
    expect((await occupy(server, "/api/berths/none", {})).status).toBe(404);
    const close = (headers: Record<string, string>) =>
      server.request(`${path}/closing`, { method: "PUT", headers });
    expect((await close({})).status).toBe(428);
    expect((await close({ "if-match": etag })).status).toBe(204);
    expect((await close({ "if-match": etag })).status).toBe(412);
  });

  it("lets one of several writers win", async () => {
    const { server, path, etag } = await startHarbour();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => occupy(server, path, { "if-match": etag })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(412)]);
  });

  it("conforms", async () => {
    const names: string[] = [];
    for await (const { name, run } of pluginChecks(harbour())) {
      if (name.startsWith("with the preset")) break;
      await run();
      names.push(name);
    }
    expect(names.join("\n")).toContain("/occupy");
  });

  it.each<readonly [what: string, declared: unknown, ...texts: string[]]>([
    ["nothing", { acts: "getBirth" }, "RELATION_UNKNOWN", 'did you mean "getBerth"'],
    ["a list", { acts: "listBerths" }, "ROUTE_INVALID", "does not read one resource", "getBerth"],
    ["a write", { acts: "patchBerth" }, "ROUTE_INVALID", "does not read one", "getBerth"],
    ["another plugin's nothing", { acts: "offices.getOfice" }, "RELATION_UNKNOWN", "getOffice"],
    [
      "a resource whose path it does not know",
      { acts: "offices.getOffice" },
      "ROUTE_INVALID",
      "parameters of this path alone (berthId)",
      "getBerth",
    ],
    ["a number", { acts: 5 }, "ROUTE_INVALID: acts: expected a string"],
    ["a misspelt key", { act: "getBerth" }, 'did you mean "acts"'],
  ])("refuses the start if acts names %s", async (_what, declared, ...texts) => {
    const message = await createTestServer({ plugins: [...preset, harbour(declared)] }).then(
      async (server) => `started: ${await server.close()}`,
      ({ findings = [] }: { readonly findings?: readonly Finding[] }) =>
        findings
          .map((finding) => `${finding.code}: ${finding.message}: ${finding.hint}`)
          .join("\n"),
    );
    for (const text of texts) expect(message).toContain(text);
  });
});
