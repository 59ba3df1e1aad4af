/** Recipients of an event. */
import { isSchema, type Schema } from "../../schema/schema.ts";
import type { Principal } from "../policy/principal.ts";

/** Audience of a route or event: all callers, known callers, or callers with all of some scopes. */
export type Audience = "public" | "authenticated" | { readonly scopes: readonly string[] };

/** An event with its audience. A schema alone declares an event for everybody. */
export interface EventDeclaration {
  /** The data of the event. */
  readonly of: Schema;
  /** The data where some route of the service changes a resource. Default: the same. */
  readonly ofWritable?: Schema;
  /** Only these callers receive it, and only they can tell that it happened. Default: everybody. */
  readonly access?: Audience;
  /**
   * Reach of the event where several nodes are one service: `instance` if it concerns only clients of the node that
   * publishes it. Default: `cluster`.
   */
  readonly scope?: "cluster" | "instance";
  /** True if webhooks send it, false if not. Default: true for events of resources that are not of an instance. */
  readonly webhooks?: boolean;
}

/** @param isWritable whether some route of the service changes a resource. */
export function schemaOfEvent(event: Schema | EventDeclaration, isWritable: boolean): Schema {
  if (isSchema(event)) return event;
  return (isWritable ? event.ofWritable : undefined) ?? event.of;
}

/** Returns the audience of an event; undefined if everybody receives it. */
export function audienceOf(event: Schema | EventDeclaration): Audience | undefined {
  return isSchema(event) || event.access === "public" ? undefined : event.access;
}

export function scopeOf(event: Schema | EventDeclaration): "cluster" | "instance" {
  return (isSchema(event) ? undefined : event.scope) ?? "cluster";
}

/** Checks that a caller, undefined if anonymous, belongs to the audience. Without an audience everybody does. */
export function isInAudience(
  principal: Principal | undefined,
  audience: Audience | undefined,
): boolean {
  if (audience === undefined || audience === "public") return true;
  if (principal === undefined) return false;
  return (
    audience === "authenticated" ||
    audience.scopes.every((scope) => principal.scopes.includes(scope))
  );
}
