import { defineImplementation } from "waymark/advanced";
import { resource } from "waymark/resources";
import { Clock, Ids } from "waymark/services";
import { integration } from "../../../schemas/integration.ts";
import { integrationList, listRoute, needs, Options, seedOf } from "./list.ts";
import es from "./es.json" with { type: "json" };

const made = new Map<string, ReturnType<typeof integrationsOf>>();

/** Equal kinds share one resource, as the schemas of its routes and of the catalog are the same objects. */
function integrations(kinds: readonly string[]): ReturnType<typeof integrationsOf> {
  const id = JSON.stringify(kinds);
  const one = made.get(id) ?? integrationsOf(kinds);
  made.set(id, one);
  return one;
}

function integrationsOf(kinds: readonly string[]) {
  return resource({
    name: { one: "integration", many: "integrations" },
    path: "/api/offices/{officeId}/integrations",
    of: integration(kinds),
    key: "id",
    idempotency: "key",
    computed: ["createdAt", "updatedAt"],
    scope: "integrations:write",
    references: { officeId: { to: "offices.id" } },
    ...seedOf(kinds),
    needs: { clock: Clock },
    rule({ before, after, fail }, { clock }) {
      // The database may hold others from before the option changed.
      if (before !== undefined && !kinds.includes(before.type)) fail("resource-not-found");
      if (after === undefined) return undefined;
      const now = new Date(clock.now()).toISOString();
      return { ...after, createdAt: before?.createdAt ?? now, updatedAt: now };
    },
  });
}

export default defineImplementation({
  summary: "The connections of offices to third-party tools.",
  translations: { es },
  options: Options,
  needs: { ...needs, ids: Ids, clock: Clock },
  schemas: ({ kinds }) => integrations(kinds).schemas,
  tables: ({ kinds }) => integrations(kinds).tables,
  routes({ kinds }) {
    const { routes } = integrations(kinds);
    const { description, errors, relations } = listRoute(kinds);
    const { list } = routes.listIntegrations;
    const item = { to: "getIntegration", with: { integrationId: "id" } } as const;
    return {
      ...routes,
      listIntegrations: {
        ...routes.listIntegrations,
        description,
        errors,
        relations,
        list: { ...list, relations: { item } },
      },
    };
  },
  handlers: (use, { options: { kinds } }) => {
    const handlers = integrations(kinds).handlers(use);
    return {
      ...handlers,
      listIntegrations: integrationList(use, kinds).list,
      getIntegration: async (call) => {
        const found = await handlers.getIntegration(call);
        return kinds.includes(found.type) ? found : call.fail("resource-not-found");
      },
    };
  },
  loaders: (use, { options: { kinds } }) => ({
    listIntegrations: integrationList(use, kinds).load,
  }),
});
