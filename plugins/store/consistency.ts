/** The consistency policy document: the store's guarantee, weakened by what caches may store. */
import type { Registry } from "waymark";
import { Store } from "waymark/services";
import type { z } from "zod";
import {
  CachePolicyDiscovery,
  type ConsistencyPolicyDiscovery,
} from "../../schemas/documents/caching.ts";

/**
 * `Database.version` keeps this promise: cached pages are keyed by it, own writes raise it at once, and it is read again
 * in each turn of the event loop.
 */
const VISIBILITY =
  "A finished write shows in every answer that begins after it, also one by another process on the same database.";

export function consistencyPolicy({
  routes,
  installed,
  statements,
}: Registry): z.output<typeof ConsistencyPolicyDiscovery> {
  const storeUsers = new Set(
    installed
      .filter(({ plugin }) => Object.values(plugin.needs ?? {}).some(({ id }) => id === Store.id))
      .map(({ plugin }) => plugin.id),
  );
  const paths = new Set(
    routes.filter(({ plugin }) => storeUsers.has(plugin)).map(({ path }) => path),
  );
  const cacheable = (
    CachePolicyDiscovery.optional().parse(statements["cache"])?.cacheable ?? []
  ).filter(({ path, maxAge, revalidate }) => paths.has(path) && maxAge + revalidate > 0);
  const cached = cacheable.length > 0;
  return {
    model: cached ? "bounded-staleness" : "strong",
    readYourWrites: !cached,
    monotonicReads: !cached, // two caches may hold answers of different ages
    staleReadsAllowed: cached,
    cachingInteraction: {
      maxStalenessSeconds: Math.max(
        0,
        ...cacheable.map(({ maxAge, revalidate }) => maxAge + revalidate),
      ),
      endpoints: [...new Set(cacheable.map(({ path }) => path))],
      bypass: "Cache-Control: no-cache",
    },
    service: { model: "strong", visibility: VISIBILITY },
  };
}
