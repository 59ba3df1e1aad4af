/** The door for what few plugins need, imported as "waymark/advanced". */

export { defineImplementation } from "./host/define/plugin.ts";
export { chargeCaller, currentCall } from "./http/request/current-caller.ts";
export { configPath } from "./host/config/setting.ts";
export { namesTag } from "./http/request/entity-tags.ts";
export { watchedFetch } from "./http/request/forwarding-fetch.ts";
export { clientNetwork } from "./host/support/client-network.ts";
export { processLog, watchLog, type LogLine } from "./host/support/log.ts";
export { standardOutput } from "./host/support/standard-output.ts";
export { TimeSlices } from "./host/support/time-slices.ts";
export { tracepointNames, type Span, type SpanAttributes } from "./host/support/tracepoint.ts";
export { isInAudience, type Audience } from "../registry/contract/route/audience.ts";
export { hasRanges, isStreamed } from "../registry/contract/route/bytes.ts";
export type { ByteRange } from "../registry/contract/route/download.ts";
export type {
  BodyInfo,
  CallTarget,
  Failure,
  Preferences,
  Representation,
  Trace,
} from "../registry/contract/call/call.ts";
export { changesResource, isRecipient } from "../registry/contract/route/change.ts";
export type { Change, Recipients } from "../registry/contract/route/change.ts";
export type {
  BodySlot,
  Coding,
  ErrorForm,
  Field,
  HeaderView,
  ListEngine,
  ListResult,
  Member,
  MemberContext,
  QueryParameters,
  Slot,
} from "../registry/contract/policy/compiled-policy.ts";
export type { ExportChange } from "../registry/contract/plugin/export.ts";
export { configKey } from "../registry/contract/plugin/installed.ts";
export { isLanguageTag, SOURCE_LANGUAGE } from "../registry/contract/language.ts";
export { fieldErrors, keysOfPointer, pointerOf } from "../registry/contract/call/field-errors.ts";
export {
  ContributionError,
  refusedRoutes,
  type PluginFinding,
  type Refusal,
} from "../registry/contract/finding/finding.ts";
export { placed, problemsOf } from "../registry/schema/issues.ts";
export { isSchema } from "../registry/schema/schema.ts";
export { camelCase, nearest } from "../registry/schema/words.ts";
export {
  negotiationHeader,
  responseHeadersOf,
  spellHeader,
} from "../registry/contract/policy/headers.ts";
export type { HistogramSeries } from "../registry/contract/plugin/histogram.ts";
export { escapeHtml, type HtmlValue } from "../registry/contract/html.ts";
export type { PolicyAct, Recording, Stage } from "../registry/contract/policy/recording.ts";
export type {
  CredentialHeaders,
  Identifier,
  WantedCredential,
} from "../registry/contract/policy/identifier.ts";
export type { HandlerInputs } from "../registry/contract/route/infer.ts";
export { FILTER_OPERATORS } from "../registry/contract/route/list.ts";
export type { FilterOperator, Scalar, SortKey } from "../registry/contract/route/list.ts";
export type { Owned } from "../registry/contract/plugin/declarations.ts";
export type { PageForm } from "../registry/contract/route/page-form.ts";
export { LANGUAGE_PARAMETER, withoutLanguage } from "../registry/contract/route/page.ts";
export type { PageInstance } from "../registry/contract/route/page.ts";
export { fillPath, parsePath, type Pattern } from "../registry/contract/route/path.ts";
export type {
  EntryExplanation,
  PointToken,
  SealedPoint,
} from "../registry/contract/plugin/point-token.ts";
export { opaque } from "../registry/contract/plugin/point.ts";
export type { PointEntry, StartedEntry } from "../registry/contract/plugin/point.ts";
export type {
  ArrivingBody,
  EnclosedWrite,
  WriteEnd,
  WriteResult,
} from "../registry/contract/policy/policy-answer.ts";
export type { IdentifierInfo, SecurityScheme } from "../registry/contract/policy/principal.ts";
export type { Holder, QueueSettings, QueueUse } from "../registry/contract/plugin/queue.ts";
export type { CatalogEntry, SealedSchema } from "../registry/contract/plugin/registry.ts";
export type {
  RequestValues,
  Needs,
  OptionalService,
  Service,
  Tracked,
  Use,
} from "../registry/contract/plugin/service.ts";
export type {
  ResolvedRelation,
  RouteBase,
  RouteInfo,
} from "../registry/contract/route/route-info.ts";
export {
  bodiesOf,
  bodyTypesOf,
  NO_CONTENT,
  successStatus,
} from "../registry/contract/route/route-keys.ts";
export {
  guardsOf,
  policyParameters,
  requiredScopes,
} from "../registry/contract/route/sealed-route.ts";
export { SECTIONS, type Section } from "../registry/contract/plugin/api.ts";
export type { Menu } from "../registry/contract/types.ts";
export type { RouteRef } from "../registry/contract/route/route.ts";
export type { Contributions, Validation } from "../registry/contract/plugin/validation.ts";
export { isViewable } from "../registry/contract/route/view.ts";
export type { View, ViewedAnswer, ViewedCall } from "../registry/contract/route/view.ts";
export type { Upload } from "../registry/contract/route/upload.ts";
export {
  convertPublished,
  JSON_SCHEMA_DIALECT,
  publicName,
  publishedSchema,
  servedSchema,
} from "../registry/derive/json-schemas.ts";
export { readHeadersOf } from "../registry/derive/read-headers.ts";
export { toInputJsonSchema, toJsonSchema, withDefinitions } from "../registry/schema/convert.ts";
export type { Converted } from "../registry/schema/convert.ts";
export { publishReferences } from "../registry/schema/export.ts";
export {
  fieldDefaults,
  fieldNames,
  fieldsOf,
  leavesOf,
  queryFields,
  requiredNames,
  scalarFields,
  writeOnlyNames,
} from "../registry/schema/fields.ts";
export type { ScalarField, SchemaField } from "../registry/schema/fields.ts";
export { getOrMake } from "../registry/schema/memoize.ts";
export {
  deepFreeze,
  mapSubschemas,
  SchemaError,
  textOf,
  typeOfValue,
  type JsonType,
} from "../registry/schema/json-schema.ts";
export { expandRecordKeys, flatten, refName, refTo } from "../registry/schema/references.ts";
export { plannedNames } from "../registry/seal/compile/header-plans.ts";
export { fillRelation, qualifyRef, relatedRoute } from "../registry/seal/compile/relations.ts";
export { KNOWN_METHODS } from "../registry/seal/compile/route-facts.ts";
