/** Lists: sparse fieldsets, filters, sort and cursors for every list route. */
import {
  definePlugin,
  definePolicy,
  didYouMean,
  type Registry,
  type StatementContext,
} from "waymark";
import { FILTER_OPERATORS, queryFields, type RouteBase } from "waymark/advanced";
import { z } from "zod";
import { PaginationDiscovery, QueryPolicyDiscovery } from "../../schemas/documents/lists.ts";
import { engineFor, pageSizesOf } from "./engine.ts";
import { PARAMETERS } from "./parameters.ts";
import { shapeOf, type Query } from "./query.ts";
import { LIMITS } from "./problems.ts";
import { OPERATORS_BY_TYPE } from "./values.ts";

const Options = z
  .strictObject({
    defaultPageSize: z
      .int()
      .min(1)
      .default(50)
      .describe("Items on a page without a limit in the query."),
    maxPageSize: z.int().min(1).default(200).describe("Largest limit that a query may have."),
    queryable: z
      .record(z.string(), z.array(z.string()))
      .default({})
      .describe(
        "The only fields that a list can be filtered and sorted by, beside its key: by `plugin.routeId`. Leave out those without an index where tables are large.",
      ),
  })
  .refine(({ defaultPageSize, maxPageSize }) => defaultPageSize <= maxPageSize, {
    path: ["defaultPageSize"],
    error: "defaultPageSize must not be greater than maxPageSize",
  });
type Options = z.output<typeof Options>;

/** Returns the statement for `/api/pagination` and `/api/query-policy`. */
function statement({ options, routes }: StatementContext<Options>) {
  const lists = routes.filter(({ kind }) => kind === "list");
  return {
    style: "cursor",
    defaultPageSize: options.defaultPageSize,
    maxPageSize: options.maxPageSize,
    parameters: PARAMETERS,
    filter: { operators: FILTER_OPERATORS, operatorsByType: OPERATORS_BY_TYPE },
    responseMeta: [{ name: "count", description: "Number of items in this response." }],
    sort: { form: "name,-id", absent: "first", text: "by code point" },
    fields: { unknown: "ignored", unknownUnderStrict: "refused", empty: "items without fields" },
    limits: LIMITS,
    applicableEndpoints: lists.map(({ path }) => path),
    /** Lists that are not paged unless the query has a limit. */
    wholeEndpoints: lists.filter(isWhole).map(({ path }) => path),
  };
}

/** Checks that a list is not paged, and has its own order, unless the client asks for less. */
function isWhole({ document, declaration: { list } }: RouteBase): boolean {
  return document || list?.unpaged === true;
}

/** Parameters of lists, and members of what handlers receive of them. */
const TAKEN: ReadonlySet<string> = new Set([
  ...PARAMETERS.map(({ name }) => name),
  ...(["unsorted", "seen", "own"] satisfies (keyof Query)[]),
]);

/** Parameters that choose a page. The others choose its content. */
const PAGING: ReadonlySet<string> = new Set(["limit", "cursor"]);

/** Returns the document with some of the parameters. */
function withParameters<T extends { readonly parameters: readonly { readonly name: string }[] }>(
  document: T,
  isIncluded: (name: string) => boolean,
): T {
  return { ...document, parameters: document.parameters.filter(({ name }) => isIncluded(name)) };
}

function hasLists({ routes }: Pick<Registry, "routes">): boolean {
  return routes.some(({ engine }) => engine !== undefined);
}

export default definePlugin({
  id: "lists",
  summary: "Adds sparse fieldsets, filters, sorting and paging to every list.",
  section: "policies",
  icon: "M5.75 3.75h8.5M5.75 8h8.5M5.75 12.25h8.5M2 3.75h.01M2 8h.01M2 12.25h.01",
  options: Options,
  capabilities: { listMeta: hasLists, sparseFieldsets: hasLists },
  schemas: { PaginationDiscovery, QueryPolicyDiscovery },
  validate: {
    run({ routes }, { queryable }) {
      const lists = new Map(
        routes.flatMap(({ plugin, name, value: { list } }) =>
          list === undefined ? [] : [[`${plugin}.${name}`, [...shapeOf(list.of).scalars.keys()]]],
        ),
      );
      const unknown = (where: string, name: string, known: readonly string[]) => ({
        code: "LISTS_FIELD_UNKNOWN" as const,
        where: `plugins.lists.queryable${where}`,
        message: `received ${JSON.stringify(name)}`,
        hint: didYouMean(name, known),
      });
      return Object.entries(queryable).flatMap(([ref, fields]) => {
        const known = lists.get(ref);
        if (known === undefined) return [unknown("", ref, [...lists.keys()])];
        return fields
          .filter((field) => !known.includes(field))
          .map((field) => unknown(`.${ref}`, field, known));
      });
    },
  },

  policies: [
    definePolicy({
      id: "lists",
      options: Options,
      compile(route, { options }) {
        const { list, query } = route.declaration;
        if (list === undefined) return undefined;
        const own = query === undefined ? [] : [...queryFields(query).keys()];
        const taken = own.filter((name) => TAKEN.has(name));
        if (taken.length > 0)
          throw new Error(`query has ${taken.join(", ")}, which lists have already: rename it`);
        const latestFirst = list.journal === true;
        const whole = isWhole(route);
        const queryable = options.queryable[route.ref];
        const sizes = pageSizesOf(list, options);
        return {
          list: engineFor(list.of, { ...options, ...sizes, queryable, latestFirst, whole, own }),
        };
      },
      statement,
      conformance: () => import("./conformance/index.ts"),
    }),
  ],

  routes: {
    showPagination: {
      method: "GET",
      path: "/api/pagination",
      summary: "Read how lists are paged.",
      returns: PaginationDiscovery,
      document: true,
      publish: { rootLink: "pagination", capability: "paginationDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
      relations: { queryPolicy: "showQueryPolicy" },
    },
    showQueryPolicy: {
      method: "GET",
      path: "/api/query-policy",
      summary: "Read how lists are filtered, sorted and trimmed.",
      returns: QueryPolicyDiscovery,
      document: true,
      publish: { rootLink: "queryPolicy", capability: "queryPolicyDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
      relations: { pagination: "showPagination" },
    },
  },

  documents: {
    showPagination: ({ statements }) =>
      withParameters(PaginationDiscovery.parse(statements["lists"]), (name) => PAGING.has(name)),
    showQueryPolicy: ({ statements }) =>
      withParameters(QueryPolicyDiscovery.parse(statements["lists"]), (name) => !PAGING.has(name)),
  },
});
