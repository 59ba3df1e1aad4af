/** Documents, which are made once per revision for requests and internal reads. */
import { expect, it } from "vitest";
import { definePlugin, html } from "waymark";
import { Runtime } from "waymark/services";
import { z } from "zod";
import { violations } from "../../../../plugins/tools/shared/closure/index.ts";
import { json, startServer } from "../../../_setup.ts";

const About = z.object({ address: z.string(), language: z.string() });

it("is made once in each language, and again when the server learns its address", async () => {
  const addresses: string[] = [];
  let runtime: Runtime | undefined;
  const about = definePlugin({
    id: "about",
    summary: "A document with the server's address.",
    needs: { runtime: Runtime },
    routes: {
      showAbout: {
        method: "GET",
        path: "/api/about",
        summary: "Read the address.",
        returns: About,
        document: true,
        languages: ["en", "es"],
        cache: { scope: "public", maxAge: "60s" },
      },
    },
    documents: {
      showAbout({ baseUrl }, _options, language) {
        addresses.push(`${language} ${baseUrl}`);
        return { address: baseUrl, language };
      },
    },
    async setup(use) {
      runtime = use.runtime;
      await runtime.read("about.showAbout");
    },
  });
  const server = await startServer({ config: { plugins: { about } } });
  const early = addresses.splice(0);
  expect(early).toHaveLength(1);

  const english = { address: server.origin, language: "en" };
  expect(await json(await server.request("/api/about"))).toMatchObject(english);
  expect(await runtime?.read("about.showAbout")).toEqual({ value: english });
  const spanish = { headers: { "accept-language": "es" } };
  expect(await json(await server.request("/api/about", spanish))).toMatchObject({
    address: server.origin,
    language: "es",
  });
  await server.request("/api/about", spanish);
  expect(early).not.toContain(`en ${server.origin}`);
  expect(addresses).toEqual([`en ${server.origin}`, `es ${server.origin}`]);
});

it("may be made asynchronously: once for requests at the same time, and again after a failure", async () => {
  const tries: string[] = [];
  const late = definePlugin({
    id: "late",
    summary: "Documents that load what they need.",
    routes: {
      showLate: {
        method: "GET",
        path: "/api/late",
        summary: "Read a document that takes its time.",
        returns: z.object({ tries: z.number() }),
        document: true,
        cache: { scope: "public", maxAge: "60s" },
      },
      listLate: {
        method: "GET",
        path: "/api/lates",
        summary: "List what takes its time.",
        list: { of: z.object({ id: z.string() }), as: "lates", name: "LatesList" },
        document: true,
        cache: { scope: "public", maxAge: "60s" },
      },
      showPage: {
        method: "GET",
        path: "/late",
        summary: "See a page that takes its time.",
        page: { title: "Late" },
        document: true,
        cache: { scope: "public", maxAge: "60s" },
      },
    },
    documents: {
      async showLate() {
        tries.push("late");
        await Promise.resolve();
        if (tries.length === 1) throw new Error("the module is not there");
        return { tries: tries.length };
      },
      listLate: async () => Promise.resolve([{ id: "one" }]),
      showPage: async () => Promise.resolve(html`<p>At last.</p>`),
    },
  });
  const server = await startServer({ config: { plugins: { late } } });
  expect((await server.request("/api/late")).status).toBe(500);
  const answers = await Promise.all([1, 2, 3].map(async () => server.request("/api/late")));
  for (const answer of answers) expect(await json(answer)).toMatchObject({ tries: 2 });
  expect(await json(await server.request("/api/late"))).toMatchObject({ tries: 2 });
  expect(await json(await server.request("/api/lates"))).toMatchObject({ lates: [{ id: "one" }] });
  expect(await (await server.request("/late")).text()).toContain("<p>At last.</p>");
  expect(await violations(server.registry)).toEqual([]);
});
