import type { Checked } from "../../registry/contract/infer.js";
import { type Plugin, type PluginDefinition } from "../../registry/contract/plugin.js";
import type { Registry } from "../../registry/contract/registry.js";
import type { Needs } from "../../registry/contract/service.js";
/**
 * Defines a plugin: one feature with everything it contributes. Importing a plugin has no effect; the kernel checks and
 * starts it when the config or the preset names it.
 */
export declare function definePlugin<const R extends Checked<R> = Readonly<Record<never, never>>, const N extends Needs = Readonly<Record<never, never>>, const P extends Needs = Readonly<Record<never, never>>, Options = Readonly<Record<never, never>>, Code extends string = never, const Reads extends keyof Registry = never>(definition: PluginDefinition<R, N, P, Options, Code, Reads>): Plugin;
