/** Header values that the peers share: from plugins of each ecosystem, or written by hand. */
import { header, ownHeaders, readJob } from "../job.ts";

export const job = readJob();

/** Headers that CORS plugins expose. */
export const exposed = header(job.list, "access-control-expose-headers").split(", ");

/** Options of helmet: only the headers of the job. */
export const helmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { "default-src": ["'none'"], "frame-ancestors": ["'none'"] },
  },
  crossOriginResourcePolicy: { policy: "cross-origin" },
  referrerPolicy: { policy: "strict-origin-when-cross-origin" },
  crossOriginEmbedderPolicy: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  strictTransportSecurity: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xPoweredBy: false,
  xXssProtection: false,
} as const;

/** Headers that the author of each route writes. */
export const own = {
  list: ownHeaders(job.list),
  sparse: ownHeaders(job.sparse),
  openapi: ownHeaders(job.openapi),
  health: ownHeaders(job.health),
  missing: ownHeaders(job.missing),
  graphql: ownHeaders(job.graphql),
};

export const RATE_LIMIT_POLICY = header(job.list, "ratelimit-policy");
