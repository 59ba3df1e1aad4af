/** The payload types of this package, imported as "waymark/schemas". */
export {
  Stability,
  Service,
  ApiRoot,
  ApiVersion,
  DeprecatedRoute,
  DeprecationPolicyDiscovery,
  Capabilities,
  ConformsTo,
  SchemasList,
  Release,
} from "./api.ts";
export { Brain } from "./brain.ts";
export {
  CacheablePath,
  CachePolicyDiscovery,
  ConditionalRequestsDiscovery,
  ConsistencyPolicyDiscovery,
} from "./documents/caching.ts";
export {
  DocumentationResource,
  DocumentationDiscovery,
  LinkRelation,
  LinkRelations,
  WellKnownPath,
  WellKnownPaths,
} from "./documents/directory.ts";
export { Limits, RateLimitPolicyDiscovery, SizeLimits } from "./documents/limits.ts";
export { Described, PaginationDiscovery, QueryPolicyDiscovery } from "./documents/lists.ts";
export {
  Negotiated,
  AcceptPolicyDiscovery,
  Encoding,
  MediaTypes,
  Preference,
  PreferDiscovery,
} from "./documents/negotiation.ts";
export { BulkFormat, BulkPolicyDiscovery, WebhooksDiscovery } from "./documents/plans.ts";
export {
  Backoff,
  RetryPolicy,
  ResiliencePolicyDiscovery,
  IdempotencyDiscovery,
} from "./documents/resilience.ts";
export { AuthMethod, AuthMethods, SecurityPolicyDiscovery, Cors } from "./documents/security.ts";
export { Objective, SloDiscovery } from "./documents/slo.ts";
export { Duration } from "./duration.ts";
export {
  FieldError,
  ErrorBody,
  Problem,
  ErrorCatalogEntry,
  StandardCode,
  ErrorsPolicyDiscovery,
} from "./error.ts";
export {
  StatusChanged,
  StatusSampled,
  HealthChanged,
  RegistryChanged,
  DataChanged,
  Heartbeat,
  Reset,
} from "./events.ts";
export {
  HealthState,
  HealthObservation,
  Health,
  Version,
  Status,
  Ping,
  Ready,
  Time,
} from "./health.ts";
export { INTEGRATION_KINDS, integration, Integration } from "./integration.ts";
export { Locale } from "./locale.ts";
export {
  Metrics,
  Observability,
  TimingPolicyDiscovery,
  RequestInfo,
  AuditEvent,
  AuditEvents,
  Usage,
} from "./monitoring.ts";
export { Hito, Office, OfficeWithHito } from "./office.ts";
export {
  StatusComponent,
  StatusIncidentUpdate,
  StatusIncident,
  StatusSummary,
} from "./status-summary.ts";
