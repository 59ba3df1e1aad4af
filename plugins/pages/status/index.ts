/** The status of the service and its history: pages for people, answers for programs, badges for READMEs. */
import { definePlugin, definePolicy, optional, type CacheDeclaration } from "waymark";
import {
  Audit,
  Clock,
  Health,
  History,
  Ids,
  Runtime,
  StatusActions,
  Store,
  Translations,
} from "waymark/services";
import { Outage } from "../../shared/outage.ts";
import { asScript, prepareScripts, styleText } from "../shared/assets.ts";
import {
  Announcement,
  Announcements,
  ANNOUNCEMENTS,
  createAnnouncements,
} from "./announcements.ts";
import { statusCommand } from "./command.ts";
import { Options } from "./options.ts";
import { statusRoutes } from "./routes.ts";

const SCRIPT = new URL("./browser/live.ts", import.meta.url);

const embedding = definePolicy({
  id: "status-page",
  compile: ({ ref }) =>
    ref === "status-page.showEmbed"
      ? {
          contributes: [
            {
              header: "Content-Security-Policy",
              outcomes: ["ok", "notModified"],
              value: EMBED_POLICY,
            },
          ],
        }
      : undefined,
});

/** @param shared how caches may keep what looks the same for all. */
const statusPage = (shared: CacheDeclaration) =>
  definePlugin({
    id: "status-page",
    summary:
      "Live pages with the status of the service and its history, a feed, badges and an API.",
    options: Options,
    points: [Translations],
    needs: {
      health: Health,
      history: optional(History),
      runtime: Runtime,
      clock: Clock,
      ids: Ids,
      store: optional(Store),
      audit: optional(Audit),
    },
    provides: { announcements: Announcements, actions: StatusActions },
    tables: { [ANNOUNCEMENTS]: { of: Announcement, key: "id", internal: true } },
    async setup(use, { options }) {
      prepareScripts(SCRIPT);
      const announcements = createAnnouncements(use, options);
      return {
        announcements,
        actions: async () =>
          (await import("./actions.ts")).createActions({ ...use, announcements }),
      };
    },
    policies: [embedding],
    routes: statusRoutes(shared),

    handlers: (services, context) => {
      const outages = {
        history: new Outage(context.log, "the history", "read"),
        announcements: new Outage(context.log, "the announcements in the store", "read"),
      };
      const sources = { ...services, outages };
      const answers = async () => (await import("./answers.ts")).createAnswers(sources, context);
      return {
        showStatusPage: async ({ language, query: { range } }) =>
          (await answers()).statusPage(language, range),
        showHistory: async ({ language }) => (await answers()).history(language),
        showIncident: async ({ language, params: { id }, fail }) =>
          (await (await answers()).incident(language, id)) ?? fail("resource-not-found"),

        showApiSummary: async () => (await answers()).summary(),
        showApiStatus: async () => (await answers()).status(),
        showApiComponents: async () => (await answers()).components(),
        showApiIncidents: async () => (await answers()).incidents(),

        showFeed: async ({ language }) => (await answers()).feed(language),
        showEmbed: async ({ language }) => (await answers()).embed(language),
        showBadge: async ({ query: { system } }) => (await answers()).badge(system),
        showUptimeBadge: async ({ query: { range } }) => (await answers()).uptimeBadge(range),
      };
    },

    commands: { status: statusCommand },

    documents: {
      showStyles: styleText(
        new URL("../shared/charts/charts.css", import.meta.url),
        new URL("./status.css", import.meta.url),
      ),
      showScript: () => SCRIPT.href,
    },
    renderers: { showScript: asScript },
  });

export default {
  ...statusPage({ scope: "public", maxAge: "30s" }),
  // Each of several nodes sees its own health first, so that no cache may show it for all.
  implementation: { load: async () => ({ default: statusPage("no-store") }) },
};

/** Policy for pages that all sites may frame (CSP Level 3, section 6.4.2), with styles and the script for updates. */
const EMBED_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors *",
].join("; ");
