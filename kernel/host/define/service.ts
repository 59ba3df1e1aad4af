import type {
  OptionalService,
  OwnState,
  RequestValue,
  Service,
  ServiceUser,
  Tracked,
} from "../../../registry/contract/plugin/service.ts";

/**
 * Makes the token of a service: its name and its type.
 *
 * @param id unique name, such as `store`.
 * @param options `version` reads the version of the data behind an instance; `track` does so for the data that one plugin
 * reaches. Lists whose plugin needs only services with a version are finished once per version and query. `shared`: all
 * instances of the server use one and the same thing behind it, such as its data; while a health check of its provider is
 * down, no load balancer turns away from an instance because of that, or because of a plugin that needs the service.
 */
export function service<T>(
  id: string,
  options: {
    readonly shared?: true;
    readonly version?: (instance: T) => string | number | undefined;
    readonly track?: (instance: T, user: ServiceUser) => Tracked<T>;
  } = {},
): Service<T> {
  return { id, ...options };
}

/** Returns the token of the same service for a plugin that can do without it: `undefined` if no plugin provides it. */
export function optional<T>(token: Service<T>): OptionalService<T> {
  return { ...token, optional: true };
}

/** Returns the type of the plugin's own state, for the `state` of a policy. */
export function ownState<T>(): OwnState<T> {
  return {};
}

/**
 * Makes the token of a value that a policy works out for each request, such as the caller's tenant. The policy names it
 * under `provides`, a route under `values`.
 *
 * @param id unique name, such as `tenant`.
 */
export function requestValue<T>(id: string): RequestValue<T> {
  return { id };
}
