import { definePlugin } from "waymark";
import { z } from "zod";
import { AcceptPolicyDiscovery, Encoding } from "../../../schemas/documents/negotiation.ts";
import { mediaTypesServed } from "./media-types-served.ts";

const Options = z.strictObject({
  language: z
    .string()
    .min(2)
    .default("en")
    .describe("Language tag (BCP 47) of texts in a single language. Informational; not enforced."),
});

/** Applies while no policy encodes answers. */
const IDENTITY = { default: "identity", encodings: ["identity"] };

export default definePlugin({
  id: "accept-policy",
  summary: "Publishes the values that Accept, Accept-Language and Accept-Encoding can choose from.",
  section: "policies",
  options: Options,
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
    showAcceptPolicy: (registry, { language }) => {
      const { all, preferred } = mediaTypesServed(registry);
      const ofRoutes = registry.routes.flatMap(({ declaration }) => declaration.languages ?? []);
      const coding = Encoding.optional().parse(registry.statements["encoding"]) ?? IDENTITY;
      return {
        accept: { default: preferred, supported: all },
        acceptLanguage: { default: language, supported: [...new Set([language, ...ofRoutes])] },
        acceptEncoding: { default: coding.default, supported: coding.encodings },
      };
    },
  },
});
