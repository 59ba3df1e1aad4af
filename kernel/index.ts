// The door for plugins, imported as "waymark".

// Plugins
export { definePlugin } from "./define/plugin.ts";
export { definePolicy } from "./define/policy.ts";
export { requestValue } from "./define/request-value.ts";
export { optional, ownState, service } from "./define/service.ts";
export type {
  Command,
  CommandContext,
  HealthCheck,
  HealthReport,
  Metric,
  Tool,
  ToolContext,
} from "../registry/contract/contributions.ts";
export { Histogram } from "../registry/contract/histogram.ts";
export type { HandlerContext, Plugin, SetupContext } from "../registry/contract/plugin.ts";
export type { Capability, Export } from "../registry/contract/export.ts";
export type { ErrorEntry, RootLink, TableDeclaration } from "../registry/contract/declarations.ts";
export type { Log, Translations, Localized, MaybePromise } from "../registry/contract/types.ts";
export type { CredentialRequest, Identifies } from "../registry/contract/identifier.ts";
export type { Principal } from "../registry/contract/principal.ts";
export type { RequestValue } from "../registry/contract/service.ts";

// Points
export { definePoint } from "./define/point.ts";
export type { PluginKeys, PluginTypes, Point } from "../registry/contract/point.ts";

// Routes
export type {
  CacheDeclaration,
  Duration,
  Relation,
  Route,
  RoutePolicies,
} from "../registry/contract/route.ts";
export { currentCaller } from "./request/current-caller.ts";
export { FairQueue } from "./lifecycle/fair-queue.ts";
export type { Queue } from "../registry/contract/queue.ts";
export { refusalOf, Unavailable } from "./request/refusal.ts";
export type { HandlerCall } from "../registry/contract/infer.ts";
export type { Filter, ListPage, ListQuery } from "../registry/contract/list.ts";
export { toMilliseconds, toSeconds } from "../registry/contract/duration.ts";

// Pages
export { Html, html } from "../registry/contract/html.ts";
export { textIn, type PageContent } from "../registry/contract/page.ts";

// Messages
export { didYouMean, messageOf, show } from "../registry/schema/words.ts";

// Policies
export type { ErrorCodes } from "../registry/contract/errors.ts";
export type { Call, FieldError, Outcome, Reply } from "../registry/contract/call.ts";
export type { Download } from "../registry/contract/bytes.ts";
export type { EventDeclaration } from "../registry/contract/audience.ts";
export type { Policy, PolicyContext, StatementContext } from "../registry/contract/policy.ts";
export type { CompiledPolicy, Contribution } from "../registry/contract/compiled-policy.ts";
export type { PolicyAnswer, Refusal } from "../registry/contract/policy-answer.ts";

// Registry and schemas
export type { Registry } from "../registry/contract/registry.ts";
export type { SealedRoute } from "../registry/contract/sealed-route.ts";
export type { Json, JsonSchema } from "../registry/schema/json-schema.ts";
export type { Schema } from "../registry/schema/schema.ts";

// Config files
export { Tracepoint } from "./support/tracepoint.ts";
export { defineConfig, type PluginSetting, type WaymarkConfig } from "./define/config.ts";
