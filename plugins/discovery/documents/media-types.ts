import { definePlugin } from "waymark";
import { MediaTypes } from "../../../schemas/documents/negotiation.ts";
import { mediaTypesServed } from "./media-types-served.ts";

/** The only media type of request bodies that the kernel reads. */
const BODY = "application/json";

export default definePlugin({
  id: "media-types",
  summary: "Publishes the media types of requests and answers.",
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
    showMediaTypes: (registry) => {
      const { all, preferred } = mediaTypesServed(registry);
      const takesBodies = registry.routes.some(({ declaration }) => declaration.body !== undefined);
      return {
        accept: takesBodies ? [BODY] : [],
        produce: all,
        ...(takesBodies ? { defaultAccept: BODY } : {}),
        defaultProduce: preferred,
      };
    },
  },
});
