/** Lists: sparse fieldsets, filters, sort and cursors for every list route. */
import { definePlugin, definePolicy, FILTER_OPERATORS, type StatementContext } from "waymark";
import { z } from "zod";
import { createEngine } from "./engine.ts";
import { PARAMETERS } from "./parameters.ts";
import { LIMITS } from "./problems.ts";
import { OPERATORS_BY_TYPE } from "./values.ts";

const Options = z
  .object({
    defaultPageSize: z
      .int()
      .min(1)
      .default(50)
      .describe("Items on a page when the client gives no limit."),
    maxPageSize: z.int().min(1).default(200).describe("Largest limit that a client may ask for."),
  })
  .refine(({ defaultPageSize, maxPageSize }) => defaultPageSize <= maxPageSize, {
    path: ["defaultPageSize"],
    error: "the default page size is at most maxPageSize",
  });
type Options = z.output<typeof Options>;

/** What documents publish about lists: `/api/pagination`, `/api/query-policy`. */
function statement({ options, routes }: StatementContext<Options>) {
  const lists = routes.filter(({ kind }) => kind === "list");
  return {
    style: "cursor",
    defaultPageSize: options.defaultPageSize,
    maxPageSize: options.maxPageSize,
    parameters: PARAMETERS,
    responseMeta: [{ name: "count", description: "Number of items in this response." }],
    operators: FILTER_OPERATORS,
    operatorsByType: OPERATORS_BY_TYPE,
    sort: { form: "name,-id", absent: "first", text: "by code point" },
    fields: { unknown: "ignored", unknownUnderStrict: "refused", empty: "items without fields" },
    limits: LIMITS,
    endpoints: lists.map(({ path }) => path),
    /** Those that come whole unless `limit` is given. */
    wholeEndpoints: lists.filter(({ document }) => document).map(({ path }) => path),
  };
}

export default definePlugin({
  id: "lists",
  summary: "Sparse fieldsets, filters, sorting and paging for every list.",
  options: Options,
  capabilities: { listMeta: true, sparseFieldsets: true },
  policies: [
    definePolicy({
      id: "lists",
      options: Options,
      compile({ kind, declaration: { list }, document }, { options }) {
        if (kind !== "list" || list === undefined) return undefined;
        return { list: createEngine(list.of, { ...options, document }) };
      },
      statement,
    }),
  ],
});
