/** The addresses of the status: pages for people, the Statuspage API, a feed, badges and a small view. */
import type { CacheDeclaration } from "waymark";
import { SECTIONS } from "waymark/advanced";
import { z } from "zod";
import {
  StatusComponents,
  StatusIncidents,
  StatusIndicator,
  StatusSummary,
} from "../../../schemas/status-summary.ts";
import { scriptRoute, styleRoute } from "../shared/assets.ts";
import { LANGUAGES } from "../../shared/languages.ts";

const HOUR_MS = 3_600_000;

/** The spans that the page shows, each in about as many parts as a narrow screen has room for. */
export const RANGES = {
  "24h": { partMs: HOUR_MS / 4, parts: 96 },
  "7d": { partMs: 2 * HOUR_MS, parts: 84 },
  "30d": { partMs: 8 * HOUR_MS, parts: 90 },
  "90d": { partMs: 24 * HOUR_MS, parts: 90 },
} as const;
export type RangeName = keyof typeof RANGES;
export const RANGE_NAMES = ["24h", "7d", "30d", "90d"] as const satisfies readonly RangeName[];
const USUAL: RangeName = "7d";

const RangeQuery = z.object({
  range: z.enum(RANGE_NAMES).default(USUAL).describe("How far back the figures reach."),
});

/** Word in place of an id: the incident that began last, for links that do not go stale. */
export const LATEST = "latest";

const IncidentParams = z.object({
  id: z.string().meta({ examples: [LATEST] }),
});

/** @param shared how caches may keep what looks the same for all. */
export function statusRoutes(shared: CacheDeclaration) {
  // Many clients load the status at once during an outage, when it must not refuse any.
  const free = { method: "GET", rateLimit: "exempt" } as const;
  const common = { ...free, asset: true } as const;
  const badge = { ...common, text: { mediaType: "image/svg+xml" }, cache: shared } as const;
  // Clients of Statuspage append `/api/v2/…` to the address of a status page.
  const api = { ...common, bareBody: true, cache: "no-store" } as const;
  return {
    showStatusPage: {
      ...free,
      path: "/status",
      summary: "See the status of the service and its history.",
      query: RangeQuery,
      page: {
        title: "Status",
        description: "The current status of the service, and its history over up to 90 days.",
        menu: "main",
        updated: "2026-11-22",
      },
      languages: LANGUAGES,
      publish: { rootLink: "statusPage" },
      cache: "no-store",
    },
    showHistory: {
      method: "GET",
      path: "/status/history",
      summary: "See all incidents by month.",
      page: {
        title: "Incidents",
        description: "All recorded incidents of the service, by month.",
        menu: "none",
        updated: "2026-11-22",
      },
      languages: LANGUAGES,
      cache: "no-store",
    },
    showIncident: {
      method: "GET",
      path: "/status/incidents/{id}",
      summary: "See one incident: what was affected, since when, and how it went on.",
      params: IncidentParams,
      page: {
        title: "Incident",
        menu: "none",
        updated: "2026-11-22",
      },
      languages: LANGUAGES,
      errors: ["resource-not-found"],
      cache: "no-store",
    },

    showApiSummary: {
      ...api,
      path: "/status/api/v2/summary.json",
      summary: "Read the status with its components, incidents and maintenance.",
      returns: StatusSummary,
    },
    showApiStatus: {
      ...api,
      path: "/status/api/v2/status.json",
      summary: "Read the status in one word.",
      returns: StatusIndicator,
    },
    showApiComponents: {
      ...api,
      path: "/status/api/v2/components.json",
      summary: "Read the status of each part of the service.",
      returns: StatusComponents,
    },
    showApiIncidents: {
      ...api,
      path: "/status/api/v2/incidents.json",
      summary: "Read the latest 50 incidents.",
      returns: StatusIncidents,
    },

    showFeed: {
      ...common,
      path: "/status/feed.atom",
      summary: "Follow incidents, notices and planned maintenance.",
      text: { mediaType: "application/atom+xml" },
      languages: LANGUAGES,
      cache: shared,
    },
    showEmbed: {
      ...common,
      path: "/status/embed",
      summary: "See the status in a frame of another page.",
      text: { mediaType: "text/html" },
      languages: LANGUAGES,
      cache: "no-store",
    },
    showBadge: {
      ...badge,
      path: "/status/badge.svg",
      summary: "Read the status of the service, or of one of its systems, as a badge for READMEs.",
      query: z.object({ system: z.enum(SECTIONS).optional().describe("A section of the API.") }),
    },
    showUptimeBadge: {
      ...badge,
      path: "/status/badges/uptime.svg",
      summary: "Read the availability of a span as a badge for READMEs.",
      query: z.object({ range: RangeQuery.shape.range.unwrap().default("30d") }),
    },
    showStyles: styleRoute("/assets/status.css", "Read the styles of the status page."),
    showScript: scriptRoute(
      "/assets/status.js",
      "Read the script that keeps the status page live.",
    ),
  } as const;
}
