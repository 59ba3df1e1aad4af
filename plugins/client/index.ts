import { definePlugin, type Registry } from "waymark";

// A module that two others import would be bundled away from the sources of the runtime, which it reads.
const load = () => import("./client-text.ts");
const text = async (registry: Registry): Promise<string> => (await load()).clientText(registry);

export default definePlugin({
  id: "client",
  summary: "Makes a typed client of the service, which follows the service's policies for clients.",
  icon: "M8 1.5 14 4.75v6.5L8 14.5l-6-3.25v-6.5zM2 4.75 8 8l6-3.25M8 8v6.5",
  routes: {
    showFile: {
      method: "GET",
      path: "/developers/client.ts",
      summary: "Download the typed client, one TypeScript file.",
      text: { mediaType: "application/typescript" },
      document: true,
      asset: true,
      publish: { rootLink: "client", capability: "typedClient" },
      cache: { scope: "public", maxAge: "5m" },
    },
    showGuide: {
      method: "GET",
      path: "/developers/client",
      summary: "Read how programs use the typed client.",
      page: {
        title: "Typed client",
        description: "A client in one TypeScript file, with first calls to copy.",
        menu: "none",
        updated: "2026-11-28",
      },
      languages: ["*"],
      document: true,
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: {
    showGuide: async (registry, _options, language) => {
      const { guide } = await import("./guide/page.ts");
      return guide(await (await load()).clientModel(registry), registry, language);
    },
    showFile: text,
  },

  exports: { client: { internal: true, derive: text } },
});
