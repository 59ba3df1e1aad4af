/** The registry and the runtime that a plugin keeps from its setup: both follow it into later revisions. */
import type { PointToken } from "../../../registry/contract/plugin/point-token.ts";
import type { Registry } from "../../../registry/contract/plugin/registry.ts";
import { getOrMake } from "../../../registry/schema/memoize.ts";
import { revisionOf } from "../../../registry/seal/revision.ts";
import type { Runtime } from "../../services.ts";

/** A part of a registry, or a point, whose entries are a part. */
export type RegistryPart = keyof Registry | PointToken;

/** Compares points by their entries. Any other part changes with the revision, which does not count the address. */
export function isSame(part: RegistryPart, current: Registry, next: Registry): boolean {
  if (typeof part === "object") return revisionOf(current.of(part)) === revisionOf(next.of(part));
  const key = part === "baseUrl" ? part : "revision";
  return current[key] === next[key];
}

/** Returns the current registry, and notes which parts are read of it. */
export function watchedRegistry(reads: Set<RegistryPart>, current: () => Registry): Registry {
  const of: Registry["of"] = (point) => {
    reads.add(point);
    return current().of(point);
  };
  const parts = {};
  for (const part of Object.keys(current()) as (keyof Registry)[]) {
    const get = () => {
      if (part === "of") return of;
      reads.add(part);
      return current()[part];
    };
    Object.defineProperty(parts, part, { enumerable: true, get });
  }
  return parts as Registry; // a getter for each of its members
}

/** Returns a runtime that follows the plugin's current one, as the plugin may go on in another revision. */
export function followRuntime(plugin: { readonly runtime: Runtime }): Runtime {
  const methods = new Map<PropertyKey, (...args: readonly unknown[]) => unknown>();
  // An empty target, because the first runtime would keep its revision in memory.
  return new Proxy({} as Runtime, {
    get(_target, key) {
      const member: unknown = Reflect.get(plugin.runtime, key);
      if (typeof member !== "function") return member;
      // Setups may keep a method for later.
      return getOrMake(
        methods,
        key,
        () =>
          (...args: readonly unknown[]): unknown =>
            Reflect.apply(Reflect.get(plugin.runtime, key), undefined, args),
      );
    },
  });
}
