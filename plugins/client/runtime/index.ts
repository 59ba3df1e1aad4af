/**
 * The runtime of typed clients, imported as "waymark/client". `waymark export client` writes it into the client, which
 * thereby needs no package; a program of several clients may use this one.
 */
export { circuitBreaker, type BreakerAdvice } from "./breaker.ts";
export { answerCache, type ReadOptions } from "./cache.ts";
export { connect, type ServiceDefinition } from "./client.ts";
export { conditions, type ConditionOptions } from "./conditions.ts";
export { credential, type CredentialSettings } from "./credential.ts";
export { deprecations, type DeprecationNotice, type DeprecationSettings } from "./deprecation.ts";
export {
  ApiError,
  CircuitOpenError,
  ConnectionError,
  TimeoutError,
  type InvalidInput,
  type Problems,
  type Refusal,
} from "./errors.ts";
export { EventStream, type StreamEvent } from "./events.ts";
export { idempotencyKeys, type KeyOptions } from "./idempotency.ts";
export { Link, withLinks, type Linked, type LinkTo } from "./links.ts";
export { List, type ItemOf } from "./lists.ts";
export type {
  Answer,
  CallOptions,
  Environment,
  Layer,
  Message,
  NoInput,
  Operation,
  Send,
  Settings,
} from "./message.ts";
export { pacing } from "./pacing.ts";
export { retries, type RetryAdvice } from "./retries.ts";
export type { Chosen, Condition, Order, PageOf } from "./selection.ts";
export type { Timeouts } from "./transport.ts";
