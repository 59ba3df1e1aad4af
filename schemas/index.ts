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
export { GraphQLError, GraphQLResponse } from "./graphql-response.ts";
export { Health, HealthObservation, HealthState } from "./health.ts";
export { INTEGRATION_KINDS, Integration, integration } from "./integration.ts";
export { Limits } from "./limits.ts";
export { Locale } from "./locale.ts";
export { Metrics } from "./metrics.ts";
export { Observability } from "./observability.ts";
export { Hito, Office, OfficeWithHito } from "./office.ts";
export { Ping } from "./ping.ts";
export { AcceptPolicyDiscovery, Negotiated } from "./policies/accept-policy.ts";
export { AuthMethod, AuthMethods } from "./policies/auth-methods.ts";
export { Backoff } from "./policies/backoff.ts";
export { BulkFormat, BulkPolicyDiscovery } from "./policies/bulk-policy.ts";
export { CachePolicyDiscovery, CacheablePath } from "./policies/cache-policy.ts";
export { ConditionalRequestsDiscovery } from "./policies/conditional-requests.ts";
export { ConsistencyPolicyDiscovery } from "./policies/consistency-policy.ts";
export { Cors } from "./policies/cors.ts";
export { DeprecatedRoute, DeprecationPolicyDiscovery } from "./policies/deprecation-policy.ts";
export { Described } from "./policies/described.ts";
export { DocumentationDiscovery, DocumentationResource } from "./policies/documentation.ts";
export { Encoding } from "./policies/encoding.ts";
export { ErrorsPolicyDiscovery, StandardCode } from "./policies/errors-policy.ts";
export { IdempotencyDiscovery } from "./policies/idempotency.ts";
export { LinkRelation, LinkRelations } from "./policies/link-relations.ts";
export { MediaTypes } from "./policies/media-types.ts";
export { PaginationDiscovery } from "./policies/pagination.ts";
export { PreferDiscovery, Preference } from "./policies/prefer.ts";
export { QueryPolicyDiscovery } from "./policies/query-policy.ts";
export { RateLimitPolicyDiscovery } from "./policies/rate-limit-policy.ts";
export { ResiliencePolicyDiscovery } from "./policies/resilience-policy.ts";
export { RetryPolicy } from "./policies/retry-policy.ts";
export { SecurityPolicyDiscovery } from "./policies/security-policy.ts";
export { SizeLimits } from "./policies/size-limits.ts";
export { Objective, SloDiscovery } from "./policies/slo.ts";
export { TimingPolicyDiscovery } from "./policies/timing-policy.ts";
export { WebhooksDiscovery } from "./policies/webhooks.ts";
export { WellKnownPath, WellKnownPaths } from "./policies/well-known-paths.ts";
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
