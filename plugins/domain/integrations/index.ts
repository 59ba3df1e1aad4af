import { definePlugin } from "waymark";
import { integration } from "../../../schemas/integration.ts";
import { integrationList, listRoute, needs, Options, seedOf } from "./list.ts";

export default definePlugin({
  id: "integrations",
  summary: "The connections of offices to third-party tools.",
  icon: "M5.5 1.5V5M10.5 1.5V5M3 5h10v2a5 5 0 0 1-10 0zM8 12v2.5",
  options: Options,
  implementation: {
    load: () => import("./implementation.ts"),
    option: "writable",
    brings: ["write-scopes", "idempotency"],
  },
  needs,
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
  handlers: (use, { options: { kinds } }) => ({
    listIntegrations: integrationList(use, kinds).list,
  }),
  loaders: (use, { options: { kinds } }) => ({
    listIntegrations: integrationList(use, kinds).load,
  }),
});
