/** The consistency policy document: the guarantee of the stored data, weakened by what caches may store. */
import { definePlugin, definePolicy, type Registry } from "waymark";
import { Store } from "waymark/services";
import type { z } from "zod";
import {
  CachePolicyDiscovery,
  ConsistencyPolicyDiscovery,
} from "../../../schemas/documents/caching.ts";

export default definePlugin({
  id: "consistency-policy",
  summary: "Publishes how fresh data is, through caches and without them.",
  schemas: { ConsistencyPolicyDiscovery },

  routes: {
    showConsistencyPolicy: {
      method: "GET",
      path: "/api/consistency-policy",
      summary: "Read how fresh data is, and how to have it fresher.",
      returns: ConsistencyPolicyDiscovery,
      document: true,
      publish: { rootLink: "consistencyPolicy", capability: "consistencyPolicyDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
      relations: {
        cachePolicy: "cache.showCachePolicy",
        conditionalRequests: "cache.showConditionalRequests",
        pagination: "lists.showPagination",
      },
    },
  },

  documents: { showConsistencyPolicy: consistencyPolicy },

  policies: [
    // Enforces nothing: its statement is the guarantee of the store that is on, ours or another one.
    definePolicy({
      id: "consistency",
      compile: () => undefined,
      statement: ({ guarantees }) => guarantees[Store.id],
      conformance: () => import("./consistency.conformance.ts"),
    }),
  ],
});

function consistencyPolicy({
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
  const service = ConsistencyPolicyDiscovery.shape.service.parse(statements["consistency"]);
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
    ...(service === undefined ? {} : { service }),
  };
}
