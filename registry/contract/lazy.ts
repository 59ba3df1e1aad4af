import type { Promises } from "./route-keys.ts";

/** A module that is imported only when an option, or another plugin, calls for it. */
export interface Lazy<T, Option extends string = string> {
  load(): Promise<{ readonly default: T }>;
  /** The option that calls for it when set, and not to false, in the config or the environment. */
  readonly option?: Option;
  /** Ids of plugins whose modules it calls for in turn. The config may switch them off. */
  readonly brings?: readonly string[];
  /** Id of the plugin that comes after it, for policies in whose order it counts. */
  readonly before?: string;
  /** Keys of routes that its policies own, for findings. */
  readonly routeKeys?: readonly string[];
  /** Values of routes' keys that its policies enforce, for findings. */
  readonly enforces?: Promises;
}
