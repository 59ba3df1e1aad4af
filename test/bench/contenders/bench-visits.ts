/** Visits that are written with an idempotency key. */
import { definePlugin, type Plugin } from "../../../kernel/index.ts";
import { Store } from "../../../plugins/services.ts";
import { z } from "zod";

const Visit = z.object({ id: z.string(), room: z.string() }).meta({ id: "Visit" });

export function benchVisits(): Plugin {
  return definePlugin({
    id: "bench-visits",
    summary: "Keeps visits.",
    needs: { store: Store },
    tables: { visits: { of: Visit, key: "id" } },
    routes: {
      addVisit: {
        method: "POST",
        path: "/api/visits/{id}",
        summary: "Add a visit.",
        body: z.strictObject({ room: z.string() }),
        returns: Visit,
        idempotency: "key",
      },
    },
    handlers: ({ store }) => ({
      async addVisit({ params: { id }, body: { room } }) {
        const visit = { id, room };
        await store.table("visits").upsert(visit);
        return visit;
      },
    }),
  });
}
