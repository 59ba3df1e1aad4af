/** Types of events: types that a service may send, and the patterns by which subscriptions name them. */
import type { Registry } from "waymark";
import { nearest, type ExportChange } from "waymark/advanced";
import { changesOf } from "../../shared/change.ts";

/** Changes of subscriptions are not sent to subscriptions. */
export const OWN = "webhook-subscriptions";

/** Asks a receiver to confirm the URL of a subscription. */
export const CONFIRMATION = "webhook.confirmation";

/** Returns the types of events that a service may send: changes of resources, and events that plugins declare. */
export function eventTypes(registry: Registry): readonly string[] {
  const types = registry.routes
    .filter(({ plugin }) => plugin !== OWN)
    .flatMap((route) => changesOf(route, registry))
    .map(({ resource, kind }) => `${resource}.${kind}`);
  const declared = [...registry.events.keys()].filter((name) => isSent(name, registry));
  return [...new Set([...types, ...declared])].toSorted();
}

/** Checks that an event is sent: as its plugin says, or else one of the API's resources, and not of each node by itself. */
export function isSent(event: string, { events, installed }: Registry): boolean {
  const { plugin, scope, webhooks } = events.get(event) ?? {};
  if (webhooks !== undefined) return webhooks;
  if (plugin === undefined || scope === "instance") return false;
  const { section = "resources" } = installed.find((one) => one.plugin.id === plugin)?.plugin ?? {};
  return section === "resources";
}

/** Judges the difference between the types of two revisions. */
export function compareTypes(before: string, after: string): readonly ExportChange[] {
  const [old, current] = [before, after].map((text) => new Set(text.split("\n").filter(Boolean)));
  const removed = [...(old ?? [])].filter((type) => current?.has(type) !== true);
  const added = [...(current ?? [])].filter((type) => old?.has(type) !== true);
  return [
    ...removed.map((type): ExportChange => ({
      severity: "breaking",
      kind: "removed",
      message: `subscribers wait for ${type} in vain`,
    })),
    ...added.map((type): ExportChange => ({
      severity: "non-breaking",
      kind: "added",
      message: `webhooks of the type ${type} are sent`,
    })),
  ];
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
