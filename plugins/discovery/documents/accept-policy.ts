import { definePlugin } from "waymark";
import { AcceptPolicyDiscovery, Encoding } from "../../../schemas/documents/negotiation.ts";

/** Applies while no policy encodes answers. */
const IDENTITY = { default: "identity", encodings: ["identity"] };

export default definePlugin({
  id: "accept-policy",
  summary: "Publishes the values that Accept, Accept-Language and Accept-Encoding can choose from.",
  section: "policies",
  icon: "M1.75 2.5h12.5v8.75H7.5L4.5 14v-2.75H1.75z",
  schemas: { AcceptPolicyDiscovery },

  routes: {
    showAcceptPolicy: {
      method: "GET",
      path: "/api/accept-policy",
      summary: "Read what clients can negotiate, and the defaults.",
      returns: AcceptPolicyDiscovery,
      document: true,
      publish: { rootLink: "acceptPolicy", capability: "acceptPolicyDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
      relations: { mediaTypes: "media-types.showMediaTypes", encoding: "encoding.showEncoding" },
    },
  },

  documents: {
    showAcceptPolicy: async (registry) => {
      const { mediaTypesServed } = await import("./media-types-served.ts");
      const { all, preferred } = mediaTypesServed(registry);
      const ofRoutes = registry.routes.flatMap(({ declaration }) => declaration.languages ?? []);
      const coding = Encoding.optional().parse(registry.statements["encoding"]) ?? IDENTITY;
      return {
        accept: { default: preferred, supported: all },
        acceptLanguage: { default: "en", supported: [...new Set(["en", ...ofRoutes])] },
        acceptEncoding: { default: coding.default, supported: coding.encodings },
      };
    },
  },
});
