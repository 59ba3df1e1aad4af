import type { Plugin } from "../../registry/contract/plugin.ts";

/**
 * What an operator says about one plugin: on, off, or on with options. A TypeScript or JavaScript config may hand over
 * the plugin itself, alone or with its options.
 */
export type PluginSetting =
  | boolean
  | Readonly<Record<string, unknown>>
  | Plugin
  | readonly [Plugin, Readonly<Record<string, unknown>>];

/** The config file. Every key is optional; environment variables override it. */
export interface WaymarkConfig {
  /** Name of the service, shown wherever it describes itself. Default `waymark`. */
  readonly service?: string;
  /** Version of the service, as its operator counts. Default `0.1.0`. */
  readonly version?: string;
  /** One sentence about the service. */
  readonly description?: string;
  /**
   * Scheme and authority of absolute URLs, such as `https://api.example.com`. Default: the listening origin.
   * Environment: `WAYMARK_BASE_URL`.
   */
  readonly baseUrl?: string;
  /** Address or name to listen at. Default `127.0.0.1`; `0.0.0.0` or `::` for all. Environment: `HOST`. */
  readonly host?: string;
  /** Port to listen at; 0 takes a free one. Default 3000. Environment: `PORT`. */
  readonly port?: number;
  /** Addresses or networks (`10.0.0.0/8`) whose `Forwarded` and `X-Forwarded-*` headers count. Default: none. */
  readonly trustedProxies?: readonly string[];
  /** Module with the ordered list of plugins to begin with. Default `waymark/preset`, the first-party plugins. */
  readonly preset?: string;
  /** Settings by plugin id, package name, or path relative to the config file. */
  readonly plugins?: Readonly<Record<string, PluginSetting>>;
}

/** Types the config of `waymark.config.ts`; returns it unchanged. */
export function defineConfig(config: WaymarkConfig): WaymarkConfig {
  return config;
}
