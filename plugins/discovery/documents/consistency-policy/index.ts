/** The consistency policy document: the guarantee of the stored data, weakened by what caches may store. */
import { definePlugin, definePolicy, type Registry } from "waymark";
import { Guarantees, Store } from "waymark/services";
import { z } from "zod";
import {
  CachePolicyDiscovery,
  ConsistencyPolicyDiscovery,
  SharedConsistencyPolicyDiscovery,
} from "../../../../schemas/documents/caching.ts";

/** @param discovery the schema of the document: a service of several nodes says more. */
const consistency = (
  discovery: typeof ConsistencyPolicyDiscovery | typeof SharedConsistencyPolicyDiscovery,
) =>
  definePlugin({
    id: "consistency-policy",
    summary: "Publishes how fresh data is, through caches and without them.",
    section: "policies",
    icon: "M8 1.75a6.25 6.25 0 1 0 0 12.5 6.25 6.25 0 0 0 0-12.5zM5.25 6.5h5.5M5.25 9.5h5.5",
    translations: {
      es: {
        "Milliseconds after which a change by another node usually shows.":
          "Milisegundos tras los que suele verse un cambio hecho por otro nodo.",
        "Milliseconds after which it shows in every answer that begins later.":
          "Milisegundos tras los que se ve en toda respuesta que empiece después.",
        "Whether that holds for all nodes together.": "Si eso vale para todos los nodos juntos.",
        "The database that all nodes share.": "La base de datos que comparten todos los nodos.",
        "Seconds for which the last answer that was current stands in, with Age, for one that cannot be made while the database fails; absent where none does.":
          "Segundos durante los que la última respuesta actual sustituye, con Age, a una que no se puede generar mientras falla la base de datos; ausente si ninguna lo hace.",
      },
    },
    schemas: { ConsistencyPolicyDiscovery: discovery },

    routes: {
      showConsistencyPolicy: {
        method: "GET",
        path: "/api/consistency-policy",
        summary: "Read how fresh data is, and how to have it fresher.",
        returns: discovery,
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

    documents: {
      showConsistencyPolicy(registry) {
        // A guarantee that this form cannot express is left out; the model above it is true all the same.
        const stated = discovery.shape.service.safeParse(registry.statements["consistency"]).data;
        return discovery.parse({ ...consistencyPolicy(registry), service: stated });
      },
    },

    points: [Guarantees],
    policies: [
      // Enforces nothing: its statement is the guarantee of the store that is on, ours or another one.
      definePolicy({
        id: "consistency",
        compile: () => undefined,
        statement: ({ of }) => of(Guarantees)[Store.id],
        conformance: () => import("./conformance.ts"),
      }),
    ],
  });

export default {
  ...consistency(ConsistencyPolicyDiscovery),
  implementation: {
    load: async () => ({ default: consistency(SharedConsistencyPolicyDiscovery) }),
  },
};

/** The only guarantee that permits to promise more than staleness: another store may state anything, or nothing. */
const Strong = z.looseObject({ model: z.literal("strong") });

/** Caches may serve stale answers as well while the store fails. */
const Bounded = z.looseObject({ staleIfErrorSeconds: z.number().optional() });

function consistencyPolicy({ routes, installed, statements }: Registry) {
  const storeUsers = new Set(
    installed
      .filter(({ plugin }) => Object.values(plugin.needs ?? {}).some(({ id }) => id === Store.id))
      .map(({ plugin }) => plugin.id),
  );
  // Pages and what belongs to them show the data of the API, and are not a part of it.
  const paths = new Set(
    routes.filter(({ plugin, site }) => storeUsers.has(plugin) && !site).map(({ path }) => path),
  );
  const { staleIfErrorSeconds = 0 } = Bounded.safeParse(statements["consistency"]).data ?? {};
  const cacheable = (CachePolicyDiscovery.optional().parse(statements["cache"])?.cacheable ?? [])
    .filter(({ path }) => paths.has(path))
    .map(({ path, scope, maxAge, revalidate }) => {
      const onError = scope === "public" ? staleIfErrorSeconds : 0;
      return { path, seconds: maxAge + Math.max(revalidate, onError) };
    })
    .filter(({ seconds }) => seconds > 0);
  const isStoreStrong =
    storeUsers.size === 0 || Strong.safeParse(statements["consistency"]).success;
  // Two caches, or two nodes, may hold answers of different ages.
  const isStrong = cacheable.length === 0 && isStoreStrong;
  return {
    model: isStrong ? "strong" : "bounded-staleness",
    readYourWrites: isStrong,
    monotonicReads: isStrong,
    staleReadsAllowed: !isStrong,
    cachingInteraction: {
      maxStalenessSeconds: Math.max(0, ...cacheable.map(({ seconds }) => seconds)),
      endpoints: [...new Set(cacheable.map(({ path }) => path))],
      ...(cacheable.length > 0 && { bypass: "Cache-Control: no-cache" }),
    },
  };
}
