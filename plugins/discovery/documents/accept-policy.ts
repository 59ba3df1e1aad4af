import { definePlugin, type Registry } from "waymark";
import { z } from "zod";
import { AcceptPolicyDiscovery } from "../../../schemas/documents/accept-policy.ts";
import { Encoding } from "../../../schemas/documents/encoding.ts";
import { produced } from "./media-types-served.ts";

const Options = z.strictObject({
  language: z
    .string()
    .min(2)
    .default("en")
    .describe(
      "Language tag (BCP 47) of texts that come in one language alone. Nobody enforces it.",
    ),
});

/** What holds while nobody encodes. */
const IDENTITY = { default: "identity", encodings: ["identity"] };

/** The default language, and those that some route speaks. */
function spoken({ routes }: Pick<Registry, "routes">, first: string): string[] {
  return [...new Set([first, ...routes.flatMap(({ declaration }) => declaration.languages ?? [])])];
}

export default definePlugin({
  id: "accept-policy",
  summary: "Publishes what Accept, Accept-Language and Accept-Encoding can ask for.",
  options: Options,
  schemas: { AcceptPolicyDiscovery },

  routes: {
    showAcceptPolicy: {
      method: "GET",
      path: "/api/accept-policy",
      summary: "Read what can be negotiated, and what comes without asking.",
      returns: AcceptPolicyDiscovery,
      document: true,
      publish: { rootLink: "acceptPolicy", capability: "acceptPolicyDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
      relations: {
        mediaTypes: "media-types.showMediaTypes",
        encoding: "encoding.showEncoding",
      },
    },
  },

  documents: {
    showAcceptPolicy: (registry, { language }) => {
      const { all, preferred } = produced(registry);
      const coding = Encoding.optional().parse(registry.statements["encoding"]) ?? IDENTITY;
      return {
        accept: { default: preferred, supported: all },
        acceptLanguage: { default: language, supported: spoken(registry, language) },
        acceptEncoding: { default: coding.default, supported: coding.encodings },
      };
    },
  },
});
