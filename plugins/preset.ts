import { definePlugin, type Plugin } from "waymark";
import client from "./client/index.ts";
import aliases from "./discovery/aliases.ts";
import apiCatalog from "./discovery/api-catalog.ts";
import apiDiscovery from "./discovery/api-discovery.ts";
import capabilities from "./discovery/capabilities.ts";
import changelog from "./discovery/changelog/index.ts";
import conformsTo from "./discovery/conforms-to.ts";
import acceptPolicy from "./discovery/documents/accept-policy.ts";
import authMethods from "./discovery/documents/auth-methods.ts";
import consistencyPolicy from "./discovery/documents/consistency-policy/index.ts";
import documentation from "./discovery/documents/documentation.ts";
import mediaTypes from "./discovery/documents/media-types.ts";
import resiliencePolicy from "./discovery/documents/resilience-policy.ts";
import retryPolicy from "./discovery/documents/retry-policy.ts";
import slo from "./discovery/documents/slo/index.ts";
import wellKnownPaths from "./discovery/documents/well-known-paths.ts";
import errors from "./discovery/errors.ts";
import legacy from "./discovery/legacy.ts";
import openapi from "./discovery/openapi/index.ts";
import root from "./discovery/root.ts";
import schemas from "./discovery/schemas.ts";
import securityTxt from "./discovery/security-txt.ts";
import brains from "./domain/brains/index.ts";
import integrations from "./domain/integrations/index.ts";
import locales from "./domain/locales/index.ts";
import offices from "./domain/offices/index.ts";
import files from "./files/index.ts";
import graphql from "./graphql/index.ts";
import audit from "./identity/audit/index.ts";
import usage from "./identity/usage/index.ts";
import jobs from "./jobs/index.ts";
import listen from "./listen/index.ts";
import lists from "./lists/index.ts";
import mcp from "./mcp/index.ts";
import accessLog from "./monitoring/access-log/index.ts";
import events from "./monitoring/events/index.ts";
import history from "./monitoring/history/index.ts";
import metrics from "./monitoring/metrics/index.ts";
import observability from "./monitoring/observability.ts";
import health from "./monitoring/probes/health/index.ts";
import ping from "./monitoring/probes/ping.ts";
import ready from "./monitoring/probes/ready/index.ts";
import status from "./monitoring/probes/status.ts";
import time from "./monitoring/probes/time.ts";
import version from "./monitoring/probes/version/index.ts";
import requestInfo from "./monitoring/request-info.ts";
import developers from "./pages/developers/index.ts";
import reference from "./pages/reference/index.ts";
import search from "./pages/search/index.ts";
import site from "./pages/site/index.ts";
import llmsTxt from "./pages/sitemap/llms-txt.ts";
import sitemap from "./pages/sitemap/page.ts";
import robotsTxt from "./pages/sitemap/robots-txt.ts";
import sitemapXml from "./pages/sitemap/xml.ts";
import statusPage from "./pages/status/index.ts";
import docs from "./pages/texts/docs/index.ts";
import guides from "./pages/texts/guides/index.ts";
import faq from "./pages/texts/faq/index.ts";
import legal from "./pages/texts/legal/index.ts";
import privacy from "./pages/texts/privacy/index.ts";
import roadmap from "./pages/texts/roadmap/index.ts";
import security from "./pages/texts/security/index.ts";
import support from "./pages/texts/support/index.ts";
import terms from "./pages/texts/terms/index.ts";
import views from "./pages/views/index.ts";
import cache from "./policies/cache/index.ts";
import cors from "./policies/cors/index.ts";
import deprecation from "./policies/deprecation/index.ts";
import digest from "./policies/digest/index.ts";
import encoding from "./policies/encoding/index.ts";
import hsts from "./policies/hsts/index.ts";
import links from "./policies/links/index.ts";
import prefer from "./policies/prefer/index.ts";
import problemDetails from "./policies/problem-details.ts";
import rateLimitDemo from "./policies/rate-limit-demo.ts";
import rateLimit from "./policies/rate-limit/index.ts";
import requestId from "./policies/request-id/index.ts";
import securityHeaders from "./policies/security-headers/index.ts";
import serverTiming from "./policies/server-timing/index.ts";
import sizeLimits from "./policies/size-limits/index.ts";
import traceContext from "./policies/trace-context/index.ts";
import uploads from "./policies/uploads/index.ts";
import store from "./store/index.ts";
import check from "./tools/check/index.ts";
import deployment from "./tools/deployment/index.ts";
import dev from "./tools/dev/index.ts";
import diff from "./tools/diff/index.ts";
import explain from "./tools/explain/index.ts";
import inspect from "./tools/inspect/index.ts";
import newPlugin from "./tools/new/index.ts";
import clock from "./system/clock.ts";
import eventBus from "./system/event-bus.ts";
import ids from "./system/ids.ts";
import bulkPolicy from "./writes/bulk-policy/index.ts";
import bulk from "./writes/bulk/index.ts";
import idempotency from "./writes/idempotency/index.ts";
import webhooks from "./writes/webhooks/index.ts";

// Plugins that are loaded once the config calls for them.
const access = definePlugin({
  id: "access",
  summary: "Authenticates callers where a route requires it, and refuses callers without access.",
  implementation: {
    load: () => import("./identity/access/index.ts"),
    brings: ["audit", "usage"],
    routeKeys: ["access"],
  },
});
const apiKeys = definePlugin({
  id: "api-keys",
  summary: "Identifies callers by API keys, which managers create, revoke and rotate.",
  implementation: { load: () => import("./identity/api-keys/index.ts"), brings: ["access"] },
});
const oidc = definePlugin({
  id: "oidc",
  summary: "Identifies callers by access tokens of identity providers.",
  implementation: { load: () => import("./identity/oidc/index.ts"), brings: ["access"] },
});
const writeScopes = definePlugin({
  id: "write-scopes",
  summary: "Warns of writes that everybody may make, because nothing asks for their scope.",
  implementation: { load: () => import("./writes/scopes.ts"), routeKeys: ["writeScope"] },
});
const otel = definePlugin({
  id: "otel",
  summary: "Sends traces, metrics and logs to a collector of OpenTelemetry.",
  implementation: { load: () => import("./monitoring/otel/index.ts") },
});
const journey = definePlugin({
  id: "journey",
  summary: "Shows callers what happened to their requests, stage by stage.",
  implementation: { load: () => import("./pages/journey/index.ts") },
});
const webhookSubscriptions = definePlugin({
  id: "webhook-subscriptions",
  summary: "Lets principals subscribe to webhooks, and follow their deliveries.",
  implementation: {
    load: () => import("./writes/webhooks/webhook-subscriptions.ts"),
    beside: ["webhooks", "access"],
  },
});
const account = definePlugin({
  id: "account",
  summary: "A page for holders of API keys, with the use of a key by day.",
  implementation: {
    load: () => import("./pages/account/index.ts"),
    beside: ["api-keys", "usage"],
  },
});
const redis = definePlugin({
  id: "redis",
  summary: "Shares limits, events and jobs among nodes, through Redis or Valkey.",
  implementation: {
    load: () => import("./redis/index.ts"),
    option: "url",
    brings: ["version", "rate-limit"],
  },
});
const diagnostics = definePlugin({
  id: "diagnostics",
  summary:
    "Shows operators, on the admin listener, detailed health, what is running, and profiles.",
  implementation: {
    load: () => import("./monitoring/diagnostics/index.ts"),
    beside: ["listen.admin"],
  },
});
const operatorConsole = definePlugin({
  id: "console",
  summary: "Pages for operators: plugins, the effects of switching them, and what is running.",
  implementation: { load: () => import("./pages/console/index.ts") },
});

/** The plugins of this package. Documents list what they contribute in this order; policies and pages depend on it. */
const preset: readonly Plugin[] = [
  // Policies, which run in this order within a stage: identify first, so that every answer and log line has its ids.
  [requestId, traceContext, access, apiKeys, oidc, writeScopes, accessLog, journey],
  [rateLimit, sizeLimits, uploads, files, problemDetails, prefer, links],
  [encoding, cache, digest, deprecation, serverTiming, cors, securityHeaders, hsts, site, views],
  // Services, then the domain.
  [listen, clock, jobs, ids, eventBus, store, consistencyPolicy, lists],
  [brains, offices, locales, integrations, bulk],
  // Monitoring.
  [ping, health, history, ready, version, status, time, requestInfo, metrics, observability],
  [audit, usage, events, rateLimitDemo],
  // Discovery, then documents with advice, plans and objectives.
  [root, schemas, openapi, capabilities, errors, changelog, conformsTo, securityTxt],
  [apiDiscovery, apiCatalog, aliases, graphql, legacy],
  [authMethods, retryPolicy, mediaTypes, wellKnownPaths, idempotency, slo, webhooks],
  [acceptPolicy, bulkPolicy, documentation, resiliencePolicy],
  // Pages, in the order of menus and sitemaps.
  [
    developers,
    reference,
    mcp,
    account,
    search,
    statusPage,
    docs,
    guides,
    support,
    faq,
    roadmap,
    security,
    terms,
    privacy,
    legal,
  ],
  [sitemap, sitemapXml, robotsTxt, llmsTxt],
  // Commands.
  [check, dev, diff, explain, inspect, newPlugin, deployment, client],
  // Operation at scale.
  [otel, webhookSubscriptions, redis, diagnostics, operatorConsole],
].flat();

export default preset;
