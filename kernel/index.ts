// The door for plugins, imported as "waymark".

// Plugins
export { defineImplementation, definePlugin } from "./define/plugin.ts";
export { definePolicy } from "./define/policy.ts";
export { requestValue } from "./define/request-value.ts";
export { optional, ownState, service } from "./define/service.ts";
export type {
  Command,
  CommandContext,
  CommandFlag,
  CommandArg,
  HealthCheck,
  HealthReport,
  HistogramMetric,
  LabelledValue,
  Metric,
  NumberMetric,
  NamedCheck,
  Tool,
  ToolContext,
} from "../registry/contract/contributions.ts";
export { Histogram, type HistogramSeries } from "../registry/contract/histogram.ts";
export type { HandlerContext, Plugin, SetupContext } from "../registry/contract/plugin.ts";
export type { OfferedPlugin, OfferedPlugins } from "../registry/contract/installed.ts";
export type { Capability } from "../registry/contract/capability.ts";
export type { ErrorEntry, RootLink, TableDeclaration } from "../registry/contract/declarations.ts";
export type { Log } from "../registry/contract/types.ts";
export { watchLog } from "./support/log.ts";
export type { LogLine } from "./support/log.ts";
export { processLog } from "./support/process-log.ts";
export { standardOutput } from "./support/standard-output.ts";
export type {
  CredentialHeaders,
  CredentialRequest,
  Identifier,
  Identifies,
  WantedCredential,
} from "../registry/contract/identifier.ts";
export type { IdentifierInfo, Principal, SecurityScheme } from "../registry/contract/principal.ts";
export type { RequestValue, RequestValues } from "../registry/contract/request-value.ts";
export type {
  Needs,
  OptionalService,
  Service,
  Tracked,
  Use,
} from "../registry/contract/service.ts";
export type { Export } from "../registry/contract/export.ts";
export type { ExportChange, ExportCompare } from "../registry/contract/export-change.ts";
export type { Contributions, PluginFinding, Validation } from "../registry/contract/validation.ts";

export { SECTIONS, type Section } from "../registry/contract/section.ts";

// Points
export { definePoint, opaque } from "./define/point.ts";
export type {
  PluginKeys,
  PluginTypes,
  Point,
  PointEntry,
  PointFinding,
} from "../registry/contract/point.ts";
export type { Owned } from "../registry/contract/owned.ts";
export type { EntryExplanation, PointToken } from "../registry/contract/point-token.ts";

// Routes
export type {
  CacheDeclaration,
  Duration,
  Relation,
  Route,
  RoutePolicies,
} from "../registry/contract/route.ts";
export { KNOWN_METHODS } from "../registry/seal/route-facts.ts";
export { chargeCaller, currentCall, currentCaller } from "./request/current-caller.ts";
export { FairQueue } from "./lifecycle/fair-queue.ts";
export type { Holder, Queue, QueueSettings, QueueUse } from "../registry/contract/queue.ts";
export { TimeSlices } from "./support/time-slices.ts";
export { refusalOf, Unavailable } from "./request/refusal.ts";
export { namesTag } from "./request/entity-tags.ts";
export type { HandlerCall } from "../registry/contract/infer.ts";
export { FILTER_OPERATORS } from "../registry/contract/list.ts";
export type {
  Filter,
  FilterOperator,
  ListQuery,
  ListPage,
  Scalar,
  SortKey,
} from "../registry/contract/list.ts";
export { toMilliseconds, toSeconds } from "../registry/contract/duration.ts";
export { negotiationHeader, spellHeader } from "../registry/contract/header.ts";
export { fillPath, parsePath } from "../registry/contract/path.ts";
export { fillRelation, relatedRoute } from "../registry/seal/relations.ts";
export { sendsHeader } from "../registry/seal/sends-header.ts";

// Pages
export { escapeHtml, Html, html } from "../registry/contract/html.ts";
export type { HtmlValue } from "../registry/contract/html.ts";
export { LANGUAGE_PARAMETER, textIn, withoutLanguage } from "../registry/contract/page.ts";
export type { PageContent, PageInstance } from "../registry/contract/page.ts";
export type { PageMeta } from "../registry/contract/registry.ts";
export type { PageForm } from "../registry/contract/page-form.ts";
export type { Translations } from "../registry/contract/translations.ts";
export { isViewable } from "../registry/contract/view.ts";
export type { View, ViewedAnswer, ViewedCall } from "../registry/contract/view.ts";
export type { Localized, MaybePromise, Menu } from "../registry/contract/types.ts";
export { pagesOf } from "../registry/derive/pages.ts";
export type { PageEntry } from "../registry/derive/pages.ts";

// Messages
export {
  ContributionError,
  didYouMean,
  messageOf,
  nearest,
  show,
} from "../registry/contract/finding.ts";

// Policies
export { clientNetwork, ownerOf } from "./support/client-network.ts";
export type { ErrorCode, ErrorCodes } from "../registry/contract/errors.ts";
export type {
  BodyInfo,
  Call,
  Trace,
  CallTarget,
  Failure,
  FieldError,
  Outcome,
  Preferences,
  Reply,
  Representation,
} from "../registry/contract/call.ts";
export { fieldErrors, pointerOf } from "../registry/contract/field-errors.ts";
export { isStreamed } from "../registry/contract/bytes.ts";
export type { Download } from "../registry/contract/bytes.ts";
export { bodiesOf, bodyTypesOf } from "../registry/contract/route-keys.ts";
export { isInAudience } from "../registry/contract/audience.ts";
export { changesResource, isRecipient } from "../registry/contract/change.ts";
export type { Change, Recipients } from "../registry/contract/change.ts";
export type { Audience, EventDeclaration } from "../registry/contract/audience.ts";
export type { Policy, PolicyContext, StatementContext } from "../registry/contract/policy.ts";
export type {
  Contribution,
  BodySlot,
  Coding,
  CompiledPolicy,
  ErrorForm,
  Field,
  ListEngine,
  ListResult,
  Member,
  MemberContext,
  QueryParameters,
  Slot,
  HeaderView,
} from "../registry/contract/compiled-policy.ts";
export type {
  PolicyAnswer,
  EnclosedWrite,
  WriteEnd,
  WriteResult,
} from "../registry/contract/policy-answer.ts";
export type { Refusal } from "../registry/contract/refusal.ts";

// Registry and schemas
export type { CatalogEntry, MetricInfo, Registry } from "../registry/contract/registry.ts";
export { guardsOf, requiredScopes } from "../registry/contract/sealed-route.ts";
export type { SealedRoute } from "../registry/contract/sealed-route.ts";
export type { ResolvedRelation, RouteBase, RouteInfo } from "../registry/contract/route-info.ts";
export { toInputJsonSchema, toJsonSchema, withDefinitions } from "../registry/schema/convert.ts";
export type { Converted } from "../registry/schema/convert.ts";
export {
  fieldDefaults,
  fieldNames,
  fieldsOf,
  queryFields,
  requiredNames,
  scalarFields,
} from "../registry/schema/fields.ts";
export { flatten, refName, refTo } from "../registry/schema/references.ts";
export { exampleOf, sampleOf } from "../registry/schema/sample.ts";
export type { Json, JsonSchema } from "../registry/schema/json-schema.ts";
export type { ScalarField, SchemaField } from "../registry/schema/fields.ts";
export type { Schema } from "../registry/schema/schema.ts";

// Derived documents
export { capabilityFlags } from "../registry/derive/capabilities.ts";
export {
  JSON_SCHEMA_DIALECT,
  publicName,
  publishedSchema,
  servedSchema,
} from "../registry/derive/json-schemas.ts";
export { openapiDocument } from "../registry/derive/openapi/index.ts";
export type { OpenapiInfo } from "../registry/derive/openapi/index.ts";
export { absoluteRootLink } from "../registry/derive/root-links.ts";
export { describeUnindexed, unindexedLists } from "../registry/derive/unindexed.ts";

// Config files
export { watchedFetch } from "./request/forwarding-fetch.ts";
export { timeTracepoints, Tracepoint, watchTracepoints } from "./support/tracepoint.ts";
export type { Span, SpanAttributes, SpanWatcher } from "./support/tracepoint.ts";
export { defineConfig } from "./define/config.ts";
export type { PluginSetting, WaymarkConfig } from "./define/config.ts";
