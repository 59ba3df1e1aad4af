import { definePlugin, definePolicy } from "waymark";
import { z } from "zod";

const options = z.object({
  maxUrlLength: z
    .int()
    .min(1)
    .default(8192)
    .describe("Longest path and query, in bytes; anything longer is 414."),
  maxRequestPayloadBytes: z
    .int()
    .min(0)
    .default(1_048_576)
    .describe("Largest request body, in bytes; anything larger is 413."),
});

const policy = definePolicy({
  id: "size-limits",
  options,
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
});

export default definePlugin({
  id: "size-limits",
  summary: "Refuses request targets and bodies beyond a size.",
  options,
  policies: [policy],
});
