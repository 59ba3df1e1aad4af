/** HTTP Strict Transport Security (RFC 6797). */
import { definePlugin, definePolicy, toSeconds } from "waymark";
import { z } from "zod";
import { Duration } from "../../../schemas/duration.ts";
import { isBindable } from "./bindable.ts";

/** The minimum for preload lists: https://hstspreload.org */
const PRELOAD_SECONDS = 31_536_000;

const Options = z
  .strictObject({
    maxAge: Duration.default("365d").describe(
      "How long browsers use only HTTPS after each answer.",
    ),
    includeSubDomains: z.boolean().default(false).describe("Whether subdomains are included."),
    preload: z
      .boolean()
      .default(false)
      .describe("Consent to the lists built into browsers; hard to undo."),
  })
  .refine(
    ({ preload, includeSubDomains, maxAge }) =>
      !preload || (includeSubDomains && toSeconds(maxAge) >= PRELOAD_SECONDS),
    {
      path: ["preload"],
      message: "preload requires includeSubDomains and a maxAge of at least 365d",
    },
  );
type Options = z.output<typeof Options>;

function render({ maxAge, includeSubDomains, preload }: Options): string {
  return [
    `max-age=${toSeconds(maxAge)}`,
    ...(includeSubDomains ? ["includeSubDomains"] : []),
    ...(preload ? ["preload"] : []),
  ].join("; ");
}

/** `isBindable` with a cache of one host: a server mostly has one, but clients may send any. */
function cachedIsBindable(): (host: string) => boolean {
  let lastHost = "";
  let lastAnswer = false;
  return (host) => {
    if (host !== lastHost) {
      lastAnswer = isBindable(host);
      lastHost = host;
    }
    return lastAnswer;
  };
}

export default definePlugin({
  id: "hsts",
  summary: "Makes browsers that used HTTPS keep using it.",
  options: Options,
  policies: [
    definePolicy({
      id: "hsts",
      options: Options,
      writes: {
        "Strict-Transport-Security":
          "How long to use only HTTPS. Sent only over HTTPS, to a request whose Host is a name: not localhost and not an address.",
      },
      compile(_route, { options }) {
        const value = render(options);
        const bindable = cachedIsBindable();
        return {
          fields: () => ({
            "Strict-Transport-Security": (call) =>
              call.secure && bindable(call.host) ? value : undefined,
          }),
        };
      },
      statement: ({ options }) => ({
        headerName: "Strict-Transport-Security",
        value: render(options),
        maxAgeSeconds: toSeconds(options.maxAge),
        includeSubDomains: options.includeSubDomains,
        preload: options.preload,
      }),
      conformance: () => import("./conformance.ts"),
    }),
  ],
});
