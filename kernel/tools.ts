/** The door for tools that run, read and compare a service, imported as "waymark/tools". A server loads none of it. */

export { loadPlugins } from "./host/boot/load.ts";
export { implemented, putInPlace } from "./host/boot/implementations.ts";
export { importNamed } from "./host/boot/resolve-module.ts";
export { bootHere, configHere, environment, listenOverrides, UsageError } from "./cli/command.ts";
export { end, stopSignal } from "./cli/start.ts";
export { showValue, table } from "./cli/table.ts";
export { outliveOutput } from "./cli/uncaught.ts";
export { loadConfig } from "./host/config/config.ts";
export { KERNEL_VARIABLES, kernelEnv, variableFor } from "./host/config/env.ts";
export {
  envTargets,
  optionVariable,
  pluginEnv,
  switchIn,
  switchOf,
  toVariable,
  type EnvTargets,
  type PluginEnv,
} from "./host/config/plugin-env.ts";
export { CONFIG_FILES, readConfig } from "./host/config/file.ts";
export type { NamedPlugin } from "./host/config/plugin-settings.ts";
export {
  ENABLED_KEY,
  looksLikePlugin,
  OPTIONAL_KEY,
  readSettings,
  shownSource,
  type Setting,
} from "./host/config/setting.ts";
export { isPlainObject } from "./host/config/validate.ts";
export { KernelKeys } from "./host/define/kernel-keys.ts";
export { listenFailure } from "./http/listen/listener.ts";
export { NOT_SERVING } from "./http/server/runtime.ts";
export type { Degraded } from "./host/start/start.ts";
export { startPlugins } from "./http/server/start-plugins.ts";
export { contentTypeOf } from "./http/respond/body.ts";
export { REMOVED_MEMBER } from "./http/respond/keep-declared.ts";
export { refuse } from "./host/support/boot-errors.ts";
export { silentLog } from "./host/support/log.ts";
export { OUTCOMES } from "../registry/contract/call/call.ts";
export { holdsSecret, keysOf, propertyOf, toNode } from "../registry/schema/describe.ts";
export type { SchemaNode } from "../registry/schema/describe.ts";
export { valueAt } from "../registry/schema/issues.ts";
export { traceOf } from "../registry/schema/words.ts";
export { unescapeHtml } from "../registry/contract/html.ts";
export type { IssuedCredential } from "../registry/contract/policy/identifier.ts";
export { matches, shapeOf } from "../registry/contract/route/path.ts";
export { PLUGIN_API } from "../registry/contract/plugin/api.ts";
export {
  BODY_MEDIA_TYPE,
  ROUTE_KEYS,
  type Promises,
} from "../registry/contract/route/route-keys.ts";
export { requiredScopes } from "../registry/contract/route/sealed-route.ts";
export type { HeaderPlan, PolicyInfo } from "../registry/contract/route/sealed-route.ts";
export { HIDDEN, withoutSecrets } from "../registry/schema/secrets.ts";
export { FORMAT, RegistryDocument } from "../registry/derive/export/form.ts";
export type { RouteDocument } from "../registry/derive/export/form.ts";
export { registryDocument } from "../registry/derive/export/index.ts";
export { Exports, REGISTRY } from "../registry/derive/export/texts.ts";
export type { SealedExport } from "../registry/derive/export/texts.ts";
export { declaredIn } from "../registry/schema/declared.ts";
export { JSON_SCHEMA_DIALECT } from "../registry/derive/json-schemas.ts";
export { isRecord, mapSubschemas } from "../registry/schema/json-schema.ts";
export { neededBy } from "../registry/seal/check/check-services.ts";
export { entriesOf } from "../registry/seal/points.ts";
export { collect, type Collected, type Contributor } from "../registry/seal/collect.ts";
export { KERNEL_HEADERS } from "../registry/seal/compile/compile.ts";
export { targetOf } from "../registry/seal/compile/relations.ts";
export { languagesOf, varyByLanguage } from "../registry/seal/compile/vary.ts";
