import { defineImplementation } from "waymark/advanced";
import { resource } from "waymark/resources";
import { Office, OfficeWithHito } from "../../../schemas/office.ts";
import { Writable } from "../shared/writable.ts";
import es from "./es.json" with { type: "json" };

// One office is read with its hitos, unlike where it cannot be written: what a client reads is what it replaces, and the
// entity tag changes with every hito. Without them, a PUT of what was read would remove them all.
const offices = resource({
  name: { one: "office", many: "offices" },
  path: "/api/offices",
  of: OfficeWithHito,
  key: "id",
  idempotency: "key",
  keys: "client",
  scope: "offices:write",
  seed: new URL("./offices.json", import.meta.url),
  summary: {
    list: "List offices with their hitos (milestones).",
    get: "Read one office with its hitos (milestones).",
  },
  async rule({ key, after, table, fail }) {
    if (after === undefined) return undefined;
    const others = await table.list({ filters: [{ field: "id", operator: "ne", value: key }] });
    const taken = new Set(others.items.flatMap(({ hitos }) => hitos.map(({ id }) => id)));
    const errors = after.hitos.flatMap(({ id, status, completedAt }, index) => {
      const at = `/hitos/${index}`;
      const isTaken = taken.has(id);
      taken.add(id);
      return [
        ...(isTaken ? [{ detail: "Another hito has this id.", pointer: `${at}/id` }] : []),
        ...(completedAt !== undefined && status !== "done"
          ? [
              {
                detail: "Only a hito that is done has been completed.",
                pointer: `${at}/completedAt`,
              },
            ]
          : []),
      ];
    });
    if (errors.length > 0) fail("unprocessable-content", { errors });
    const hitos = after.hitos.toSorted(
      (a, b) => Number(a.dueDate > b.dueDate) - Number(a.dueDate < b.dueDate),
    );
    return { ...after, hitos };
  },
});

const { listOffices, getOffice } = offices.routes;
const integrations = { to: "integrations.listIntegrations", with: { officeId: "id" } } as const;

export default defineImplementation({
  summary: "Offices with their hitos (milestones).",
  translations: { es },
  options: Writable,
  ...offices,
  schemas: { ...offices.schemas, Office, OfficeWithHito },
  routes: {
    ...offices.routes,
    listOffices: {
      ...listOffices,
      list: {
        ...listOffices.list,
        relations: { item: { to: "getOffice", with: { officeId: "id" } }, integrations },
      },
      serverTiming: true,
    },
    getOffice: { ...getOffice, relations: { collection: "listOffices", integrations } },
  },
});
