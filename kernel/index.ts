// The door for plugins, imported as "waymark".

// Plugins
export { definePlugin, definePolicy } from "./host/define/plugin.ts";
export { optional, ownState, requestValue, service } from "./host/define/service.ts";
export type {
  Command,
  CommandContext,
  Tool,
  ToolContext,
} from "../registry/contract/plugin/commands.ts";
export { Histogram } from "../registry/contract/plugin/histogram.ts";
export type {
  HandlerContext,
  PerOptions,
  Plugin,
  SetupContext,
} from "../registry/contract/plugin/plugin.ts";
export type { Export } from "../registry/contract/plugin/export.ts";
export type { ErrorEntry } from "../registry/contract/plugin/declarations.ts";
export type { Log, Localized, MaybePromise } from "../registry/contract/types.ts";
export type { CredentialRequest, Identifies } from "../registry/contract/policy/identifier.ts";
export type { Principal } from "../registry/contract/policy/principal.ts";
export type { RequestValue } from "../registry/contract/plugin/service.ts";

// Points
export { definePoint } from "./host/define/point.ts";
export type { PluginKeys, PluginTypes, Point } from "../registry/contract/plugin/point.ts";

// Routes
export type {
  CacheDeclaration,
  Duration,
  Relation,
  Route,
  RoutePolicies,
} from "../registry/contract/route/route.ts";
export { currentCaller } from "./http/request/current-caller.ts";
export { FairQueue } from "./host/support/fair-queue.ts";
export type { Queue } from "../registry/contract/plugin/queue.ts";
export { refusalOf, Unavailable } from "./host/support/refusal.ts";
export type { HandlerCall } from "../registry/contract/route/infer.ts";
export type { Filter, ListPage, ListQuery } from "../registry/contract/route/list.ts";
export { toMilliseconds, toSeconds } from "../registry/contract/duration.ts";

// Pages
export { Html, html } from "../registry/contract/html.ts";
export { textIn, type PageContent } from "../registry/contract/route/page.ts";

// Messages
export { didYouMean, messageOf, show } from "../registry/schema/words.ts";

// Policies
export type { ErrorCodes } from "../registry/contract/call/errors.ts";
export type { Call, FieldError, Outcome, Reply } from "../registry/contract/call/call.ts";
export type { Download } from "../registry/contract/route/download.ts";
export type { EventDeclaration } from "../registry/contract/route/audience.ts";
export type {
  Policy,
  PolicyContext,
  StatementContext,
} from "../registry/contract/policy/policy.ts";
export type { CompiledPolicy, HeaderPart } from "../registry/contract/policy/compiled-policy.ts";
export type { PolicyAnswer, Refusal } from "../registry/contract/policy/policy-answer.ts";

// Registry and schemas
export type { Registry } from "../registry/contract/plugin/registry.ts";
export type { SealedRoute } from "../registry/contract/route/sealed-route.ts";
export type { Json, JsonSchema } from "../registry/schema/json-schema.ts";
export type { Schema } from "../registry/schema/schema.ts";

// Config files
export { Tracepoint } from "./host/support/tracepoint.ts";
export { defineConfig, type PluginSetting, type WaymarkConfig } from "./host/define/config.ts";
