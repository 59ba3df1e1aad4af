import { z } from "zod";

/** A name with its purpose. */
export const Described = z
  .object({ name: z.string(), description: z.string() })
  .meta({ id: "Described" });

/** Paging of lists. */
export const PaginationDiscovery = z.object({
  style: z.literal("cursor"),
  defaultPageSize: z.int().min(1),
  maxPageSize: z.int().min(1).describe("A larger `limit` is refused with 400."),
  parameters: z.array(Described),
  responseMeta: z.array(Described).describe("Members of `_meta`."),
  applicableEndpoints: z.array(z.string()),
  wholeEndpoints: z
    .array(z.string())
    .describe("The endpoints among them that return the whole list unless `limit` is given."),
});

/** Filters, sorting and field selection of lists. */
export const QueryPolicyDiscovery = z.object({
  filter: z.object({
    operators: z.array(z.string()),
    operatorsByType: z
      .record(z.string(), z.array(z.string()))
      .describe("Operators by the type of the field."),
  }),
  sort: z.object({
    form: z.string(),
    absent: z.string().describe("Place of items without the field in ascending order."),
    text: z.string().describe("How text is compared."),
  }),
  fields: z.object({
    unknown: z.string().describe("How unknown names are treated."),
    unknownUnderStrict: z.string().describe("The same under `Prefer: handling=strict`."),
    empty: z.string().describe("The result of an empty value."),
  }),
  limits: z.record(z.string(), z.int()).describe("Sizes above which a query is refused."),
  parameters: z.array(Described),
  applicableEndpoints: z.array(z.string()),
});
