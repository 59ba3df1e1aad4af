import { definePlugin } from "waymark";
import { MediaTypes } from "../../../schemas/documents/negotiation.ts";

export default definePlugin({
  id: "media-types",
  summary: "Publishes the media types of requests and answers.",
  section: "policies",
  icon: "M3.25 1.5h6l3.5 3.5v9.5h-9.5zM9.25 1.5V5h3.5",
  schemas: { MediaTypes },

  routes: {
    showMediaTypes: {
      method: "GET",
      path: "/api/media-types",
      summary: "Read the media types of requests and answers.",
      returns: MediaTypes,
      document: true,
      publish: { rootLink: "mediaTypes", capability: "mediaTypesDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
      relations: { acceptPolicy: "accept-policy.showAcceptPolicy" },
    },
  },

  documents: {
    showMediaTypes: async (registry) => {
      const { mediaTypesServed, mediaTypesTaken } = await import("./media-types-served.ts");
      const { all, preferred } = mediaTypesServed(registry);
      const accept = mediaTypesTaken(registry);
      const [usual] = accept;
      return {
        accept,
        produce: all,
        ...(usual === undefined ? {} : { defaultAccept: usual }),
        defaultProduce: preferred,
      };
    },
  },
});
