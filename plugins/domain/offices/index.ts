import { definePlugin, show } from "waymark";
import { Store } from "waymark/services";
import type { z } from "zod";
import { Office, OfficeWithHito } from "../../../schemas/office.ts";
import { Writable } from "../shared/writable.ts";

export default definePlugin({
  id: "offices",
  summary: "Offices with their hitos (milestones).",
  icon: "M3 14V2h7v12M10 6.5h3V14M1.5 14h13M5.5 5h2M5.5 8h2M5.5 11h2",
  options: Writable,
  implementation: {
    load: () => import("./implementation.ts"),
    option: "writable",
    brings: ["write-scopes", "idempotency"],
  },
  needs: { store: Store },
  schemas: { Office },
  tables: {
    offices: { of: OfficeWithHito, key: "id", seed: new URL("./offices.json", import.meta.url) },
  },

  routes: {
    listOffices: {
      method: "GET",
      path: "/api/offices",
      summary: "List offices with their hitos (milestones).",
      list: {
        of: OfficeWithHito,
        as: "offices",
        name: "OfficesList",
        relations: {
          item: { to: "getOffice", with: { officeId: "id" } },
          integrations: { to: "integrations.listIntegrations", with: { officeId: "id" } },
        },
      },
      publish: { rootLink: "offices" },
      cache: { scope: "public", maxAge: "60s", staleWhileRevalidate: "10m" },
      serverTiming: true,
    },
    getOffice: {
      method: "GET",
      path: "/api/offices/{officeId}",
      summary: "Read one office.",
      returns: Office,
      cache: { scope: "public", maxAge: "60s", staleWhileRevalidate: "10m" },
      errors: ["resource-not-found"],
      relations: {
        collection: "listOffices",
        integrations: { to: "integrations.listIntegrations", with: { officeId: "id" } },
      },
    },
  },

  handlers: ({ store }) => ({
    listOffices: ({ query }) => store.table("offices").list(query),
    getOffice: async ({ params: { officeId }, fail }) => {
      const row = await store.table("offices").find<z.output<typeof OfficeWithHito>>(officeId);
      if (row === undefined) {
        return fail("resource-not-found", { detail: `No office has the id ${show(officeId)}.` });
      }
      const { hitos: _, ...office } = row;
      return office;
    },
  }),
});
