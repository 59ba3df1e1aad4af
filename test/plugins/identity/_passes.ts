import { definePlugin, definePolicy, type Identifies, type Plugin } from "waymark";

/** Identifies callers by passes in a header of their own, as a test says. */
export function passes(
  ways: Pick<Identifies, "identify" | "recall" | "lookUp">,
  description = "A pass.",
): Plugin {
  return definePlugin({
    id: "passes",
    summary: "Identifies callers by passes.",
    policies: [
      definePolicy({
        id: "passes",
        reads: { "x-pass": { description: "A pass." } },
        identifies: {
          description,
          scheme: { type: "apiKey", in: "header", name: "X-Pass" },
          challenge: "Pass",
          ...ways,
        },
        compile: () => ({}),
      }),
    ],
  }) as Plugin;
}
