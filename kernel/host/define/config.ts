import type { z } from "zod";
import type { Plugin } from "../../../registry/contract/plugin/plugin.ts";
import type { KernelKeys } from "./kernel-keys.ts";

/**
 * An operator's setting of one plugin: on, off, or on with options. A TypeScript or JavaScript config may hand over
 * the plugin itself, alone or with its options.
 */
export type PluginSetting =
  | boolean
  | Readonly<Record<string, unknown>>
  | Plugin
  | readonly [Plugin, Readonly<Record<string, unknown>>];

type Keys = Readonly<z.input<typeof KernelKeys>>;

/** The config file. Every key is optional; environment variables override it. */
export interface WaymarkConfig extends Omit<Keys, "trustedProxies" | "stop" | "plugins"> {
  /** Addresses or networks (`10.0.0.0/8`) whose headers about the client count. Default: none. */
  readonly trustedProxies?: readonly string[];
  /** Durations of a stop. `delay`: default `5s`; `drain`: default `35s`. */
  readonly stop?: Readonly<Keys["stop"]>;
  /** Settings by plugin id, package name, or path relative to the config file. */
  readonly plugins?: Readonly<Record<string, PluginSetting>>;
}

/** Types the config of `waymark.config.ts`; returns it unchanged. */
export function defineConfig(config: WaymarkConfig): WaymarkConfig {
  return config;
}
