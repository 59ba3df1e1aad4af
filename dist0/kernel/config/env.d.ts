import type { Plugin } from "../../registry/contract/plugin.js";
import { type SchemaNode } from "../../registry/contract/describe-schema.js";
/** Environment variables, as `process.env` has them. */
export type Env = Readonly<Record<string, string | undefined>>;
/** Values from the environment, and the variable that set each, by key. */
interface EnvValues {
    readonly values: Record<string, unknown>;
    readonly origins: Map<string, string>;
}
export interface PluginEnv extends EnvValues {
    /** `WAYMARK_<PLUGIN>=true` or `=false`. */
    enabled?: boolean;
    /** Options without a value that can be used, because of their variables. */
    readonly problems: OptionProblem[];
}
interface OptionProblem {
    readonly option: string;
    readonly variable: string;
    readonly message: string;
    readonly hint: string;
}
/** The key that each variable sets, as a path. */
export declare const KERNEL_VARIABLES: {
    readonly PORT: "port";
    readonly HOST: "host";
    readonly WAYMARK_BASE_URL: "baseUrl";
    readonly WAYMARK_SERVICE: "service";
    readonly WAYMARK_SERVICE_VERSION: "version";
    readonly WAYMARK_INSTANCE: "instance";
    readonly WAYMARK_TRUSTED_PROXIES: "trustedProxies";
    readonly WAYMARK_LOG_LEVEL: "log.level";
    readonly WAYMARK_ADMIN_HOST: "admin.host";
    readonly WAYMARK_ADMIN_PORT: "admin.port";
    readonly WAYMARK_ADMIN_SOCKET: "admin.socket";
    readonly WAYMARK_SOCKET: "socket";
};
/** The variables that set a key of the kernel, or a key below it. */
export declare function kernelVariables(key: string): string[];
/** The kernel's own keys. Origins are those of the top-level keys. */
export declare function kernelEnv(env: Env): EnvValues;
/** A whole number, or the text itself, for validation to refuse. */
export declare function toNumber(text: string): number | string;
/** The target of a variable. Without an option, the variable switches the plugin. */
interface EnvTarget {
    readonly plugin: string;
    readonly option?: string;
    readonly schema?: SchemaNode | undefined;
    /** The variable that this one stands for with the path of a file. */
    readonly instead?: string;
}
export type EnvTargets = ReadonlyMap<string, EnvTarget>;
/**
 * Every variable that sets something: `WAYMARK_<PLUGIN>` switches a plugin, `WAYMARK_<PLUGIN>_<OPTION>` sets an option of
 * the plugin with the longest id that has it, and a plugin's own `env` names more variables. An option that holds a secret
 * has each of its variables with `_FILE`, too. Leaves out the options of a plugin whose schema cannot be described;
 * validation reports that.
 */
export declare function envTargets(plugins: readonly Plugin[]): EnvTargets;
/** The variables that set an option of a plugin. */
export declare function variablesOf(targets: EnvTargets, plugin: string, option: string): string[];
/** The variable that sets an option of a plugin. */
export declare function optionVariable(plugin: string, option: string): string;
/** The variable that switches a plugin. */
export declare function switchOf(plugin: string): string;
/** Something that an operator may want to know of the environment: worth a line in the log, no reason to stop. */
export interface Notice {
    readonly message: string;
    readonly fields: Readonly<Record<string, unknown>>;
}
/** Reads the settings of plugins. Where two variables set the same option, the long form wins. */
export declare function pluginEnv(env: Env, plugins: readonly Plugin[]): {
    byPlugin: Map<string, PluginEnv>;
    notices: Notice[];
    secretFiles: Map<string, string | undefined>;
};
/** `rate-limit` and `maxAge` as parts of a variable: `RATE_LIMIT`, `MAX_AGE`. */
export declare function toVariable(name: string): string;
export {};
