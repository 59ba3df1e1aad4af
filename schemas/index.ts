/** The payload types of this package, imported as "waymark/schemas". */
export { ApiRoot } from "./api-root.ts";
export { ApiVersion } from "./api-version.ts";
export { AuditEvent, AuditEvents } from "./audit-events.ts";
export { Brain } from "./brain.ts";
export { Capabilities } from "./capabilities.ts";
export { Release } from "./changelog.ts";
export { ConformsTo } from "./conforms-to.ts";
export { Duration } from "./duration.ts";
export { ErrorCatalogEntry } from "./error-catalog.ts";
export { ErrorBody } from "./error.ts";
export { FieldError } from "./field-error.ts";
export { Health, HealthObservation, HealthState } from "./health.ts";
export { INTEGRATION_KINDS, Integration, integration } from "./integration.ts";
export { Limits } from "./limits.ts";
export { Locale } from "./locale.ts";
export { Metrics } from "./metrics.ts";
export { Observability } from "./observability.ts";
export { Hito, Office, OfficeWithHito } from "./office.ts";
export { Ping } from "./ping.ts";
export { AcceptPolicyDiscovery, Negotiated } from "./documents/accept-policy.ts";
export { AuthMethod, AuthMethods } from "./documents/auth-methods.ts";
export { Backoff } from "./documents/backoff.ts";
export { BulkFormat, BulkPolicyDiscovery } from "./documents/bulk-policy.ts";
export { CachePolicyDiscovery, CacheablePath } from "./documents/cache-policy.ts";
export { ConditionalRequestsDiscovery } from "./documents/conditional-requests.ts";
export { ConsistencyPolicyDiscovery } from "./documents/consistency-policy.ts";
export { Cors } from "./documents/cors.ts";
export { DeprecatedRoute, DeprecationPolicyDiscovery } from "./documents/deprecation-policy.ts";
export { Described } from "./documents/described.ts";
export { DocumentationDiscovery, DocumentationResource } from "./documents/documentation.ts";
export { Encoding } from "./documents/encoding.ts";
export { ErrorsPolicyDiscovery, StandardCode } from "./documents/errors-policy.ts";
export { IdempotencyDiscovery } from "./documents/idempotency.ts";
export { LinkRelation, LinkRelations } from "./documents/link-relations.ts";
export { MediaTypes } from "./documents/media-types.ts";
export { PaginationDiscovery } from "./documents/pagination.ts";
export { PreferDiscovery, Preference } from "./documents/prefer.ts";
export { QueryPolicyDiscovery } from "./documents/query-policy.ts";
export { RateLimitPolicyDiscovery } from "./documents/rate-limit-policy.ts";
export { ResiliencePolicyDiscovery } from "./documents/resilience-policy.ts";
export { RetryPolicy } from "./documents/retry-policy.ts";
export { SecurityPolicyDiscovery } from "./documents/security-policy.ts";
export { SizeLimits } from "./documents/size-limits.ts";
export { Objective, SloDiscovery } from "./documents/slo.ts";
export { TimingPolicyDiscovery } from "./documents/timing-policy.ts";
export { WebhooksDiscovery } from "./documents/webhooks.ts";
export { WellKnownPath, WellKnownPaths } from "./documents/well-known-paths.ts";
export { Problem } from "./problem.ts";
export { Ready } from "./ready.ts";
export { RequestInfo } from "./request-info.ts";
export { SchemasList } from "./schemas-list.ts";
export { Service, Stability } from "./service.ts";
export { StatusChanged, StatusSampled } from "./status-events.ts";
export {
  StatusComponent,
  StatusIncident,
  StatusIncidentUpdate,
  StatusSummary,
} from "./status-summary.ts";
export { Status } from "./status.ts";
export { DataChanged, HealthChanged, Heartbeat, RegistryChanged, Reset } from "./stream-events.ts";
export { Time } from "./time.ts";
export { Usage } from "./usage.ts";
export { Version } from "./version.ts";
