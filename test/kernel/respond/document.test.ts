/** Documents, which are made once per revision for requests and internal reads. */
import { expect, it, onTestFinished } from "vitest";
import { definePlugin } from "waymark";
import { Runtime } from "waymark/services";
import { createTestServer } from "waymark/testing";
import { z } from "zod";
import { json } from "../../_setup.ts";

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
  const server = await createTestServer({ config: { plugins: { about } } });
  onTestFinished(() => server.close());
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
