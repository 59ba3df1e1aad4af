/** Guides of one page each: what a client does with a feature, where that is on. */
import { definePlugin, type Registry } from "waymark";
import { PageEntries, pageEntriesOf, RootLinks, Translations, translate } from "waymark/services";
import { LANGUAGES } from "../../../shared/languages.ts";
import type { GuideName } from "./guide.ts";

interface Guide {
  readonly title: string;
  readonly description: string;
  /** Checks that its subject is on. */
  readonly isOn: (registry: Registry) => boolean;
}

/** Guides in the order in which a newcomer reads them. */
const GUIDES: Readonly<Record<GuideName, Guide>> = {
  start: {
    title: "First calls",
    description: "One address, and where it leads.",
    isOn: (registry) => registry.route("root.showRoot") !== undefined,
  },
  lists: {
    title: "Pages, filters and order of lists",
    description: "The parameters that all lists take.",
    isOn: ({ statements, routes }) =>
      statements["lists"] !== undefined &&
      routes.some(({ kind, site }) => kind === "list" && !site),
  },
  writes: {
    title: "Writes that lose nothing",
    description: "Conditions, repeated requests, and changes of parts.",
    isOn: ({ routes }) =>
      routes.some(({ method, represents }) => method === "PATCH" && represents !== undefined),
  },
  webhooks: {
    title: "Receive webhooks",
    description: "Subscribe, check signatures, and find deliveries that failed.",
    isOn: (registry) => registry.route("webhook-subscriptions.listSubscriptions") !== undefined,
  },
  caching: {
    title: "Caching and conditional requests",
    description: "Entity tags, and how long answers may be kept.",
    isOn: ({ statements }) => statements["cache"] !== undefined,
  },
  errors: {
    title: "Errors and retries",
    description: "What to correct, and when to try again.",
    isOn: ({ routes }) => routes.some(({ site }) => !site),
  },
  limits: {
    title: "Limits and how to stay below them",
    description: "How many requests are left, and how to need fewer.",
    isOn: ({ statements }) => statements["rate-limit"] !== undefined,
  },
};

function guidesOf(registry: Registry, language: string | undefined) {
  const names = Object.keys(GUIDES) as readonly GuideName[]; // as it is typed
  return names.flatMap((guide) => {
    const { title, description, isOn } = GUIDES[guide];
    if (!isOn(registry)) return [];

    const own = (text: string) => translate(text, registry, language);
    return [{ params: { guide }, title: own(title), description: own(description) }];
  });
}

export default definePlugin({
  id: "guides",
  summary:
    "Guides of one page each to what is on: lists, writes, webhooks, caching, errors, limits.",
  points: [PageEntries, RootLinks, Translations],

  routes: {
    showGuide: {
      method: "GET",
      path: "/docs/{guide}",
      summary: "Read a guide to a part of the API.",
      page: { title: "Guide", menu: "none", updated: "2026-11-28" },
      languages: LANGUAGES,
      errors: ["resource-not-found"],
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  handlers: (_use, { registry }) => ({
    async showGuide({ params: { guide }, language, fail }) {
      const guides = guidesOf(registry, language);
      const found = guides.find(({ params }) => params.guide === guide);
      if (found === undefined) {
        const names = guides.map(({ params }) => params.guide).join(", ");
        return fail("resource-not-found", { detail: `The guides of this service are ${names}.` });
      }
      const { guideText } = await import("./guide.ts");
      const { title, description } = found;
      const others = pageEntriesOf(registry, language)
        .filter(({ route, title: other }) => route.plugin === "guides" && other !== title)
        .map((one) => `- [${one.title}](${one.href}): ${one.description}\n`);
      const heading = translate("More guides", registry, language);
      const text = guideText(found.params.guide, registry, language);
      return { title, description, markdown: `${text}\n## ${heading}\n\n${others.join("")}` };
    },
  }),

  pageEntries: { showGuide: guidesOf },
});
