import { definePlugin, definePolicy } from "waymark";
import { z } from "zod";
import { SizeLimits } from "../../../schemas/documents/limits.ts";

const options = z.strictObject({
  maxUrlLength: z
    .int()
    .min(1)
    .default(8192)
    .describe("Longest path and query, in bytes. Longer ones are answered with 414."),
  maxRequestPayloadBytes: z
    .int()
    .min(0)
    .default(1_048_576)
    .describe("Largest request body, in bytes. Larger ones are answered with 413."),
});

const policy = definePolicy({
  id: "size-limits",
  options,
  guards: false,
  compile: (_route, { options: { maxUrlLength, maxRequestPayloadBytes } }) => ({
    maxBodyBytes: maxRequestPayloadBytes,
    admit({ path, search }) {
      const length = path.length + search.length;
      if (length <= maxUrlLength) return undefined;
      return {
        code: "uri-too-long",
        detail: `Path and query are ${length} bytes long; at most ${maxUrlLength} are accepted.`,
      };
    },
  }),
  statement: ({ options: limits }) => limits,
  conformance: () => import("./conformance.ts"),
});

export default definePlugin({
  id: "size-limits",
  summary: "Refuses URLs and bodies that are too large.",
  options,
  policies: [policy],
  schemas: { SizeLimits },

  routes: {
    showSizeLimits: {
      method: "GET",
      path: "/api/size-limits",
      summary: "Read how large requests may be.",
      returns: SizeLimits,
      document: true,
      publish: { rootLink: "sizeLimits", capability: "sizeLimitsDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: { showSizeLimits: ({ statements }) => SizeLimits.parse(statements["size-limits"]) },
});
