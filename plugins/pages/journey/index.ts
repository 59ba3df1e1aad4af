/** The journey of a request: what happened to it, on a page for its caller alone. */
import { definePlugin, definePolicy, ownState } from "waymark";
import { Runtime, Translations } from "waymark/services";
import { z } from "zod";
import { styleRoute, styleText } from "../shared/assets.ts";
import { LANGUAGES } from "../../shared/languages.ts";
import { browserIn } from "./cookie.ts";
import { PREFERENCE } from "./journey.ts";
import { Journeys } from "./journeys.ts";
import es from "./es.json" with { type: "json" };

const policy = definePolicy({
  id: "journey",
  state: ownState<Journeys>(),
  reads: {
    prefer: {
      description:
        "`journey` records what happens to the request, for callers with a credential and for pages of this service; `Link` then leads to the record. Lists and writes may honour other preferences.",
    },
  },
  compile({ site, kind, declaration }, { state, identifiers }) {
    if (site || kind === "stream" || declaration.listener !== undefined) return undefined;
    const isIdentified = identifiers.length > 0;
    return {
      records: {
        preference: PREFERENCE,
        title: "What happened to this request",
        begin: (call) => state().begin(call, isIdentified),
      },
    };
  },
});

export default definePlugin({
  id: "journey",
  summary: "Shows callers what happened to their requests, stage by stage.",
  translations: { es },
  needs: { runtime: Runtime },
  points: [Translations],
  setup({ runtime }, { defer }) {
    const state = new Journeys(runtime);
    defer(() => state.close());
    return { state };
  },
  policies: [policy],

  routes: {
    showJourney: {
      method: "GET",
      path: "/developers/requests/{id}",
      summary: "Read what happened to one of your requests.",
      page: { title: "What happened to a request", menu: "none", updated: "2026-11-28" },
      languages: LANGUAGES,
      params: z.object({ id: z.string().meta({ examples: ["CYv7Q21S2Sngw74Yc9vUEs"] }) }),
      absent: "unless the caller has sent it",
      headers: z.object({ cookie: z.string().optional() }),
      query: z.object({
        with: z.string().optional().describe("Another request, shown beside it."),
      }),
      errors: ["resource-not-found"],
      cache: "no-store",
    },
    showStyles: styleRoute("/developers/requests.css", "Read the styles of the page of a request."),
  },

  handlers: ({ runtime }, { state }) => ({
    async showJourney({ params, query, headers: { cookie }, principal, language, fail }) {
      const journeys = state.of({ principal: principal?.id, browser: browserIn(cookie) });
      const find = (wanted: string | undefined) => journeys.find(({ id }) => id === wanted);
      const journey = find(params.id);
      if (journey === undefined)
        return fail("resource-not-found", {
          detail: "A record is kept for ten minutes, for the caller of the request alone.",
        });
      const { journeyPage } = await import("./page.ts");
      const others = journeys.filter((other) => other !== journey);
      return journeyPage({ journey, other: find(query.with), others }, runtime.registry, language);
    },
  }),
  documents: { showStyles: styleText(new URL("./journey.css", import.meta.url)) },
});
