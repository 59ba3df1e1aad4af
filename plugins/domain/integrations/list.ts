/** Integrations of offices, as they are listed whether or not they can be written. */
import { optional, show, type Filter, type ListPage, type ListQuery } from "waymark";
import type { Use } from "waymark/advanced";
import { readTable, Store } from "waymark/services";
import { z } from "zod";
import { Integration, integration, INTEGRATION_KINDS } from "../../../schemas/integration.ts";
import { writable } from "../shared/writable.ts";

export const Options = z.strictObject({
  writable,
  kinds: z
    .array(z.string().min(1))
    .min(1)
    .refine((kinds) => new Set(kinds).size === kinds.length, "each kind is named once")
    .default([...INTEGRATION_KINDS])
    .describe(
      "Third-party tools that offices can connect to. Integrations of other kinds are not served.",
    ),
});

export const needs = { store: Store, offices: optional(readTable("offices")) };

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

type Row = z.output<typeof Integration>;
interface Office {
  readonly officeId: string;
}

/** The list of each office, alone and for many offices at once. */
export interface IntegrationList {
  list(call: {
    readonly params: Office;
    readonly query: ListQuery;
    fail(code: "resource-not-found", options: { readonly detail: string }): never;
  }): Promise<ListPage<Row>>;
  load(offices: readonly Office[], query: ListQuery): Promise<readonly (readonly Row[])[]>;
}

/** @param offices undefined while their plugin is off. */
export function integrationList(
  { store, offices }: Use<typeof needs>,
  kinds: readonly string[],
): IntegrationList {
  /** Checks that an office exists. Without a table of offices, it exists if it has an integration. */
  async function isOffice(id: string): Promise<boolean> {
    if (offices !== undefined) return (await offices.find(id)) !== undefined;
    const { items } = await store.table("integrations").list({
      fields: ["id"],
      filters: [{ field: "officeId", operator: "eq", value: id }],
      limit: 1,
    });
    return items.length > 0;
  }

  return {
    async list({ params: { officeId }, query, fail }) {
      if (!(await isOffice(officeId)))
        fail("resource-not-found", { detail: `No office has the id ${show(officeId)}.` });
      return store
        .table("integrations")
        .list(narrowed({ operator: "eq", value: officeId }, kinds, query));
    },
    async load(parents, query) {
      const ids = parents.map(({ officeId }) => officeId);
      const { items } = await store
        .table("integrations")
        .list<Row>(narrowed({ operator: "in", value: ids }, kinds, query));
      const byOffice = Map.groupBy(items, ({ officeId }) => officeId);
      return ids.map((id) => byOffice.get(id) ?? []);
    },
  };
}

/** Returns the first rows, while the table accepts both default kinds, which they have. */
export function seedOf(kinds: readonly string[]): { readonly seed?: URL } {
  return INTEGRATION_KINDS.every((kind) => kinds.includes(kind))
    ? { seed: new URL("./integrations.json", import.meta.url) }
    : {};
}

/** Declares the route of the list, writable or not. */
export function listRoute(kinds: readonly string[]) {
  return {
    method: "GET",
    path: "/api/offices/{officeId}/integrations",
    summary: "List the integrations of an office.",
    description: "An office without integrations has an empty list; an unknown one is 404.",
    list: { of: integration(kinds), as: "integrations", name: "IntegrationsList" },
    cache: { scope: "public", maxAge: "10s", staleWhileRevalidate: "60s" },
    errors: ["resource-not-found"],
    relations: { office: "offices.getOffice" },
  } as const;
}
