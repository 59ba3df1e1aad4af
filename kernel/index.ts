// The door for plugins, imported as "waymark".

// Plugins
export { definePlugin } from "./define/plugin.ts";
export { definePolicy } from "./define/policy.ts";
export { optional, service } from "./define/service.ts";
export type {
  Command,
  CommandContext,
  CommandFlag,
  CommandWord,
  HealthCheck,
  HealthReport,
  LabelledValue,
  Metric,
} from "../registry/contract/contributions.ts";
export type {
  ErrorEntry,
  HandlerContext,
  Log,
  Plugin,
  RootLink,
  SetupContext,
  TableDeclaration,
} from "../registry/contract/plugin.ts";
export type { OptionalService, Service } from "../registry/contract/service.ts";

// Routes
export type {
  CacheDeclaration,
  Duration,
  Rate,
  Relation,
  Route,
  RoutePolicies,
} from "../registry/contract/route.ts";
export type { HandlerCall } from "../registry/contract/infer.ts";
export { FILTER_OPERATORS } from "../registry/contract/list.ts";
export type {
  Filter,
  FilterOperator,
  ListQuery,
  Page,
  Scalar,
  SortKey,
} from "../registry/contract/list.ts";
export { parseRate, toMilliseconds, toSeconds } from "../registry/contract/duration.ts";
export { spellHeader } from "../registry/contract/header.ts";
export { fillPath } from "../registry/contract/path.ts";
export { fillRelation } from "../registry/seal/relations.ts";

// Pages
export { escapeHtml, Html, html } from "../registry/contract/html.ts";
export type { HtmlValue } from "../registry/contract/html.ts";
export { pageAbout, textIn } from "../registry/contract/page.ts";
export type {
  Localized,
  Menu,
  PageAbout,
  PageContent,
  PageForm,
} from "../registry/contract/page.ts";
export { pagesOf } from "../registry/derive/pages.ts";
export type { PageEntry } from "../registry/derive/pages.ts";

// Messages
export { didYouMean, messageOf, show } from "../registry/contract/finding.ts";

// Policies
export type {
  BodyFacts,
  Call,
  Failure,
  FieldError,
  Outcome,
  Preferences,
  Reply,
  Representation,
} from "../registry/contract/call.ts";
export type {
  Addition,
  BodySlot,
  Coding,
  Compiled,
  ErrorForm,
  Field,
  ListEngine,
  ListResult,
  Member,
  MemberContext,
  Policy,
  PolicyContext,
  Refusal,
  Slot,
  StatementContext,
  View,
} from "../registry/contract/policy.ts";

// Registry and schemas
export type {
  CatalogEntry,
  Registry,
  ResolvedRelation,
  RouteFacts,
  SealedRoute,
} from "../registry/contract/registry.ts";
export { toInputJsonSchema, toJsonSchema } from "../registry/schema/convert.ts";
export { fieldNames, requiredNames, scalarFields } from "../registry/schema/fields.ts";
export type { JsonSchema } from "../registry/schema/json-schema.ts";
export type { ScalarField } from "../registry/schema/fields.ts";
export type { Schema } from "../registry/schema/schema.ts";

// Derived documents
export { capabilityFlags } from "../registry/derive/capabilities.ts";
export {
  JSON_SCHEMA_DIALECT,
  publishedSchema,
  servedSchema,
} from "../registry/derive/json-schemas.ts";
export { graphqlModel } from "../registry/derive/graphql.ts";
export type { GraphqlModel, GraphqlRead } from "../registry/derive/graphql.ts";
export { openapiDocument } from "../registry/derive/openapi/index.ts";
export type { OpenapiInfo } from "../registry/derive/openapi/index.ts";
export { absoluteRootLink } from "../registry/derive/root-links.ts";
export { servedTypescript } from "../registry/derive/typescript.ts";

// Config files
export { defineConfig } from "./define/config.ts";
export type { PluginSetting, WaymarkConfig } from "./define/config.ts";
