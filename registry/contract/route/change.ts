/** Changes of resources by routes that write, and who may learn of them. */
import type { z } from "zod";
import type { ChangeKind } from "../../../schemas/events.ts";
import { isInAudience, type Audience } from "./audience.ts";
import type { Principal } from "../policy/principal.ts";
import type { Route } from "./route.ts";

/** Callers who may read a resource, and may therefore learn of its changes. */
export interface Recipients {
  readonly access: Audience;
  /** Id of the only principal among these that counts; `null` for no principal. Default: all of them. */
  readonly only?: string | null;
}

/** A change of one resource. */
export interface Change {
  /** `changed` is an action: a POST that creates nothing. */
  readonly kind: z.output<typeof ChangeKind>;
  /** The literal segments of the resource's path without `api`, joined by dots: `offices.hitos`. */
  readonly resource: string;
  readonly path: string;
  /** The last segment of the path, decoded; undefined for the only resource at its path. */
  readonly key: string | undefined;
  /** `plugin.routeId` of the route that made the change. */
  readonly route: string;
  /** Id of the caller; undefined for an anonymous one. */
  readonly principal: string | undefined;
  readonly recipients: Recipients;
}

/** Checks that requests of a route may change what clients know. Operators' routes have no resources that clients know. */
export function changesResource(route: Partial<Route>): boolean {
  const { method, news, listener, alwaysFails } = route;
  return (
    listener === undefined &&
    news !== false &&
    method !== undefined &&
    method !== "GET" &&
    alwaysFails === undefined
  );
}

/** Checks that a caller, undefined if anonymous, is among the recipients. */
export function isRecipient(
  principal: Principal | undefined,
  { access, only }: Recipients,
): boolean {
  return isInAudience(principal, access) && (only === undefined || only === principal?.id);
}
