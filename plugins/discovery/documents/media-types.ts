import { definePlugin, type Registry } from "waymark";
import { bodyTypesOf } from "waymark/advanced";
import { MediaTypes } from "../../../schemas/documents/negotiation.ts";
import { mediaTypesServed } from "./media-types-served.ts";

/** Returns the media types of request bodies, the type that most routes take first. */
function mediaTypesTaken({ routes }: Registry): string[] {
  const taken = routes.flatMap(bodyTypesOf);
  const byType = Map.groupBy(taken, (type) => type);
  return [...byType].toSorted(([, a], [, b]) => b.length - a.length).map(([type]) => type);
}

export default definePlugin({
  id: "media-types",
  summary: "Publishes the media types of requests and answers.",
  section: "policies",
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
