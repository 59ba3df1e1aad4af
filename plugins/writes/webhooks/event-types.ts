/** Types of events: types that a service may send, and the patterns by which subscriptions name them. */
import type { Registry } from "waymark";
import { nearest } from "waymark/advanced";
import { changesOf } from "../../shared/change.ts";

/** Changes of subscriptions are not sent to subscriptions. */
export const OWN = "webhook-subscriptions";

/** Asks a receiver to confirm the URL of a subscription. */
export const CONFIRMATION = "webhook.confirmation";

/** Returns the types of events that a service may send. */
export function eventTypes(registry: Registry): readonly string[] {
  const types = registry.routes
    .filter(({ plugin }) => plugin !== OWN)
    .flatMap((route) => changesOf(route, registry))
    .map(({ resource, kind }) => `${resource}.${kind}`);
  return [...new Set(types)].toSorted();
}

/** Checks that a pattern of a subscription matches a type of events. */
export function fits(type: string, pattern: string): boolean {
  return (
    pattern === "*" ||
    pattern === type ||
    (pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1)))
  );
}

/** Returns why a subscription cannot have these patterns. */
export function problemOfPatterns(
  patterns: readonly string[],
  registry: Registry,
): string | undefined {
  const types = eventTypes(registry);
  const vain = patterns.find((one) => one !== "*" && !types.some((type) => fits(type, one)));
  if (vain === undefined) return undefined;
  const known = [...types, ...new Set(types.map((type) => type.replace(/[^.]+$/, "*")))];
  const near = nearest(vain, known);
  const hint = near === undefined ? "see eventTypes of /api/webhooks" : `did you mean "${near}"?`;
  return `No event is of the type ${JSON.stringify(vain)}: ${hint}`;
}
