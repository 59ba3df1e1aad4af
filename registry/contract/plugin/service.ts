/** Services: typed things that one plugin provides and others need. */
import type { PointToken } from "./point-token.ts";

/** Names a service and carries its type. */
export interface Service<T = unknown> {
  readonly id: string;
  /** All instances of the server use the same thing behind it, so if that fails, they all fail alike. */
  readonly shared?: true;
  /**
   * Reads the version of the data behind an instance: equal versions, equal data. Undefined while it is not known, when
   * nothing that was kept may be used. Lists whose plugin needs only such services are finished once per version and
   * query. A method, so that a token of any type is a `Service`.
   */
  version?(instance: T): string | number | undefined;
  /**
   * Makes an instance for one plugin that notes the parts of the data which the plugin reaches. Its version counts in
   * place of `version`, so that the plugin's lists outlive changes of all other parts.
   */
  track?(instance: T, user: ServiceUser): Tracked<T>;
  /** Carries `T`; never present. */
  readonly "~type"?: T;
}

/** An instance for one plugin, and the version of the data that was reached through it so far. */
export interface Tracked<T> {
  readonly instance: T;
  version(): string | number | undefined;
}

/** The plugin that a tracked instance is made for. */
export interface ServiceUser {
  readonly plugin: string;
  /** Returns what plugins contribute to a point, as {@link Registry.of}. */
  of<Sealed>(point: PointToken<Sealed>): Sealed;
}

/** A service that a plugin can do without: undefined if no plugin provides it. */
export interface OptionalService<T = unknown> extends Service<T> {
  readonly optional: true;
}

/** Carries the type of a plugin's state to its policies. */
export interface OwnState<T = unknown> {
  /** Never present. */
  readonly "~type"?: T;
}

/** Returns the key of a plugin's state among the instances of services. */
export function stateId(plugin: string): string {
  return `state of ${plugin}`;
}

/** Tokens by the name a plugin wants to use them under. */
export type Needs = Readonly<Record<string, Service<never> | Service>>;
/** The instances for `Needs`. */
export type Use<N extends Needs> = {
  readonly [K in keyof N]: N[K] extends { readonly "~type"?: infer T }
    ? NonNullable<T> | (N[K] extends { readonly optional: true } ? undefined : never)
    : never;
};

/** Names a value and carries its type. */
export interface RequestValue<T = unknown> {
  readonly id: string;
  /** Carries `T`; never present. */
  readonly "~type"?: T;
}

/** Tokens by the name they are used under. */
export type RequestValues = Readonly<Record<string, RequestValue>>;

/** The values behind `RequestValues`. */
export type ValuesOf<V extends RequestValues> = {
  readonly [K in keyof V]: V[K] extends RequestValue<infer T> ? T : never;
};
