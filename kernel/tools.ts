/** The door for tools that run, read and compare a service, imported as "waymark/tools". A server loads none of it. */

export { loadPlugins } from "./boot/load.ts";
export { availablePlugins, implemented, putInPlace } from "./boot/implementations.ts";
export { importNamed } from "./boot/resolve-module.ts";
export { bootHere, configHere, environment, listenOverrides, UsageError } from "./cli/command.ts";
export { effectiveConfig } from "./cli/effective-config.ts";
export { accessText, cacheText, policyKeys } from "./cli/routes.ts";
export { end, stopSignal } from "./cli/start.ts";
export { showValue, table } from "./cli/table.ts";
export { outliveOutput } from "./cli/uncaught.ts";
export { loadConfig } from "./config/config.ts";
export {
  envTargets,
  KERNEL_VARIABLES,
  kernelVariables,
  optionVariable,
  toVariable,
  variablesOf,
} from "./config/env.ts";
export { CONFIG_FILES } from "./config/file.ts";
export { listeningAlone } from "./config/listen-alone.ts";
export { configPath, looksLikePlugin, readSettings, shownSource } from "./config/setting.ts";
export { KernelKeys } from "./define/kernel-keys.ts";
export { listenFailure } from "./http/listener.ts";
export { NOT_SERVING } from "./lifecycle/runtime.ts";
export type { Degraded } from "./lifecycle/start.ts";
export { startPlugins } from "./lifecycle/start-plugins.ts";
export { contentTypeOf } from "./respond/body.ts";
export { REMOVED_MEMBER } from "./respond/keep-declared.ts";
export { refuse } from "./support/boot-errors.ts";
export { silentLog } from "./support/log.ts";
export { OUTCOMES } from "../registry/contract/call.ts";
export { configKey } from "../registry/contract/installed.ts";
export { holdsSecret, keysOf, nodeAt, propertyOf, toNode } from "../registry/schema/describe.ts";
export type { SchemaNode } from "../registry/schema/describe.ts";
export { valueAt } from "../registry/schema/issues.ts";
export { FINDINGS } from "../registry/contract/finding-codes.ts";
export type { FindingEntry } from "../registry/contract/finding-codes.ts";
export { traceOf } from "../registry/schema/words.ts";
export { unescapeHtml } from "../registry/contract/html.ts";
export type { IssuedCredential } from "../registry/contract/identifier.ts";
export { matches, shapeOf } from "../registry/contract/path.ts";
export { PLUGIN_API } from "../registry/contract/plugin.ts";
export { responseHeadersOf } from "../registry/contract/headers.ts";
export { BODY_MEDIA_TYPE, successStatus, type Promises } from "../registry/contract/route-keys.ts";
export type { HeaderPlan, PolicyInfo } from "../registry/contract/sealed-route.ts";
export { HIDDEN, withoutSecrets } from "../registry/schema/secrets.ts";
export type { MeasuredMetric } from "../registry/contract/service.ts";
export { FORMAT, RegistryDocument } from "../registry/derive/export/form.ts";
export type { RouteDocument, TableDocument } from "../registry/derive/export/form.ts";
export { registryDocument } from "../registry/derive/export/index.ts";
export { Exports } from "../registry/derive/export/texts.ts";
export type { SealedExport } from "../registry/derive/export/texts.ts";
export { declaredIn } from "../registry/schema/declared.ts";
export { isRecord, typeOfValue, type JsonType } from "../registry/schema/json-schema.ts";
export { neededBy } from "../registry/seal/check-services.ts";
export { collect, type Collected, type Contributor } from "../registry/seal/collect.ts";
export { KERNEL_HEADERS } from "../registry/seal/compile.ts";
export { plannedNames } from "../registry/seal/header-plans.ts";
export { qualifyRef, targetOf } from "../registry/seal/relations.ts";
export { languagesOf, varyByLanguage } from "../registry/seal/vary.ts";
