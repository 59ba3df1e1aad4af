import type { RequestValue } from "../../../registry/contract/plugin/service.ts";

/**
 * Makes the token of a value that a policy works out for each request, such as the caller's tenant. The policy names it
 * under `provides`, a route under `values`.
 *
 * @param id unique name, such as `tenant`.
 */
export function requestValue<T>(id: string): RequestValue<T> {
  return { id };
}
