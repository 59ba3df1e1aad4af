/** Removes members that the schemas of a route do not declare from its values. */
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import type { Log } from "../../../registry/contract/types.ts";
import { declaredOnly } from "../../../registry/schema/declared.ts";
import { didYouMean, show } from "../../../registry/schema/words.ts";
import type { Schema } from "../../../registry/schema/schema.ts";

/** Returns the part of a value that a route sends: everything for text and pages, which have no schema. */
export function keepDeclared(route: SealedRoute, log: Log): (value: unknown) => unknown {
  const { list, returns, stream } = route.declaration;
  if (list !== undefined) {
    const keep = createKeep(list.of, route, log);
    const keepItems = (items: unknown) => (Array.isArray(items) ? keepEach(items, keep) : items);
    return (value) => {
      const { items, ...page } = Object(value) as { readonly items?: unknown };
      if (Array.isArray(value) || items === undefined) return keepItems(value);
      const kept = keepItems(items);
      return kept === items ? value : { ...page, items: kept };
    };
  }
  if (returns !== undefined) return createKeep(returns, route, log);
  if (stream === undefined) return (value) => value;
  const events = new Map(
    Object.entries(stream.events).map(([name, schema]) => [name, createKeep(schema, route, log)]),
  );
  return (message) => {
    const { event, data } = Object(message) as { readonly event?: string; readonly data?: unknown };
    const keep = events.get(event ?? "");
    // The bus has refused what no plugin declares.
    if (keep === undefined && (event === undefined || stream.contributed === true)) return message;
    if (keep === undefined)
      throw new Error(
        `the stream has the event ${show(event)}, which its route does not declare: ${didYouMean(event ?? "", [...events.keys()])}`,
      );
    const kept = keep(data);
    return kept === data ? message : { ...Object(message), data: kept };
  };
}

/** Returns the same list if nothing was removed. */
function keepEach(items: readonly unknown[], keep: (item: unknown) => unknown): unknown {
  const kept = items.map(keep);
  return kept.every((item, index) => item === items[index]) ? items : kept;
}

/** The message of a line about a member that was removed; its fields name the route and the member. */
export const REMOVED_MEMBER =
  "a handler returned a member that its schema does not declare; it is not sent";

/** Creates a filter that logs once for each route that members were removed. */
function createKeep(schema: Schema, { ref, plugin }: SealedRoute, log: Log) {
  let reported = false;
  const report = (member: string) => {
    if (reported) return;
    reported = true;
    log.warn(REMOVED_MEMBER, { route: ref, plugin, member });
  };
  return (value: unknown): unknown => declaredOnly(schema)(value, report);
}
