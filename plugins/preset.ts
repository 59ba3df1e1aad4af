/** The plugins of this package, all on by default. The order is that of documents, and of policies within a stage. */
import type { Plugin } from "waymark";
import aliases from "./discovery/aliases.ts";
import capabilities from "./discovery/capabilities.ts";
import errors from "./discovery/errors.ts";
import openapi from "./discovery/openapi.ts";
import root from "./discovery/root.ts";
import schemas from "./discovery/schemas.ts";
import brains from "./domain/brains.ts";
import integrations from "./domain/integrations.ts";
import locales from "./domain/locales.ts";
import offices from "./domain/offices.ts";
import lists from "./lists/index.ts";
import accessLog from "./monitoring/access-log/index.ts";
import health from "./monitoring/health.ts";
import ping from "./monitoring/ping.ts";
import ready from "./monitoring/ready.ts";
import requestInfo from "./monitoring/request-info.ts";
import status from "./monitoring/status.ts";
import time from "./monitoring/time.ts";
import version from "./monitoring/version.ts";
import cache from "./policies/cache/index.ts";
import cors from "./policies/cors.ts";
import deprecation from "./policies/deprecation.ts";
import digest from "./policies/digest/index.ts";
import encoding from "./policies/encoding.ts";
import hsts from "./policies/hsts.ts";
import links from "./policies/links/index.ts";
import prefer from "./policies/prefer/index.ts";
import problemDetails from "./policies/problem-details.ts";
import rateLimit from "./policies/rate-limit/index.ts";
import requestId from "./policies/request-id.ts";
import securityHeaders from "./policies/security-headers.ts";
import serverTiming from "./policies/server-timing.ts";
import sizeLimits from "./policies/size-limits.ts";
import traceContext from "./policies/trace-context/index.ts";
import store from "./store/index.ts";
import clock from "./system/clock.ts";
import ids from "./system/ids.ts";

const preset: readonly Plugin[] = [
  // Policies. Within a stage the order counts: identify first, so that every answer has an id.
  requestId,
  traceContext,
  accessLog,
  rateLimit,
  sizeLimits,
  problemDetails,
  prefer,
  links,
  encoding,
  cache,
  digest,
  deprecation,
  serverTiming,
  cors,
  securityHeaders,
  hsts,
  // Services.
  clock,
  ids,
  store,
  lists,
  // Domain.
  brains,
  offices,
  locales,
  integrations,
  // Monitoring.
  ping,
  health,
  ready,
  version,
  status,
  time,
  requestInfo,
  // Discovery.
  root,
  schemas,
  openapi,
  capabilities,
  errors,
  aliases,
];

export default preset;
