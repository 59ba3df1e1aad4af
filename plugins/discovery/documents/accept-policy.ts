import { definePlugin, type Registry } from "waymark";
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

/** The default language, then the languages of all routes. */
function languages({ routes }: Pick<Registry, "routes">, first: string): string[] {
  return [...new Set([first, ...routes.flatMap(({ declaration }) => declaration.languages ?? [])])];
}

export default definePlugin({
  id: "accept-policy",
  summary: "Publishes the values that Accept, Accept-Language and Accept-Encoding can choose from.",
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
      const coding = Encoding.optional().parse(registry.statements["encoding"]) ?? IDENTITY;
      return {
        accept: { default: preferred, supported: all },
        acceptLanguage: { default: language, supported: languages(registry, language) },
        acceptEncoding: { default: coding.default, supported: coding.encodings },
      };
    },
  },
});
