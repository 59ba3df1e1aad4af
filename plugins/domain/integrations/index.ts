import { definePlugin } from "waymark";
import { Store } from "waymark/services";
import { integration } from "../../../schemas/integration.ts";
import { integrationList, listRoute, Options, seedOf } from "./list.ts";

export default definePlugin({
  id: "integrations",
  summary: "The connections of offices to third-party tools.",
  options: Options,
  implementation: {
    load: () => import("./implementation.ts"),
    option: "writable",
    brings: ["write-scopes", "idempotency"],
  },
  needs: { store: Store },
  schemas: ({ kinds }) => ({ Integration: integration(kinds) }),
  tables: ({ kinds }) => ({
    integrations: {
      of: integration(kinds),
      key: "id",
      indexes: ["officeId"],
      ...seedOf(kinds),
    },
  }),
  routes: ({ kinds }) => ({ listIntegrations: listRoute(kinds) }),
  handlers: ({ store }, { options: { kinds }, registry }) => {
    const { list } = integrationList(store, registry, kinds);
    return { listIntegrations: list };
  },
  loaders: ({ store }, { options: { kinds }, registry }) => {
    const { load } = integrationList(store, registry, kinds);
    return { listIntegrations: load };
  },
});
