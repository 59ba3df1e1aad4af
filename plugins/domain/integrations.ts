import { definePlugin, show, type Filter, type ListQuery } from "waymark";
import { Store } from "waymark/services";
import { z } from "zod";
import { integration, Integration, INTEGRATION_KINDS } from "../../schemas/integration.ts";

const Options = z.strictObject({
  kinds: z
    .array(z.string().min(1))
    .min(1)
    .refine((kinds) => new Set(kinds).size === kinds.length, "each kind is named once")
    .default([...INTEGRATION_KINDS])
    .describe(
      "Third-party tools that offices can connect to. Integrations of other kinds are not served.",
    ),
});

/** Narrows the query to offices, and to kinds: the database may hold others from before the option changed. */
function narrowed(
  offices: Pick<Filter, "operator" | "value">,
  kinds: readonly string[],
  query: ListQuery,
): ListQuery {
  return {
    ...query,
    filters: [
      { field: "officeId", ...offices },
      { field: "type", operator: "in", value: kinds },
      ...query.filters,
    ],
  };
}

export default definePlugin({
  id: "integrations",
  summary: "The connections of offices to third-party tools.",
  options: Options,
  needs: { store: Store },
  schemas: ({ kinds }) => ({ Integration: integration(kinds) }),
  tables: ({ kinds }) => ({
    integrations: {
      of: integration(kinds),
      key: "id",
      indexes: ["officeId"],
      // Only while the table accepts both default kinds, which the sample data has.
      ...(INTEGRATION_KINDS.every((kind) => kinds.includes(kind))
        ? { seed: new URL("./integrations.json", import.meta.url) }
        : {}),
    },
  }),

  routes: ({ kinds }) => ({
    listIntegrations: {
      method: "GET",
      path: "/api/offices/{officeId}/integrations",
      summary: "List the integrations of an office.",
      description: "An office without integrations has an empty list; an unknown one is 404.",
      list: { of: integration(kinds), as: "integrations", name: "IntegrationsList" },
      cache: { scope: "public", maxAge: "10s", staleWhileRevalidate: "60s" },
      errors: ["resource-not-found"],
      relations: { office: "offices.getOffice" },
    },
  }),

  handlers: ({ store }, { options: { kinds }, registry }) => {
    const hasOffices = registry.tables.some(({ name }) => name === "offices");

    /** Without a table of offices, an office exists when it has an integration. */
    async function isOffice(id: string): Promise<boolean> {
      if (hasOffices) return (await store.table("offices").find(id)) !== undefined;
      const { items } = await store.table("integrations").list({
        fields: ["id"],
        filters: [{ field: "officeId", operator: "eq", value: id }],
        sort: [],
        limit: 1,
        after: undefined,
      });
      return items.length > 0;
    }

    return {
      listIntegrations: async ({ params: { officeId }, query, fail }) => {
        if (!(await isOffice(officeId))) {
          fail("resource-not-found", { detail: `No office has the id ${show(officeId)}.` });
        }
        return store
          .table("integrations")
          .list(narrowed({ operator: "eq", value: officeId }, kinds, query));
      },
    };
  },

  loaders: ({ store }, { options: { kinds } }) => ({
    listIntegrations: async (offices, query) => {
      const ids = offices.map(({ officeId }) => officeId);
      const { items } = await store
        .table("integrations")
        .list<z.output<typeof Integration>>(narrowed({ operator: "in", value: ids }, kinds, query));
      const byOffice = Map.groupBy(items, ({ officeId }) => officeId);
      return ids.map((id) => byOffice.get(id) ?? []);
    },
  }),
});
