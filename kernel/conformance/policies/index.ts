/**
 * Checks by policy id: how behaviour proves what the policies of this package state. This is the one place of the kernel
 * that knows them by name; a policy that is not here is served all the same, and reported as stated but not checked.
 */
import { z } from "zod";
import { cache } from "./cache.ts";
import { policyCheck, type PolicyCheck } from "./check.ts";
import { cors } from "./cors.ts";
import { digest } from "./digest.ts";
import { encoding } from "./encoding.ts";
import {
  deprecation,
  hsts,
  links,
  requestId,
  securityHeaders,
  serverTiming,
  traceContext,
} from "./headers.ts";
import { rateLimit, sizeLimits } from "./limits.ts";
import { lists } from "./lists.ts";
import { prefer } from "./prefer.ts";

const advice = { because: "advice to clients, which a service cannot follow for them" };

const retry = policyCheck(z.unknown(), {
  proves: { retryOn: advice, maxRetries: advice, backoff: advice },
});

/** In the order in which they are asked; what uses up limits comes last. */
export const policyChecks: Readonly<Record<string, PolicyCheck>> = {
  "request-id": requestId,
  "trace-context": traceContext,
  "size-limits": sizeLimits,
  lists,
  prefer,
  links,
  encoding,
  cache,
  digest,
  deprecation,
  "server-timing": serverTiming,
  cors,
  "security-headers": securityHeaders,
  hsts,
  retry,
  "rate-limit": rateLimit,
};
