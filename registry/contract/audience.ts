/** Who receives an event. */
import { isSchema, type Schema } from "../schema/schema.ts";
import type { Principal } from "./principal.ts";

/** Everybody, callers that are known, or callers with all of some scopes. */
export type Audience = "public" | "authenticated" | { readonly scopes: readonly string[] };

/** An event with its audience. A schema alone declares an event for everybody. */
export interface EventDeclaration {
  /** The data of the event. */
  readonly of: Schema;
  /** Only these callers receive it, and only they can tell that it happened. */
  readonly access: Audience;
}

export function schemaOfEvent(event: Schema | EventDeclaration): Schema {
  return isSchema(event) ? event : event.of;
}

/** Undefined for events that everybody receives. */
export function audienceOf(event: Schema | EventDeclaration): Audience | undefined {
  return isSchema(event) || event.access === "public" ? undefined : event.access;
}

/** Whether a caller, undefined for an anonymous one, belongs to the audience. Without an audience everybody does. */
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
