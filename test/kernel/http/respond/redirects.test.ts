/** Redirects that a handler decides on: after a write, to the resource that answers (RFC 9110, section 15.4.4). */
import { expect, it } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import { Store } from "waymark/services";
import preset from "waymark/preset";
import { z } from "zod";
import { json, jsonRequest, startServer } from "../../../_setup.ts";
import { expectToConform } from "../../../_conforms.ts";

const Report = z.object({ id: z.string() });

const reports = definePlugin({
  id: "reports",
  summary: "Reports that are made on demand.",
  needs: { store: Store },
  tables: { reports: { of: Report, key: "id" } },
  async setup({ store }) {
    await store.table("reports").upsert({ id: "first" });
  },
  errors: { "report-refused": { status: 409, message: "The report is refused." } },
  routes: {
    listReports: {
      method: "GET",
      path: "/api/reports",
      summary: "List reports.",
      list: {
        of: Report,
        as: "reports",
        name: "ReportsList",
        relations: { item: "getReport" },
      },
      cache: { scope: "private", maxAge: "0s" },
      publish: { rootLink: "reports" },
    },
    getReport: {
      method: "GET",
      path: "/api/reports/{id}",
      summary: "Read a report.",
      returns: Report,
      cache: { scope: "private", maxAge: "0s" },
      errors: ["resource-not-found"],
    },
    makeReport: {
      method: "POST",
      path: "/api/reports",
      summary: "Make a report.",
      body: Report,
      empty: true,
      redirects: { to: "getReport", status: 303 },
      errors: ["report-refused", "resource-exists"],
      idempotency: "none",
    },
  },
  handlers: ({ store }) => ({
    listReports: ({ query }) => store.table("reports").list(query),
    getReport: async ({ params: { id }, fail }) =>
      (await store.table("reports").find<z.output<typeof Report>>(id)) ??
      fail("resource-not-found"),
    async makeReport({ body, redirect, fail }) {
      if (body.id === "none") return;
      await store.table("reports").insert([body]);
      redirect("getReport", body.id === "bad" ? {} : { id: body.id });
      if (body.id === "refused") fail("report-refused");
    },
  }),
});

async function started(plugins: object = {}) {
  const server = await startServer({
    plugins: [...preset, reports as Plugin],
    config: { plugins: { reports: {}, ...plugins } },
  });
  const make = (id: string) => server.request("/api/reports", jsonRequest("POST", { id }));
  return { server, make };
}

it("sends the client to the resource, which the write has made by then", async () => {
  const { server, make } = await started();
  const answer = await make("a b");
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/api/reports/a%20b"]);
  expect([await answer.text(), answer.headers.get("content-type")]).toEqual(["", null]);
  expect(answer.headers.get("content-length")).toBe("0");
  const read = await server.request("/api/reports/a%20b");
  expect(await json(read)).toMatchObject({ id: "a b" });
});

it("answers as usual where the handler does not redirect", async () => {
  const { make } = await started();
  const answer = await make("none");
  expect([answer.status, answer.headers.get("location")]).toEqual([204, null]);
});

it("redirects nowhere when the write is refused or fails, and changes nothing", async () => {
  const { server, make } = await started();
  const refused = await make("refused");
  expect([refused.status, refused.headers.get("location")]).toEqual([409, null]);
  expect((await make("bad")).status).toBe(500); // the path lacks its parameter
  expect(await json(await server.request("/api/reports"))).toMatchObject({
    reports: [{ id: "first" }],
  });
});

it("is in OpenAPI, beside the answer without a body", async () => {
  const { server } = await started();
  const { paths } = await json<never>(await server.request("/api/openapi"));
  const { responses } = paths["/api/reports"]["post"];
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(["204", "303", "409"]));
  expect(Object.keys(responses["303"]["headers"])).toContain("Location");
  expect(responses["303"]).not.toHaveProperty("content");
});

it("conforms", async () => {
  await expectToConform(reports as Plugin);
});
